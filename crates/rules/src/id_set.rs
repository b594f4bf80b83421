//! Sets of small ids as bits.

/// Declares a set of ids of a newtype `Id(pub u8)`, stored in an unsigned integer of up to 128 bits.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// pub struct Ship(pub u8);
/// rules::id_set! {
///     /// Ships of both sides.
///     ShipSet, Ship, u128
/// }
/// let mut fleet: ShipSet = [Ship(3), Ship(99)].into_iter().collect();
/// fleet.remove(Ship(3));
/// assert_eq!(fleet.iter().collect::<Vec<_>>(), [Ship(99)]);
/// assert!(fleet.has(Ship(99)) && (fleet - fleet).is_empty());
/// ```
#[macro_export]
macro_rules! id_set {
    ($(#[$about:meta])* $set:ident, $id:ident, $bits:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $set(pub $bits);

        #[expect(clippy::allow_attributes, reason = "not every set needs every operation")]
        #[allow(dead_code)]
        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// A set of one id.
            #[inline]
            pub const fn only(id: $id) -> Self {
                Self(1 << id.0)
            }
            /// The ids below `n`.
            #[inline]
            pub const fn first_n(n: u32) -> Self {
                if n >= <$bits>::BITS { Self(<$bits>::MAX) } else { Self((1 << n) - 1) }
            }
            /// Whether `id` is in the set.
            #[inline]
            pub const fn has(self, id: $id) -> bool {
                self.0 & (1 << id.0) != 0
            }
            /// Adds `id`.
            #[inline]
            pub const fn insert(&mut self, id: $id) {
                self.0 |= 1 << id.0;
            }
            /// Removes `id`.
            #[inline]
            pub const fn remove(&mut self, id: $id) {
                self.0 &= !(1 << id.0);
            }
            /// Adds or removes `id`.
            #[inline]
            pub const fn set(&mut self, id: $id, present: bool) {
                if present { self.insert(id) } else { self.remove(id) }
            }
            /// This set and `id`.
            #[inline]
            #[must_use]
            pub const fn with(self, id: $id) -> Self {
                Self(self.0 | 1 << id.0)
            }
            /// This set without `id`.
            #[inline]
            #[must_use]
            pub const fn without(self, id: $id) -> Self {
                Self(self.0 & !(1 << id.0))
            }
            /// Whether the set has no member.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
            /// The number of members.
            #[inline]
            pub const fn len(self) -> u8 {
                self.0.count_ones() as u8
            }
            /// Whether both sets have a member in common.
            #[inline]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
            /// Whether every member is in `other`, too.
            #[inline]
            pub const fn is_subset(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }
            /// The member with the lowest id.
            #[inline]
            pub const fn first(self) -> Option<$id> {
                if self.0 == 0 { None } else { Some($id(self.0.trailing_zeros() as u8)) }
            }
            /// The members above `id`.
            #[inline]
            #[must_use]
            pub const fn above(self, id: $id) -> Self {
                Self(self.0 & !((2 << id.0) - 1))
            }
            /// The members in ascending order.
            #[inline]
            #[must_use]
            pub const fn iter(self) -> Self {
                self
            }
        }

        #[expect(clippy::copy_iterator, reason = "iterating over a copy is what every rule wants here")]
        impl Iterator for $set {
            type Item = $id;
            #[inline]
            fn next(&mut self) -> Option<$id> {
                let first = self.first()?;
                self.0 &= self.0 - 1;
                Some(first)
            }
        }

        impl std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl std::ops::Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }
        impl std::ops::Not for $set {
            type Output = Self;
            #[inline]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
        impl std::ops::BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: Self) {
                self.0 &= other.0;
            }
        }
        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }
        impl std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }
        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(ids: I) -> Self {
                ids.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
        impl std::fmt::Debug for $set {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.debug_set().entries((*self).map(|id| id.0)).finish()
            }
        }
    };
}
