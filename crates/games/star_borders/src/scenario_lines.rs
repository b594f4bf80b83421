//! Where a field of a scenario file stands: an error names the line its author must look at.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The fields of a scenario file and where its lines begin: parsed once, whatever the number of errors.
pub(crate) struct Lines<'t> {
    file: Spanned<DeTable<'t>>,
    /// Byte offset of each line.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// None for JSON.
    pub(crate) fn of(text: &'t str) -> Option<Self> {
        let file = DeTable::parse(text).ok()?;
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Some(Self { file, starts: std::iter::once(0).chain(breaks).collect() })
    }

    /// The line, from 1, on which `field` (`sides.A.ships[3].at`) begins; a missing field has the line of what encloses
    /// it. None for what the file does not have at all.
    pub(crate) fn line_of(&self, field: &str) -> Option<usize> {
        let path = field.replace('[', ".").replace(']', "");
        let words: Vec<&str> = path.split('.').collect();
        let at = in_table(self.file.get_ref(), &words)?;
        Some(self.starts.partition_point(|&start| start <= at))
    }
}

fn in_table(table: &DeTable<'_>, words: &[&str]) -> Option<usize> {
    let (name, rest) = words.split_first()?;
    let (key, value) = table.get_key_value(*name)?;
    Some(in_value(value, rest).unwrap_or(key.span().start))
}

fn in_value(value: &Spanned<DeValue<'_>>, words: &[&str]) -> Option<usize> {
    let (number, rest) = words.split_first()?;
    match value.get_ref() {
        DeValue::Table(table) => in_table(table, words),
        DeValue::Array(items) => {
            let item = items.get(number.parse::<usize>().ok()?)?;
            Some(in_value(item, rest).unwrap_or(item.span().start))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(text: &str, field: &str) -> Option<usize> {
        Lines::of(text)?.line_of(field)
    }

    const FILE: &str = "id = \"x\"\n\n[sides.A]\nlp = 4\nships = [\n    { class = \"Scout\", at = \"TH1\" },\n    { class = \"Sloop\", at = \"TH2\" },\n]\n";

    #[test]
    fn a_field_is_found_by_its_path() {
        let lines = ["id", "sides.A.lp", "sides.A.ships[0].at", "sides.A.ships[1].class"]
            .map(|field| line_of(FILE, field));
        assert_eq!(lines, [Some(1), Some(4), Some(6), Some(7)]);
    }

    #[test]
    fn what_is_missing_is_looked_for_around_it() {
        assert_eq!(line_of(FILE, "sides.A.ships[0].damaged"), Some(6));
        assert_eq!(line_of(FILE, "sides.A.ships[9].at"), Some(5));
        assert_eq!(line_of(FILE, "deck"), None);
        assert_eq!(line_of("{ \"id\": 1 }", "id"), None);
    }
}
