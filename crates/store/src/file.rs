//! The SQLite file: lock, permissions, and signs that it is not the one that was meant.

use std::{
    fs::{File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use crate::Error;

/// `FILE` with a suffix, as in `FILE-wal`.
pub(crate) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

/// Creates folder and file if they are missing: only the owner may read them.
pub(crate) fn prepare(file: &Path) -> Result<(), Error> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        let cause = |cause| Error::Folder { path: folder.to_owned(), cause };
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(cause)?;
    }
    let cause = |cause| Error::File { path: file.to_owned(), cause };
    drop(owner_only(file).map_err(cause)?);
    restrict(file).map_err(cause)
}

/// Opens or creates a file that only the owner may read.
fn owner_only(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Takes the rights of group and others away.
pub(crate) fn restrict(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mut permissions = std::fs::metadata(file)?.permissions();
        if permissions.mode() & 0o077 != 0 {
            permissions.set_mode(0o600);
            std::fs::set_permissions(file, permissions)?;
        }
    }
    Ok(())
}

/// Locks the file for one server; released when the handle is dropped, also by a crash.
pub(crate) fn lock(file: &Path) -> Result<File, Error> {
    let path = beside(file, ".lock");
    let lock = owner_only(&path).map_err(|cause| Error::File { path: path.clone(), cause })?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(Error::InUse(file.to_owned())),
        Err(std::fs::TryLockError::Error(cause)) => Err(Error::File { path, cause }),
    }
}

/// Warns if the file is missing or empty although others suggest that there were tables.
pub(crate) fn suspicious(file: &Path) -> Option<String> {
    let length = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
    if length(file) > 0 {
        return None;
    }
    let wal = beside(file, "-wal");
    let name = file.display();
    if length(&wal) > 0 {
        return Some(format!(
            "{name} is empty or missing, but its log {} is not: tables may be lost; stop the server and restore the \
             file from a backup",
            wal.display()
        ));
    }
    let stem = file.file_stem()?.to_str()?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let other = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).find(|other| {
        let named =
            other.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(stem));
        named && other != file && length(other) > 0 && is_database(other)
    })?;
    Some(format!(
        "{name} is new and empty, but there is {}: if that is a backup, stop the server and restore it",
        other.display()
    ))
}

fn is_database(file: &Path) -> bool {
    use std::io::Read as _;
    let mut head = [0; 16];
    File::open(file).and_then(|mut file| file.read_exact(&mut head)).is_ok() && &head == b"SQLite format 3\0"
}

/// Free bytes on the disk of a folder; `None` if the system does not tell.
pub(crate) fn free_bytes(file: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let found = rustix::fs::statvfs(file).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}
