//! The committed TypeScript types are the ones the Rust types make.

use std::{env, fs, path::Path};

#[test]
fn the_committed_types_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated/wire.ts");
    let fresh = wire::typescript();
    if env::var_os("STARBOARD_BLESS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        fs::write(&path, &fresh).expect("the file can be written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == fresh, "web/src/generated/wire.ts is stale: run STARBOARD_BLESS=1 cargo test -p wire");
}

#[test]
fn no_type_is_forgotten() {
    let text = wire::typescript();
    for name in ["NewTable", "News", "Update", "Op"] {
        assert!(text.contains(&format!("export type {name}")), "{name} is missing");
    }
    assert!(!text.contains("bigint"), "JSON knows no bigint");
}
