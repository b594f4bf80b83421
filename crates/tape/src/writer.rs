//! Writing a value down. Enums, maps and options look as they would in JSON.

use std::fmt;

use serde::{
    Serialize,
    ser::{self, Serializer},
};

use crate::kind;

/// A value that could not be JSON.
#[derive(Debug, PartialEq, Eq)]
pub struct Unfit(String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

impl ser::Error for Unfit {
    fn custom<T: fmt::Display>(why: T) -> Self {
        Self(why.to_string())
    }
}

/// Writes one thing. With `key` set only what can be the name of a member.
pub(crate) struct Writer<'o> {
    out: &'o mut Vec<u8>,
    key: bool,
}

impl<'o> Writer<'o> {
    pub(crate) fn on(out: &'o mut Vec<u8>) -> Self {
        Self { out, key: false }
    }

    fn text(self, text: &str) -> Result<(), Unfit> {
        if text.len() < usize::from(kind::SMALL - kind::SHORT) {
            self.out.push(kind::SHORT + text.len() as u8);
        } else {
            self.out.push(kind::TEXT);
            self.out.extend_from_slice(&length(text.len())?);
        }
        self.out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn plain(self, kind: u8) -> Result<(), Unfit> {
        if self.key {
            return Err(Unfit("the name of a member is a text".to_owned()));
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
    ) -> Result<(), Unfit> {
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
    fn open(self, kind: u8) -> Result<Inside<'o>, Unfit> {
        let out = self.out;
        if self.key {
            return Err(Unfit("the name of a member is a text".to_owned()));
        }
        let from = out.len();
        out.extend_from_slice(&[kind, 0, 0, 0, 0]);
        Ok(Inside { out, from, outer: None })
    }

    /// Begins the object of an enum's variant, and what is in it.
    fn variant(self, name: &str, kind: u8) -> Result<Inside<'o>, Unfit> {
        let Inside { out, from, .. } = self.open(kind::OBJECT)?;
        Writer::on(out).text(name)?;
        let inside = Writer::on(out).open(kind)?;
        Ok(Inside { outer: Some(from), ..inside })
    }
}

fn length(bytes: usize) -> Result<[u8; 4], Unfit> {
    u32::try_from(bytes).map(u32::to_le_bytes).map_err(|_| Unfit("longer than four gigabytes".to_owned()))
}

/// What is being written, and where its length belongs.
pub(crate) struct Inside<'o> {
    out: &'o mut Vec<u8>,
    from: usize,
    /// Where the object around it begins, for variants.
    outer: Option<usize>,
}

impl Inside<'_> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        value.serialize(Writer::on(self.out))
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Unfit> {
        Writer::on(self.out).text(name)?;
        value.serialize(Writer::on(self.out))
    }

    fn close(self) -> Result<(), Unfit> {
        for from in [Some(self.from), self.outer].into_iter().flatten() {
            let inside = length(self.out.len() - from - 5)?;
            self.out[from + 1..from + 5].copy_from_slice(&inside);
        }
        Ok(())
    }
}

impl<'o> Serializer for Writer<'o> {
    type Ok = ();
    type Error = Unfit;
    type SerializeSeq = Inside<'o>;
    type SerializeTuple = Inside<'o>;
    type SerializeTupleStruct = Inside<'o>;
    type SerializeTupleVariant = Inside<'o>;
    type SerializeMap = Inside<'o>;
    type SerializeStruct = Inside<'o>;
    type SerializeStructVariant = Inside<'o>;

    fn serialize_bool(self, value: bool) -> Result<(), Unfit> {
        self.plain(if value { kind::TRUE } else { kind::FALSE })
    }
    fn serialize_i8(self, value: i8) -> Result<(), Unfit> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<(), Unfit> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<(), Unfit> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<(), Unfit> {
        match u64::try_from(value) {
            // One number is written one way: what is equal looks equal.
            Ok(value) => self.serialize_u64(value),
            Err(_) => self.number(kind::SIGNED, value.to_le_bytes(), None, value),
        }
    }
    fn serialize_u8(self, value: u8) -> Result<(), Unfit> {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<(), Unfit> {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<(), Unfit> {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<(), Unfit> {
        let small = u8::try_from(value).ok().filter(|small| *small < kind::SMALL);
        self.number(kind::UNSIGNED, value.to_le_bytes(), small, value)
    }
    fn serialize_f32(self, value: f32) -> Result<(), Unfit> {
        // Its own shortest form, not that of the longer number it is.
        self.serialize_f64(value.to_string().parse().unwrap_or_else(|_| value.into()))
    }
    fn serialize_f64(self, value: f64) -> Result<(), Unfit> {
        if !value.is_finite() {
            return self.plain(kind::NULL);
        }
        self.number(kind::FLOAT, value.to_le_bytes(), None, value)
    }
    fn serialize_char(self, value: char) -> Result<(), Unfit> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), Unfit> {
        self.text(value)
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unfit> {
        self.collect_seq(value)
    }
    fn serialize_none(self) -> Result<(), Unfit> {
        self.plain(kind::NULL)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unfit> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Unfit> {
        self.plain(kind::NULL)
    }
    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Unfit> {
        self.plain(kind::NULL)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Unfit> {
        self.text(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        let mut object = self.open(kind::OBJECT)?;
        object.member(variant, value)?;
        object.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'o>, Unfit> {
        self.open(kind::LIST)
    }
    fn serialize_tuple(self, _: usize) -> Result<Inside<'o>, Unfit> {
        self.open(kind::LIST)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'o>, Unfit> {
        self.open(kind::LIST)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'o>, Unfit> {
        self.variant(variant, kind::LIST)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'o>, Unfit> {
        self.open(kind::OBJECT)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'o>, Unfit> {
        self.open(kind::OBJECT)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'o>, Unfit> {
        self.variant(variant, kind::OBJECT)
    }
}

/// The same for all that hold elements, or members with their names.
macro_rules! inside {
    ($($of:ident: $method:ident($($name:ident)?) by $how:ident),+ $(,)?) => { $(
        impl ser::$of for Inside<'_> {
            type Ok = ();
            type Error = Unfit;
            fn $method<T: Serialize + ?Sized>(&mut self, $($name: &'static str,)? value: &T) -> Result<(), Unfit> {
                self.$how($($name,)? value)
            }
            fn end(self) -> Result<(), Unfit> {
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

impl ser::SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Unfit;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unfit> {
        key.serialize(Writer { out: self.out, key: true })
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        self.element(value)
    }
    fn end(self) -> Result<(), Unfit> {
        self.close()
    }
}
