//! A list of at most two items. One item takes no allocation.

use std::fmt;
use std::iter::Chain;
use std::option;

/// A list of at most two items: the effects of a step, or the changes of a commit. Nearly all have one.
#[derive(Clone, PartialEq, Eq)]
pub struct ShortList<T> {
    first: Option<T>,
    /// Only set if `first` is.
    second: Option<Box<T>>,
}

impl<T> ShortList<T> {
    /// Returns an empty list.
    #[must_use]
    pub const fn none() -> Self {
        ShortList { first: None, second: None }
    }

    /// Returns a list of one item.
    #[must_use]
    pub const fn one(item: T) -> Self {
        ShortList { first: Some(item), second: None }
    }

    /// Returns a list of two items.
    #[must_use]
    pub fn two(first: T, second: T) -> Self {
        ShortList { first: Some(first), second: Some(Box::new(second)) }
    }

    /// Adds an item in front. If there are two items, drops the second.
    #[must_use]
    pub fn prepend(self, item: T) -> Self {
        ShortList { first: Some(item), second: self.first.map(Box::new) }
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

    /// Converts each item.
    #[must_use]
    pub fn map<U>(self, mut make: impl FnMut(T) -> U) -> ShortList<U> {
        let first = self.first.map(&mut make);
        ShortList { first, second: self.second.map(|second| Box::new(make(*second))) }
    }

    /// Converts each item; stops at the first error.
    ///
    /// # Errors
    /// The first error of `make`.
    pub fn try_map<U, E>(self, mut make: impl FnMut(T) -> Result<U, E>) -> Result<ShortList<U>, E> {
        let first = self.first.map(&mut make).transpose()?;
        let second = self.second.map(|second| make(*second)).transpose()?;
        Ok(ShortList { first, second: second.map(Box::new) })
    }
}

impl<T> Default for ShortList<T> {
    fn default() -> Self {
        ShortList::none()
    }
}

impl<T: fmt::Debug> fmt::Debug for ShortList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<T> IntoIterator for ShortList<T> {
    type Item = T;
    type IntoIter = Chain<option::IntoIter<T>, option::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.into_iter().chain(self.second.map(|second| *second))
    }
}

impl<'i, T> IntoIterator for &'i ShortList<T> {
    type Item = &'i T;
    type IntoIter = Chain<option::Iter<'i, T>, option::IntoIter<&'i T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.iter().chain(self.second.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::ShortList;

    #[test]
    fn items_keep_their_order() {
        let all = |list: &ShortList<u8>| list.iter().copied().collect::<Vec<_>>();
        let (none, one, two) = (ShortList::none(), ShortList::one(1), ShortList::two(1, 2));
        assert_eq!([all(&none), all(&one), all(&two)], [vec![], vec![1], vec![1, 2]]);
        assert_eq!([none.len(), one.len(), two.len()], [0, 1, 2]);
        assert!(none.is_empty() && !one.is_empty() && !two.is_empty());
        assert_eq!(all(&one.clone().prepend(0)), [0, 1]);
        assert_eq!(two.clone().map(|item| item + 1).into_iter().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(two.clone().try_map(|item| if item == 2 { Err("two") } else { Ok(item) }), Err("two"));
        assert_eq!(format!("{two:?}"), "[1, 2]");
    }
}
