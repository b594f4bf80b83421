//! What a choice, a log line or a card refers to.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::{ReadError, Seat};

/// Something a player can point at. It has one textual form everywhere (`Display`, `FromStr`, JSON): a kind, a
/// colon and an id without spaces. A client that does not draw a target shows its choice as a button.
///
/// ```
/// use rules::{Seat, Target};
///
/// let scout: Target = "piece:A-ST-1".parse()?;
/// assert_eq!(scout, Target::Piece("A-ST-1".into()));
/// assert_eq!(Target::Seat(Seat(2)).to_string(), "seat:2");
/// assert!("ship:7".parse::<Target>().is_err());
/// # Ok::<(), rules::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Target {
    /// A counter, miniature, fleet or token: `piece:A-ST-1`.
    Piece(String),
    /// A location, area, star or planet: `place:TH3`.
    Place(String),
    /// A card or technology: `card:7`.
    Card(String),
    /// A track, meter, die or number on display: `track:lp`.
    Track(String),
    /// A player: `seat:0`.
    Seat(Seat),
    /// A button on the prompt line: `button:end`.
    Button(String),
}

impl Target {
    /// The word before the colon.
    pub const fn kind(&self) -> &'static str {
        match self {
            Target::Piece(_) => "piece",
            Target::Place(_) => "place",
            Target::Card(_) => "card",
            Target::Track(_) => "track",
            Target::Seat(_) => "seat",
            Target::Button(_) => "button",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Piece(id)
            | Target::Place(id)
            | Target::Card(id)
            | Target::Track(id)
            | Target::Button(id) => write!(out, "{}:{id}", self.kind()),
            Target::Seat(Seat(seat)) => write!(out, "seat:{seat}"),
        }
    }
}

impl FromStr for Target {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = || ReadError::expected("a target such as piece:A-ST-1 or place:TH3", text);
        let (kind, id) = text.split_once(':').ok_or_else(wrong)?;
        if id.is_empty() || id.contains(char::is_whitespace) {
            return Err(wrong());
        }
        match kind {
            "piece" => Ok(Target::Piece(id.to_owned())),
            "place" => Ok(Target::Place(id.to_owned())),
            "card" => Ok(Target::Card(id.to_owned())),
            "track" => Ok(Target::Track(id.to_owned())),
            "seat" => Ok(Target::Seat(Seat(id.parse().map_err(|_| wrong())?))),
            "button" => Ok(Target::Button(id.to_owned())),
            _ => Err(wrong()),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn every_kind_is_read_back() {
        for text in ["piece:A-ST-1", "place:TH3", "card:7", "track:lp", "seat:5", "button:end"] {
            assert_eq!(text.parse::<Target>().expect("a target").to_string(), text);
        }
    }

    #[test]
    fn unknown_kinds_and_empty_ids_are_refused() {
        for text in ["ship:1", "piece", "piece:", "seat:x", "place:two words", ""] {
            assert!(text.parse::<Target>().is_err(), "{text:?}");
        }
    }
}
