//! Finds a field by the key of an answer.

use hashbrown::HashMap;

use crate::text::same;

/// Fields by the names that answers use. Keys mostly come in one of two orders, the form's or the
/// alphabet's (that of sorted maps), so both successors are tried before the hash.
#[derive(Debug, Default)]
pub(crate) struct FieldIndex {
    names: Vec<Box<str>>,
    by_name: HashMap<Box<str>, usize>,
    /// For each field the next in the alphabet; last, the first of all.
    next_by_name: Vec<usize>,
}

impl FieldIndex {
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let names: Vec<Box<str>> = names.map(Box::from).collect();
        let by_name = names.iter().enumerate().map(|(index, name)| (name.clone(), index)).collect();
        let mut alphabet: Vec<usize> = (0..names.len()).collect();
        alphabet.sort_by_key(|&index| &names[index]);
        let mut next_by_name = vec![usize::MAX; names.len() + 1];
        let mut previous = names.len();
        for index in alphabet {
            next_by_name[previous] = index;
            previous = index;
        }
        FieldIndex { names, by_name, next_by_name }
    }

    /// Returns the place of the field called `key`; `previous` is where the key before it was
    /// found.
    #[inline]
    pub(crate) fn find(&self, key: &str, previous: Option<usize>) -> Option<usize> {
        let next = self.guess(previous);
        if self.is_called(next, key) { Some(next) } else { self.find_out_of_order(key, previous) }
    }

    fn find_out_of_order(&self, key: &str, previous: Option<usize>) -> Option<usize> {
        let next = self.next_by_name.get(previous.unwrap_or(self.names.len())).copied();
        next.filter(|&next| self.is_called(next, key)).or_else(|| self.by_name.get(key).copied())
    }

    #[inline]
    fn is_called(&self, index: usize, key: &str) -> bool {
        self.names.get(index).is_some_and(|name| same(name, key))
    }

    /// Returns the field that comes next in the form.
    #[inline]
    pub(crate) fn guess(&self, previous: Option<usize>) -> usize {
        previous.map_or(0, |index| index + 1)
    }

    #[inline]
    pub(crate) fn name(&self, index: usize) -> Option<&str> {
        self.names.get(index).map(|name| &**name)
    }

    pub(crate) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }
}

#[cfg(test)]
mod tests {
    use super::FieldIndex;

    #[test]
    fn every_key_is_found_in_any_order() {
        let names = ["port", "host", "user", "a"];
        let index = FieldIndex::new(names.into_iter());
        for (place, name) in names.iter().enumerate() {
            for previous in [None, Some(0), Some(1), Some(2), Some(3)] {
                assert_eq!(index.find(name, previous), Some(place));
                assert_eq!(index.find("other", previous), None);
            }
        }
        assert_eq!(FieldIndex::new(std::iter::empty()).find("x", None), None);
    }
}
