//! Data files: typed cells and errors that name file, row and field.

use std::{fmt, str::FromStr};

/// An error in a data file: where it is and what was expected.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DataError {
    /// The file's name.
    pub file: String,
    /// Row and field, e.g. `line 7, column cost` or `cards[3].kind`.
    pub place: String,
    /// What was expected and what was found.
    pub message: String,
}

impl DataError {
    /// An error at a place of a file.
    pub fn new(file: impl Into<String>, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: file.into(), place: place.into(), message: message.into() }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, message } = self;
        write!(out, "{file}: {place}: {message}")
    }
}

impl std::error::Error for DataError {}

/// The rows of a comma-separated file. Cells may be quoted (`"a, b"`, `""` inside quotes is one quote).
///
/// ```
/// use rules::Rows;
///
/// let rows = Rows::read("units.csv", "name,cost\nScout,3\n\"Scout, fast\",x\n", "name,cost")?;
/// assert_eq!(rows.number::<u8>(0, "cost")?, 3);
/// assert_eq!(rows.text(1, "name"), "Scout, fast");
/// let error = rows.number::<u8>(1, "cost").unwrap_err();
/// assert_eq!(error.to_string(), "units.csv: line 3, column cost: expected a number, found \"x\"");
/// # Ok::<(), rules::DataError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rows {
    file: &'static str,
    header: Vec<String>,
    lines: Vec<(usize, Vec<String>)>,
}

impl Rows {
    /// Parses `text`, whose first line must be `header`. Every row must have as many cells as the header.
    pub fn read(file: &'static str, text: &str, header: &str) -> Result<Self, DataError> {
        let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let first = lines.next().map_or("", |(_, line)| line);
        if first != header {
            let message = format!("expected the columns {header:?}, found {first:?}");
            return Err(DataError::new(file, "line 1", message));
        }
        let header = cells(first);
        let mut rows = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let row = cells(line);
            if row.len() != header.len() {
                let message = format!("expected {} cells, found {}", header.len(), row.len());
                return Err(DataError::new(file, format!("line {number}"), message));
            }
            rows.push((number, row));
        }
        Ok(Self { file, header, lines: rows })
    }

    /// The number of rows below the header.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is no row below the header.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A cell. Panics if the header has no such column: columns are named by the program.
    pub fn text(&self, row: usize, column: &str) -> &str {
        let at = self.header.iter().position(|name| name == column);
        &self.lines[row].1[at.unwrap_or_else(|| panic!("{} has no column {column}", self.file))]
    }

    /// A cell parsed as a number.
    pub fn number<N: FromStr>(&self, row: usize, column: &str) -> Result<N, DataError> {
        self.text(row, column).parse().map_err(|_| self.wrong(row, column, "a number"))
    }

    /// `found`, or the error that the cell is not what `wanted` describes.
    pub fn find<T>(&self, row: usize, column: &str, wanted: &str, found: Option<T>) -> Result<T, DataError> {
        found.ok_or_else(|| self.wrong(row, column, wanted))
    }

    /// The error that a cell is not what `wanted` describes.
    pub fn wrong(&self, row: usize, column: &str, wanted: &str) -> DataError {
        let place = format!("line {}, column {column}", self.lines[row].0);
        DataError::new(self.file, place, format!("expected {wanted}, found {:?}", self.text(row, column)))
    }
}

fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let (mut quoted, mut letters) = (false, line.chars().peekable());
    while let Some(letter) = letters.next() {
        let cell = cells.last_mut().expect("there is always a cell");
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cell.push(letter),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::Rows;

    #[test]
    fn errors_name_file_row_and_field() {
        let wrong_header = Rows::read("a.csv", "x,y\n", "x,z").unwrap_err();
        assert_eq!(wrong_header.to_string(), "a.csv: line 1: expected the columns \"x,z\", found \"x,y\"");
        let short = Rows::read("a.csv", "x,y\n1,2\n\n3\n", "x,y").unwrap_err();
        assert_eq!(short.to_string(), "a.csv: line 4: expected 2 cells, found 1");
    }

    #[test]
    fn quotes_hold_commas_and_quotes() {
        let rows = Rows::read("a.csv", "x,y\n\"a, \"\"b\"\"\",\n", "x,y").expect("valid");
        assert_eq!((rows.text(0, "x"), rows.text(0, "y"), rows.len()), ("a, \"b\"", "", 1));
    }
}
