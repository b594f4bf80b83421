//! The files of the checkout in memory, so that every check is a function of text and can be tested.

use std::collections::{BTreeMap, BTreeSet};

use crate::rust::Rust;

/// Files by path, with forward slashes from the root.
#[derive(Default)]
pub(crate) struct Tree {
    files: BTreeMap<String, String>,
    binaries: BTreeSet<String>,
}

/// A Rust file that was cut into tokens.
pub(crate) struct RustFile<'a> {
    pub(crate) path: &'a str,
    pub(crate) rust: Rust,
    test: bool,
}

impl RustFile<'_> {
    /// Does the code token at `index` belong to tests alone?
    pub(crate) fn in_test(&self, index: usize) -> bool {
        self.test || self.rust.in_test(index)
    }
}

impl Tree {
    pub(crate) fn add(&mut self, path: &str, text: String) {
        self.files.insert(path.to_owned(), text);
    }

    /// A file without text: it exists, nothing more is known of it.
    pub(crate) fn add_binary(&mut self, path: &str) {
        self.binaries.insert(path.to_owned());
    }

    /// The text files, in order of their paths.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Is there such a file or folder?
    pub(crate) fn exists(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        path.is_empty()
            || self.files.contains_key(path)
            || self.binaries.contains(path)
            || self.files.keys().chain(&self.binaries).any(|file| file.starts_with(&folder))
    }

    /// The names of the folders and files directly under `folder`.
    pub(crate) fn children(&self, folder: &str) -> BTreeSet<&str> {
        let under = |path: &'_ String| path.strip_prefix(folder).is_some_and(|tail| tail.starts_with('/'));
        let paths = self.files.keys().filter(|path| under(path));
        paths.filter_map(|path| path[folder.len() + 1..].split('/').next()).collect()
    }

    /// Every Rust file, cut into tokens.
    pub(crate) fn rust_files(&self) -> Vec<RustFile<'_>> {
        let sources = self.files().filter(|(path, _)| has_extension(path, "rs"));
        let mut files: Vec<_> = sources
            .map(|(path, text)| RustFile { path, rust: Rust::read(text), test: in_test_folder(path) })
            .collect();
        let modules: Vec<String> = files.iter().flat_map(test_module_stems).collect();
        for file in &mut files {
            let stem = file.path.trim_end_matches(".rs");
            file.test |= modules.iter().any(|module| {
                stem.strip_prefix(module.as_str())
                    .is_some_and(|tail| tail.is_empty() || tail.starts_with('/'))
            });
        }
        files
    }
}

/// Paths without `.rs` of the modules that `file` declares for tests only.
fn test_module_stems(file: &RustFile) -> Vec<String> {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", file.path));
    let folder = match name {
        "lib.rs" | "main.rs" | "mod.rs" => folder,
        _ => file.path.trim_end_matches(".rs"),
    };
    file.rust.test_modules().map(|module| format!("{folder}/{module}")).collect()
}

/// Does the path lie in a `tests` or `benches` folder of a crate?
fn in_test_folder(path: &str) -> bool {
    let folder = path.split('/').find(|part| matches!(*part, "src" | "tests" | "benches"));
    matches!(folder, Some("tests" | "benches"))
}

/// Does the file name end with this extension?
pub(crate) fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end == extension)
}

#[cfg(test)]
impl<const N: usize> From<[(&str, &str); N]> for Tree {
    fn from(files: [(&str, &str); N]) -> Self {
        let mut tree = Self::default();
        for (path, text) in files {
            tree.add(path, text.to_owned());
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_exist_and_have_children() {
        let tree = Tree::from([("a/b/c.rs", ""), ("a/d.rs", ""), ("ab/e.rs", "")]);
        assert!(tree.exists("a/b") && tree.exists("a/b/") && tree.exists("a/d.rs"));
        assert!(!tree.exists("a/c") && !tree.exists("b"));
        assert_eq!(tree.children("a").into_iter().collect::<Vec<_>>(), ["b", "d.rs"]);
    }

    #[test]
    fn a_test_module_in_its_own_file_is_a_test() {
        let tree = Tree::from([
            ("x/src/lib.rs", "mod code; #[cfg(test)] mod helpers;"),
            ("x/src/code.rs", "fn f() {} #[cfg(test)] mod tests;"),
            ("x/src/helpers/deep.rs", "fn f() {}"),
            ("x/src/code/tests.rs", "fn f() {}"),
            ("x/src/code/more.rs", "fn f() {}"),
            ("x/tests/laws.rs", "fn f() {}"),
        ]);
        let tests: Vec<_> = tree
            .rust_files()
            .iter()
            .filter(|file| file.in_test(0))
            .map(|file| file.path.to_owned())
            .collect();
        assert_eq!(tests, ["x/src/code/tests.rs", "x/src/helpers/deep.rs", "x/tests/laws.rs"]);
    }
}
