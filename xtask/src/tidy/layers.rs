//! Checks on the manifests: which crate may know which.

use std::collections::BTreeSet;

use toml::Table;

use super::{Findings, Source};

/// A library and the only crate that may use it; tests of another crate may look into a database.
const OWNED: [(&str, &str); 2] = [("sqlx", "store"), ("axum", "server")];
/// What a game may use of ours.
const BELOW_GAMES: [&str; 2] = ["atlas", "rules"];
/// What its tests may use besides.
const BELOW_TESTS: [&str; 1] = ["laws"];

/// One of our crates.
struct Manifest<'a> {
    path: &'a str,
    text: &'a str,
    name: String,
    table: Table,
}

/// One entry of a dependency table.
struct Dependency {
    /// As the manifest calls it, which is where to find the line.
    key: String,
    name: String,
    dev: bool,
}

impl Manifest<'_> {
    fn is_game(&self) -> bool {
        self.path.starts_with("crates/games/")
    }

    fn dependencies(&self) -> Vec<Dependency> {
        let targets = self.table.get("target").and_then(toml::Value::as_table);
        let mut tables: Vec<&Table> =
            targets.into_iter().flat_map(Table::values).filter_map(toml::Value::as_table).collect();
        tables.push(&self.table);
        let mut found = Vec::new();
        for table in tables {
            for kind in ["dependencies", "build-dependencies", "dev-dependencies"] {
                for (key, value) in table.get(kind).and_then(toml::Value::as_table).into_iter().flatten() {
                    let renamed = value.get("package").and_then(toml::Value::as_str);
                    let name = renamed.unwrap_or(key).replace('-', "_");
                    found.push(Dependency { key: key.clone(), name, dev: kind == "dev-dependencies" });
                }
            }
        }
        found
    }

    fn line(&self, dependency: &Dependency) -> usize {
        let begins = |line: &str| {
            let key = line.trim_start().trim_matches('"');
            key.strip_prefix(dependency.key.as_str())
                .is_some_and(|tail| tail.starts_with([' ', '=', '.', '"']))
        };
        self.text.lines().position(begins).map_or(1, |index| index + 1)
    }
}

fn manifests<'a>(source: &'a Source, findings: &mut Findings) -> Vec<Manifest<'a>> {
    let mut found = Vec::new();
    for (path, text) in source.tree.files().filter(|(path, _)| path.ends_with("/Cargo.toml")) {
        match text.parse::<Table>() {
            Ok(table) => {
                let name = table
                    .get("package")
                    .and_then(|package| package.get("name"))
                    .and_then(toml::Value::as_str);
                let name = name.unwrap_or_default().replace('-', "_");
                found.push(Manifest { path, text, name, table });
            }
            Err(error) => findings.add(path, 1, format!("not valid TOML: {}", error.message())),
        }
    }
    found
}

pub(super) fn games(source: &Source, findings: &mut Findings) {
    let manifests = manifests(source, findings);
    let ours: BTreeSet<&str> = manifests.iter().map(|manifest| manifest.name.as_str()).collect();
    let games: BTreeSet<&str> = manifests
        .iter()
        .filter(|manifest| manifest.is_game())
        .map(|manifest| manifest.name.as_str())
        .collect();
    for manifest in &manifests {
        for dependency in manifest.dependencies() {
            let name = dependency.name.as_str();
            let allowed = if manifest.is_game() {
                !ours.contains(name)
                    || BELOW_GAMES.contains(&name)
                    || (dependency.dev && (BELOW_TESTS.contains(&name) || name == manifest.name))
            } else if BELOW_GAMES.contains(&manifest.name.as_str()) {
                !ours.contains(name) || BELOW_GAMES.contains(&name)
            } else {
                !games.contains(name)
                    || dependency.dev
                    || matches!(manifest.name.as_str(), "catalog" | "xtask")
            };
            if !allowed {
                findings.add(
                    manifest.path,
                    manifest.line(&dependency),
                    format!("{} depends on {name}", manifest.name),
                );
            }
        }
    }
}

pub(super) fn owners(source: &Source, findings: &mut Findings) {
    for manifest in manifests(source, findings) {
        for dependency in manifest.dependencies() {
            for (library, owner) in OWNED.into_iter().filter(|_| !dependency.dev) {
                if dependency.name == library && manifest.name != owner {
                    let what = format!("{} names {library}, which only {owner} may", manifest.name);
                    findings.add(manifest.path, manifest.line(&dependency), what);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    #[test]
    fn games_know_rules_and_atlas_only() {
        let sb = "[package]\nname = \"sb\"\n[dependencies]\nrules.workspace = true\nserde = \"1\"\nsearch = { path = \"x\" }\n\
                  [dev-dependencies]\nlaws = { path = \"x\" }\ntable = { path = \"x\" }\n";
        let files = [
            ("crates/games/sb/Cargo.toml", sb),
            (
                "crates/rules/Cargo.toml",
                "[package]\nname = \"rules\"\n[dependencies]\ntable = { path = \"x\" }",
            ),
            (
                "crates/search/Cargo.toml",
                "[package]\nname = \"search\"\n[dev-dependencies]\nsb = { path = \"x\" }",
            ),
            (
                "crates/table/Cargo.toml",
                "[package]\nname = \"table\"\n[dependencies]\nother = { package = \"sb\" }",
            ),
            (
                "crates/laws/Cargo.toml",
                "[package]\nname = \"laws\"\n[target.'cfg(unix)'.dependencies]\nsb = \"1\"",
            ),
            (
                "crates/catalog/Cargo.toml",
                "[package]\nname = \"catalog\"\n[dependencies]\nsb = { path = \"x\" }",
            ),
        ];
        assert_eq!(
            found(games, files),
            [
                "crates/games/sb/Cargo.toml:6: sb depends on search",
                "crates/games/sb/Cargo.toml:9: sb depends on table",
                "crates/laws/Cargo.toml:4: laws depends on sb",
                "crates/rules/Cargo.toml:4: rules depends on table",
                "crates/table/Cargo.toml:4: table depends on sb",
            ]
        );
    }

    #[test]
    fn libraries_have_one_owner() {
        let files = [
            ("crates/store/Cargo.toml", "[package]\nname = \"store\"\n[dependencies]\nsqlx = \"0.9\""),
            (
                "crates/lab/Cargo.toml",
                "[package]\nname = \"lab\"\n[dependencies]\nsqlx = \"0.9\"\naxum-extra = \"1\"",
            ),
        ];
        assert_eq!(found(owners, files), ["crates/lab/Cargo.toml:4: lab names sqlx, which only store may"]);
    }

    #[test]
    fn a_broken_manifest_is_a_finding() {
        let broken = found(games, [("crates/x/Cargo.toml", "[package\n")]);
        assert!(broken[0].starts_with("crates/x/Cargo.toml:1: not valid TOML"), "{broken:?}");
    }
}
