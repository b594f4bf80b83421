//! Where the fields of a scenario file are: an error names the line its author has to read.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// The lines of the fields of one file. Built in one pass; a lookup costs the length of the path.
pub(crate) struct FieldLines<'a> {
    /// `None` for JSON and for text that does not parse.
    file: Option<Spanned<DeTable<'a>>>,
    /// The offsets of the line breaks.
    breaks: Vec<usize>,
}

impl<'a> FieldLines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        Self { file: DeTable::parse(text).ok(), breaks }
    }

    /// The line on which `field` (`sides.A.ships[3].at`) begins; for a missing field the line of what should contain
    /// it. `None` if the file has neither.
    pub(crate) fn line(&self, field: &str) -> Option<usize> {
        let path = field.replace('[', ".").replace(']', "");
        let words: Vec<&str> = path.split('.').collect();
        let at = in_table(self.file.as_ref()?.get_ref(), &words)?;
        Some(self.breaks.partition_point(|&end| end < at) + 1)
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
    use super::FieldLines;

    const FILE: &str = "id = \"x\"\n\n[sides.A]\nlp = 4\nships = [\n    { class = \"Scout\", at = \"TH1\" },\n    { class = \"Sloop\", at = \"TH2\" },\n]\n";

    #[test]
    fn a_field_is_found_by_its_path() {
        let lines = FieldLines::of(FILE);
        let found = ["id", "sides.A.lp", "sides.A.ships[0].at", "sides.A.ships[1].class"]
            .map(|field| lines.line(field));
        assert_eq!(found, [Some(1), Some(4), Some(6), Some(7)]);
    }

    #[test]
    fn a_missing_field_has_the_line_of_its_container() {
        let lines = FieldLines::of(FILE);
        assert_eq!(lines.line("sides.A.ships[0].damaged"), Some(6));
        assert_eq!(lines.line("sides.A.ships[9].at"), Some(5));
        assert_eq!(lines.line("deck"), None);
        assert_eq!(FieldLines::of("{ \"id\": 1 }").line("id"), None);
    }
}
