//! A short list that is plain data: `Copy`, so that cloning a state is one memory copy.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// At most `N` items, in place. (`arrayvec` does the same but cannot be `Copy`.)
///
/// ```
/// let mut list: rules::InlineVec<u8, 4> = [3, 1].into_iter().collect();
/// list.push(2);
/// assert_eq!(list.pop(), Some(2));
/// assert_eq!(&list[..], [3, 1]);
/// ```
#[derive(Clone, Copy)]
pub struct InlineVec<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> InlineVec<T, N> {
    /// An empty list.
    pub fn new() -> Self {
        const { assert!(N < 256, "the length of an InlineVec is one byte") };
        Self { len: 0, items: [T::default(); N] }
    }
    /// Appends an item. Panics if the list already holds `N` items.
    #[inline]
    pub fn push(&mut self, item: T) {
        assert!(usize::from(self.len) < N, "a list of at most {N} items is full");
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }
    /// Removes and returns the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }
    /// The last item, mutable.
    #[inline]
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.as_mut_slice().last_mut()
    }
    /// All items, mutable.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
    /// Removes all items.
    pub fn clear(&mut self) {
        self.len = 0;
    }
    /// Inserts an item at `index`, moving the later ones up. Panics if the list is full.
    pub fn insert(&mut self, index: usize, item: T) {
        self.push(item);
        self.as_mut_slice()[index..].rotate_right(1);
    }
    /// Keeps only the items for which `keep` returns true, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut kept = 0;
        for index in 0..usize::from(self.len) {
            let item = self.items[index];
            if keep(&item) {
                self.items[kept] = item;
                kept += 1;
            }
        }
        self.len = kept as u8;
    }
    /// Removes the item at `index` and puts the last one in its place.
    pub fn swap_remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.items[index] = self.items[usize::from(self.len) - 1];
        self.len -= 1;
        item
    }
    /// Removes the item at `index`, keeping the order of the others.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.items.copy_within(index + 1..usize::from(self.len), index);
        self.len -= 1;
        item
    }
}

impl<T: Copy + Default, const N: usize> Default for InlineVec<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for InlineVec<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for InlineVec<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for InlineVec<T, N> {}

impl<T: Hash, const N: usize> Hash for InlineVec<T, N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

impl<T: PartialOrd, const N: usize> PartialOrd for InlineVec<T, N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<T: Ord, const N: usize> Ord for InlineVec<T, N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for InlineVec<T, N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for InlineVec<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for InlineVec<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T: Serialize, const N: usize> Serialize for InlineVec<T, N> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(out)
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for InlineVec<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let items: Vec<T> = Vec::deserialize(from)?;
        if items.len() > N {
            return Err(D::Error::custom(format!(
                "at most {N} items are possible here, found {}",
                items.len()
            )));
        }
        Ok(items.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::InlineVec;

    #[test]
    fn what_was_popped_does_not_count_in_a_comparison() {
        let mut list: InlineVec<u8, 3> = [1, 2].into_iter().collect();
        list.pop();
        assert_eq!(list, [1].into_iter().collect());
        assert_ne!(list, [2].into_iter().collect());
    }

    #[test]
    fn removing_keeps_the_order() {
        let mut list: InlineVec<u8, 4> = [1, 2, 3].into_iter().collect();
        assert_eq!(list.remove(0), 1);
        assert_eq!(&list[..], [2, 3]);
    }

    #[test]
    #[should_panic(expected = "at most 1 items is full")]
    fn more_than_fits_is_a_broken_invariant() {
        let _: InlineVec<u8, 1> = [1, 2].into_iter().collect();
    }
}
