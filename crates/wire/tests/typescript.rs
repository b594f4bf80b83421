//! The committed TypeScript types are the ones the Rust types make.

use std::{env, fs, path::Path};

/// Compares with the committed file; writes it first if `STARBOARD_UPDATE` is set.
fn committed(name: &str, fresh: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated").join(name);
    if env::var_os("STARBOARD_UPDATE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&path, fresh).expect("the file can be written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == fresh, "web/src/generated/{name} is stale: run STARBOARD_UPDATE=1 cargo test -p wire");
    assert!(!fresh.contains("bigint"), "JSON knows no bigint");
}

#[test]
fn the_committed_types_are_up_to_date() {
    committed("wire.ts", &wire::typescript());
}

#[test]
fn the_committed_views_are_up_to_date() {
    committed("ev_nova.ts", &ev_nova::typescript());
    committed("space_infantry.ts", &space_infantry::typescript());
    committed("star_borders.ts", &star_borders::typescript());
    committed("starcraft.ts", &starcraft::typescript());
    committed("stellar_conquest.ts", &stellar_conquest::typescript());
}

#[test]
fn no_type_is_forgotten() {
    let text = wire::typescript();
    for name in ["NewTable", "News", "Update", "Op"] {
        assert!(text.contains(&format!("export type {name}")), "{name} is missing");
    }
}
