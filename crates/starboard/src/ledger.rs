//! The ledger as a dictionary: what a rule id says.

use std::collections::BTreeMap;

/// The sentences of a rules ledger by their ids.
///
/// ```
/// let ledger = starboard::ledger::Ledger::read("- SB-7.3a **Retreat.** Only *before* a volley.\n");
/// assert_eq!(ledger.sentence("SB-7.3a"), Some("Retreat. Only before a volley."));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ledger(BTreeMap<String, String>);

impl Ledger {
    /// Reads the ledger's text: a row begins with a list mark, an optional emphasis and its id, and goes
    /// on over indented lines. Rows of tables begin with a bar.
    pub fn read(text: &str) -> Self {
        let mut rows = BTreeMap::new();
        let mut open: Option<String> = None;
        for line in text.lines() {
            if let Some((id, words)) = row(line) {
                rows.entry(id.to_owned()).or_insert_with(|| plain(words));
                open = Some(id.to_owned());
            } else if line.starts_with("  ") && !line.trim().is_empty() {
                if let Some(sentence) = open.as_ref().and_then(|id| rows.get_mut(id)) {
                    sentence.push(' ');
                    sentence.push_str(&plain(line.trim().trim_start_matches("- ")));
                }
            } else {
                open = None;
            }
        }
        Self(rows)
    }

    /// What the rule says.
    pub fn sentence(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }

    /// How many rules there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// No rule at all?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn row(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let rest = ["- ", "* ", "| ", "#### ", "### "].iter().find_map(|mark| line.strip_prefix(mark))?;
    let rest = rest.trim_start_matches(['*', '`', '[']);
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '.'))?;
    let (id, words) = rest.split_at(end);
    let id = id.trim_end_matches('.');
    let (prefix, number) = id.split_once('-')?;
    let is_id = prefix.len() == 2
        && prefix.bytes().all(|byte| byte.is_ascii_uppercase())
        && number.starts_with(|c: char| c.is_ascii_alphanumeric());
    let words = words.trim_start_matches(['*', '`', ']', ':', '|', ' ', '.']).trim_end_matches(['|', ' ']);
    is_id.then_some((id, words))
}

/// Without the marks of emphasis.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "").replace(" | ", " · ").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::Ledger;

    #[test]
    fn rows_are_found_in_lists_and_tables_and_go_on_over_lines() {
        let text =
            "# Ledger\n- SB-1.0a Two players:\n  one each.\n\n| SB-C01 | Card | **Draw** |\n- no rule\n";
        let ledger = Ledger::read(text);
        assert_eq!(ledger.sentence("SB-1.0a"), Some("Two players: one each."));
        assert_eq!(ledger.sentence("SB-C01"), Some("Card · Draw"));
        assert_eq!(ledger.len(), 2);
    }
}
