//! What the source of a game says about rules: `rule!` where one acts, `covers!` where one is tested.

use crate::rust::{Kind, Rust};
use crate::tree::RustFile;

/// All marks of one game.
#[derive(Default, Debug)]
pub(crate) struct Marks {
    /// `rule!` in code.
    pub(crate) code: Vec<Mark>,
    pub(crate) tests: Vec<Test>,
    /// Every string literal, to find ids that the ledger does not have.
    pub(crate) literals: Vec<Mark>,
    pub(crate) problems: Vec<String>,
}

/// A literal in a file.
#[derive(Debug)]
pub(crate) struct Mark {
    pub(crate) id: String,
    /// The file, from the folder of the crate.
    pub(crate) file: String,
    pub(crate) line: usize,
}

/// A test function.
#[derive(Debug)]
pub(crate) struct Test {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) covers: Vec<String>,
}

/// A function whose body is being read.
struct Open {
    end: usize,
    /// Its place among the tests, if it is one.
    test: Option<usize>,
    name: String,
}

impl Marks {
    /// Adds the marks of a file; `folder` is the crate's.
    pub(crate) fn read(&mut self, folder: &str, source: &RustFile) {
        let rust = &source.rust;
        let file = source.path.strip_prefix(folder).unwrap_or(source.path).trim_start_matches('/').to_owned();
        let mut open: Vec<Open> = Vec::new();
        for index in 0..rust.code().len() {
            let line = rust.code()[index].line;
            open.retain(|function| index < function.end);
            if let Some(literal) = rust.literal(index) {
                self.literals.push(Mark { id: literal.to_owned(), file: file.clone(), line });
            } else if rust.is(index, "fn") {
                if let Some(end) = body_end(rust, index) {
                    let name = rust.text(index + 1).to_owned();
                    let test = is_test(rust, index).then_some(self.tests.len());
                    if test.is_some() {
                        self.tests.push(Test {
                            name: name.clone(),
                            file: file.clone(),
                            line,
                            covers: Vec::new(),
                        });
                    }
                    open.push(Open { end, test, name });
                }
            } else if rust.reads(index, &["rule", "!", "("]) {
                let Some(id) = rust.literal(index + 3) else { continue };
                if source.in_test(index) {
                    self.problems.push(format!(
                        "{file}:{line}: a test says rule!(\"{id}\"); only the code under test may"
                    ));
                } else {
                    self.code.push(Mark { id: id.to_owned(), file: file.clone(), line });
                }
            } else if rust.reads(index, &["covers", "!", "("]) {
                let ids =
                    (index + 3..rust.close(index + 2)).filter_map(|at| rust.literal(at)).map(str::to_owned);
                match open.last() {
                    Some(Open { test: Some(test), .. }) => self.tests[*test].covers.extend(ids),
                    Some(Open { name, .. }) => {
                        self.problems
                            .push(format!("{file}:{line}: covers! stands in `{name}`, which is not a test"));
                    }
                    None => self.problems.push(format!("{file}:{line}: covers! stands outside of any test")),
                }
            }
        }
    }
}

/// One past the body of the function whose `fn` stands at `index`; none for types and declarations.
fn body_end(rust: &Rust, index: usize) -> Option<usize> {
    if rust.code().get(index + 1)?.kind != Kind::Word {
        return None;
    }
    let mut at = index + 2;
    loop {
        match rust.text(at) {
            "" | ";" => return None,
            "{" => return Some(rust.close(at)),
            "(" | "[" => at = rust.close(at) + 1,
            _ => at += 1,
        }
    }
}

/// Does an attribute such as `#[test]` or `#[tokio::test]` stand before the `fn` at `index`?
fn is_test(rust: &Rust, index: usize) -> bool {
    let mut at = index;
    while at > 0 {
        at -= 1;
        match rust.text(at) {
            "pub" | "async" | "const" | "unsafe" | "extern" => {}
            "]" => {
                let Some(start) = attribute_start(rust, at) else { return false };
                let path = (start + 2..at).take_while(|&index| !rust.is(index, "("));
                if path.last().is_some_and(|last| rust.is(last, "test")) {
                    return true;
                }
                at = start;
            }
            _ => return false,
        }
    }
    false
}

/// The `#` of the attribute that ends with the bracket at `end`.
fn attribute_start(rust: &Rust, end: usize) -> Option<usize> {
    (0..end).rev().filter(|&start| rust.reads(start, &["#", "["])).find(|&start| rust.close(start + 1) == end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    fn marks(files: &[(&str, &str)]) -> Marks {
        let mut tree = Tree::default();
        for (path, text) in files {
            tree.add(path, (*text).to_owned());
        }
        let mut marks = Marks::default();
        for file in tree.rust_files() {
            marks.read("g", &file);
        }
        marks
    }

    #[test]
    fn marks_belong_to_code_and_covers_to_tests() {
        let source = r#"
            // rule!("SB-0")
            fn may(&self) -> Result<(), Denied> { Err(Denied(rule!("SB-1"))) }
            #[cfg(test)]
            mod tests {
                #[test]
                #[should_panic(expected = "rule")]
                fn sb_1_it_acts() { covers!("SB-1", "SB-2",); let f = |x: [u8; 2]| { x }; }
                fn helper() {}
            }
        "#;
        let marks = marks(&[("g/src/a.rs", source)]);
        let code: Vec<_> =
            marks.code.iter().map(|mark| (mark.id.as_str(), mark.file.as_str(), mark.line)).collect();
        assert_eq!(code, [("SB-1", "src/a.rs", 3)]);
        assert_eq!(marks.tests.len(), 1);
        assert_eq!(
            (marks.tests[0].name.as_str(), marks.tests[0].covers.join(" ")),
            ("sb_1_it_acts", "SB-1 SB-2".into())
        );
        assert!(marks.problems.is_empty());
    }

    #[test]
    fn marks_in_the_wrong_place_are_reported() {
        let source = "fn helper() { covers!(\"SB-1\"); }\n#[test]\nfn t() { rule!(\"SB-2\"); }";
        assert_eq!(
            marks(&[("g/tests/a.rs", source)]).problems,
            [
                "tests/a.rs:1: covers! stands in `helper`, which is not a test",
                "tests/a.rs:3: a test says rule!(\"SB-2\"); only the code under test may",
            ]
        );
    }

    #[test]
    fn tests_of_macros_and_runtimes_count() {
        let source = "proptest! { #[test] fn a(x in 0..5) { covers!(\"SB-1\"); } } #[tokio::test(flavor = \"x\")] async fn b() {}";
        let names: Vec<_> =
            marks(&[("g/tests/a.rs", source)]).tests.into_iter().map(|test| test.name).collect();
        assert_eq!(names, ["a", "b"]);
    }
}
