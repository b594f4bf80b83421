//! Encoding a value. Enums, maps and options have the shape they have in JSON.

use std::fmt;

use serde::{
    Serialize,
    ser::{self, Serializer},
};

use crate::kind;

/// A value without a JSON form.
#[derive(Debug, PartialEq, Eq)]
pub struct EncodeError(String);

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EncodeError {}

impl ser::Error for EncodeError {
    fn custom<T: fmt::Display>(why: T) -> Self {
        Self(why.to_string())
    }
}

/// Encodes one node. With `key` set it accepts only what can be the name of a member.
pub(crate) struct Encoder<'o> {
    out: &'o mut Vec<u8>,
    key: bool,
}

impl<'o> Encoder<'o> {
    pub(crate) fn on(out: &'o mut Vec<u8>) -> Self {
        Self { out, key: false }
    }

    fn text(self, text: &str) -> Result<(), EncodeError> {
        if text.len() < usize::from(kind::SMALL - kind::SHORT) {
            self.out.push(kind::SHORT + text.len() as u8);
        } else {
            self.out.push(kind::TEXT);
            self.out.extend_from_slice(&length(text.len())?);
        }
        self.out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn plain(self, kind: u8) -> Result<(), EncodeError> {
        if self.key {
            return Err(EncodeError("the name of a member is a text".to_owned()));
        }
        self.out.push(kind);
        Ok(())
    }

    fn number(
        self,
        kind: u8,
        number: [u8; 8],
        small: Option<u8>,
        text: impl fmt::Display,
    ) -> Result<(), EncodeError> {
        if self.key {
            return self.text(&text.to_string());
        }
        if let Some(small) = small {
            self.out.push(kind::SMALL + small);
        } else {
            self.out.push(kind);
            self.out.extend_from_slice(&number);
        }
        Ok(())
    }

    /// Begins a list or an object.
    fn open(self, kind: u8) -> Result<CompoundEncoder<'o>, EncodeError> {
        let out = self.out;
        if self.key {
            return Err(EncodeError("the name of a member is a text".to_owned()));
        }
        let from = out.len();
        out.extend_from_slice(&[kind, 0, 0, 0, 0]);
        Ok(CompoundEncoder { out, from, outer: None })
    }

    /// Begins the object of an enum's variant, and what is in it.
    fn variant(self, name: &str, kind: u8) -> Result<CompoundEncoder<'o>, EncodeError> {
        let CompoundEncoder { out, from, .. } = self.open(kind::OBJECT)?;
        Encoder::on(out).text(name)?;
        let inside = Encoder::on(out).open(kind)?;
        Ok(CompoundEncoder { outer: Some(from), ..inside })
    }
}

fn length(bytes: usize) -> Result<[u8; 4], EncodeError> {
    u32::try_from(bytes)
        .map(u32::to_le_bytes)
        .map_err(|_| EncodeError("longer than four gigabytes".to_owned()))
}

/// An open list or object, and where its length will be written.
pub(crate) struct CompoundEncoder<'o> {
    out: &'o mut Vec<u8>,
    from: usize,
    /// Where the object around it begins, for variants.
    outer: Option<usize>,
}

impl CompoundEncoder<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        value.serialize(Encoder::on(self.out))
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), EncodeError> {
        Encoder::on(self.out).text(name)?;
        value.serialize(Encoder::on(self.out))
    }

    fn close(self) -> Result<(), EncodeError> {
        for from in [Some(self.from), self.outer].into_iter().flatten() {
            let inside = length(self.out.len() - from - 5)?;
            self.out[from + 1..from + 5].copy_from_slice(&inside);
        }
        Ok(())
    }
}

impl<'o> Serializer for Encoder<'o> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = CompoundEncoder<'o>;
    type SerializeTuple = CompoundEncoder<'o>;
    type SerializeTupleStruct = CompoundEncoder<'o>;
    type SerializeTupleVariant = CompoundEncoder<'o>;
    type SerializeMap = CompoundEncoder<'o>;
    type SerializeStruct = CompoundEncoder<'o>;
    type SerializeStructVariant = CompoundEncoder<'o>;

    fn serialize_bool(self, value: bool) -> Result<(), EncodeError> {
        self.plain(if value { kind::TRUE } else { kind::FALSE })
    }
    fn serialize_i8(self, value: i8) -> Result<(), EncodeError> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<(), EncodeError> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<(), EncodeError> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<(), EncodeError> {
        match u64::try_from(value) {
            // One encoding per number: equal values have equal bytes.
            Ok(value) => self.serialize_u64(value),
            Err(_) => self.number(kind::SIGNED, value.to_le_bytes(), None, value),
        }
    }
    fn serialize_u8(self, value: u8) -> Result<(), EncodeError> {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<(), EncodeError> {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<(), EncodeError> {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<(), EncodeError> {
        let small = u8::try_from(value).ok().filter(|small| *small < kind::SMALL);
        self.number(kind::UNSIGNED, value.to_le_bytes(), small, value)
    }
    fn serialize_f32(self, value: f32) -> Result<(), EncodeError> {
        // The shortest form of the `f32`, not of the `f64` it widens to.
        self.serialize_f64(value.to_string().parse().unwrap_or_else(|_| value.into()))
    }
    fn serialize_f64(self, value: f64) -> Result<(), EncodeError> {
        if !value.is_finite() {
            return self.plain(kind::NULL);
        }
        self.number(kind::FLOAT, value.to_le_bytes(), None, value)
    }
    fn serialize_char(self, value: char) -> Result<(), EncodeError> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), EncodeError> {
        self.text(value)
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<(), EncodeError> {
        self.collect_seq(value)
    }
    fn serialize_none(self) -> Result<(), EncodeError> {
        self.plain(kind::NULL)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), EncodeError> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), EncodeError> {
        self.plain(kind::NULL)
    }
    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), EncodeError> {
        self.plain(kind::NULL)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), EncodeError> {
        self.text(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        let mut object = self.open(kind::OBJECT)?;
        object.member(variant, value)?;
        object.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<CompoundEncoder<'o>, EncodeError> {
        self.open(kind::LIST)
    }
    fn serialize_tuple(self, _: usize) -> Result<CompoundEncoder<'o>, EncodeError> {
        self.open(kind::LIST)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<CompoundEncoder<'o>, EncodeError> {
        self.open(kind::LIST)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<CompoundEncoder<'o>, EncodeError> {
        self.variant(variant, kind::LIST)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<CompoundEncoder<'o>, EncodeError> {
        self.open(kind::OBJECT)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<CompoundEncoder<'o>, EncodeError> {
        self.open(kind::OBJECT)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<CompoundEncoder<'o>, EncodeError> {
        self.variant(variant, kind::OBJECT)
    }
}

/// Implements the compound serializers: elements, or members with their names.
macro_rules! inside {
    ($($of:ident: $method:ident($($name:ident)?) by $how:ident),+ $(,)?) => { $(
        impl ser::$of for CompoundEncoder<'_> {
            type Ok = ();
            type Error = EncodeError;
            fn $method<T: Serialize + ?Sized>(&mut self, $($name: &'static str,)? value: &T) -> Result<(), EncodeError> {
                self.$how($($name,)? value)
            }
            fn end(self) -> Result<(), EncodeError> {
                self.close()
            }
        }
    )+ };
}
inside!(
    SerializeSeq: serialize_element() by element,
    SerializeTuple: serialize_element() by element,
    SerializeTupleStruct: serialize_field() by element,
    SerializeTupleVariant: serialize_field() by element,
    SerializeStruct: serialize_field(name) by member,
    SerializeStructVariant: serialize_field(name) by member,
);

impl ser::SerializeMap for CompoundEncoder<'_> {
    type Ok = ();
    type Error = EncodeError;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EncodeError> {
        key.serialize(Encoder { out: self.out, key: true })
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.element(value)
    }
    fn end(self) -> Result<(), EncodeError> {
        self.close()
    }
}
