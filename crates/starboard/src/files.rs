//! Files: read whole, written whole or not at all.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use table::Save;

use crate::Failure;

/// No save or scenario is larger; what is larger is something else.
const LARGEST: u64 = 64 << 20;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let told = |error: io::Error| Failure::file(path, "read", &error);
    let size = fs::metadata(path).map_err(told)?.len();
    if size > LARGEST {
        let name = path.display().to_string();
        return Err(Failure::Data(format!("{name:?} has {size} bytes; expected at most {LARGEST}")));
    }
    fs::read_to_string(path).map_err(told)
}

/// A save, checked to be whole.
pub(crate) fn read_save(path: &Path) -> Result<Save, Failure> {
    Save::read(&read(path)?).map_err(|error| Failure::from(error).in_file(&path.display().to_string()))
}

/// Writes a file so that a crash leaves the old one or the new one, never half of it.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let told = |error: io::Error| Failure::file(path, "write", &error);
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(told)?;
    }
    let mut half = path.as_os_str().to_owned();
    half.push(".part");
    let half = PathBuf::from(half);
    fs::write(&half, text).map_err(told)?;
    fs::rename(&half, path).map_err(told)
}

/// Where the program keeps matches of its own accord.
pub(crate) fn state_folder() -> PathBuf {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    state.or_else(home).map_or_else(PathBuf::new, |state| state.join("starboard"))
}

/// Where a match of `game` is saved when the player names no file.
pub(crate) fn autosave_path(game: &str) -> PathBuf {
    state_folder().join(format!("{game}-autosave.json"))
}

/// The same name with `.previous` before its ending.
pub(crate) fn previous(path: &Path) -> PathBuf {
    path.with_extension("previous.json")
}
