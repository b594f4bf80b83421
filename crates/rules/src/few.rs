//! A short list that is plain data: `Copy`, so that cloning a state is one memory copy.

use std::{fmt, ops::Deref};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// At most `N` items, in place. (`arrayvec` does the same but cannot be `Copy`.)
///
/// ```
/// let mut few: rules::Few<u8, 4> = [3, 1].into_iter().collect();
/// few.push(2);
/// assert_eq!(few.pop(), Some(2));
/// assert_eq!(&few[..], [3, 1]);
/// ```
#[derive(Clone, Copy)]
pub struct Few<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// Nothing yet.
    pub fn new() -> Self {
        const { assert!(N < 256, "a Few counts in one byte") };
        Self { len: 0, items: [T::default(); N] }
    }
    /// Adds an item at the end. More than `N` is a broken invariant.
    #[inline]
    pub fn push(&mut self, item: T) {
        assert!(usize::from(self.len) < N, "a list of at most {N} items is full");
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }
    /// Takes the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }
    /// The last item, to be changed.
    #[inline]
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.as_mut_slice().last_mut()
    }
    /// All items, to be changed.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
    /// Forgets all items.
    pub fn clear(&mut self) {
        self.len = 0;
    }
    /// Takes out the item at `index`, keeping the order of the others.
    pub fn remove(&mut self, index: usize) -> T {
        let item = self[index];
        self.items.copy_within(index + 1..usize::from(self.len), index);
        self.len -= 1;
        item
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Self::new();
        items.into_iter().for_each(|item| few.push(item));
        few
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for Few<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(out)
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Few<T, N> {
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
    use super::Few;

    #[test]
    fn what_was_popped_does_not_count_in_a_comparison() {
        let mut few: Few<u8, 3> = [1, 2].into_iter().collect();
        few.pop();
        assert_eq!(few, [1].into_iter().collect());
        assert_ne!(few, [2].into_iter().collect());
    }

    #[test]
    fn removing_keeps_the_order() {
        let mut few: Few<u8, 4> = [1, 2, 3].into_iter().collect();
        assert_eq!(few.remove(0), 1);
        assert_eq!(&few[..], [2, 3]);
    }

    #[test]
    #[should_panic(expected = "at most 1 items is full")]
    fn more_than_fits_is_a_broken_invariant() {
        let _: Few<u8, 1> = [1, 2].into_iter().collect();
    }
}
