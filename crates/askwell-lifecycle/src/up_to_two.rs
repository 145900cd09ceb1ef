//! A list of at most two items. One item takes no allocation.

use std::fmt;
use std::iter::Chain;
use std::option;

/// At most two items in their order: effects of a step, changes of a commit. Nearly all have one.
#[derive(Clone, PartialEq, Eq)]
pub struct UpToTwo<T> {
    first: Option<T>,
    /// Only behind a first one.
    second: Option<Box<T>>,
}

impl<T> UpToTwo<T> {
    /// Returns an empty list.
    #[must_use]
    pub const fn none() -> Self {
        UpToTwo { first: None, second: None }
    }

    /// Returns a list of one item.
    #[must_use]
    pub const fn one(item: T) -> Self {
        UpToTwo { first: Some(item), second: None }
    }

    /// Returns a list of two items.
    #[must_use]
    pub fn two(first: T, second: T) -> Self {
        UpToTwo { first: Some(first), second: Some(Box::new(second)) }
    }

    /// Puts an item before the first one; of two items, the second is dropped.
    #[must_use]
    pub fn after(self, item: T) -> Self {
        UpToTwo { first: Some(item), second: self.first.map(Box::new) }
    }

    /// Returns how many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.first.is_some()) + usize::from(self.second.is_some())
    }

    /// Returns whether there is no item.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Iterates over the items.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.into_iter()
    }

    /// Makes another item of each.
    #[must_use]
    pub fn map<U>(self, mut make: impl FnMut(T) -> U) -> UpToTwo<U> {
        let first = self.first.map(&mut make);
        UpToTwo { first, second: self.second.map(|second| Box::new(make(*second))) }
    }

    /// Makes another item of each, or stops at the first error.
    ///
    /// # Errors
    /// The first error of `make`.
    pub fn try_map<U, E>(self, mut make: impl FnMut(T) -> Result<U, E>) -> Result<UpToTwo<U>, E> {
        let first = self.first.map(&mut make).transpose()?;
        let second = self.second.map(|second| make(*second)).transpose()?;
        Ok(UpToTwo { first, second: second.map(Box::new) })
    }
}

impl<T> Default for UpToTwo<T> {
    fn default() -> Self {
        UpToTwo::none()
    }
}

impl<T: fmt::Debug> fmt::Debug for UpToTwo<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<T> IntoIterator for UpToTwo<T> {
    type Item = T;
    type IntoIter = Chain<option::IntoIter<T>, option::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.into_iter().chain(self.second.map(|second| *second))
    }
}

impl<'i, T> IntoIterator for &'i UpToTwo<T> {
    type Item = &'i T;
    type IntoIter = Chain<option::Iter<'i, T>, option::IntoIter<&'i T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.iter().chain(self.second.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::UpToTwo;

    #[test]
    fn items_come_out_in_the_order_they_were_put_in() {
        let all = |list: &UpToTwo<u8>| list.iter().copied().collect::<Vec<_>>();
        let (none, one, two) = (UpToTwo::none(), UpToTwo::one(1), UpToTwo::two(1, 2));
        assert_eq!([all(&none), all(&one), all(&two)], [vec![], vec![1], vec![1, 2]]);
        assert_eq!([none.len(), one.len(), two.len()], [0, 1, 2]);
        assert!(none.is_empty() && !one.is_empty() && !two.is_empty());
        assert_eq!(all(&one.clone().after(0)), [0, 1]);
        assert_eq!(two.clone().map(|item| item + 1).into_iter().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(two.clone().try_map(|item| if item == 2 { Err("two") } else { Ok(item) }), Err("two"));
        assert_eq!(format!("{two:?}"), "[1, 2]");
    }
}
