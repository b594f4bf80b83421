//! What the tests need on a machine besides cargo, and how a new machine gets it.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::workspace::Workspace;

/// A Debian package and the place that shows it is there.
struct Package {
    name: &'static str,
    shown_by: &'static str,
}

/// A real PostgreSQL for the tests of the store and the server.
const POSTGRESQL: Package = Package { name: "postgresql", shown_by: "/usr/lib/postgresql" };
/// A real browser for the tests of the page.
const CHROMIUM: Package = Package { name: "chromium", shown_by: "/usr/bin/chromium" };

/// Before tests that talk to a database.
pub(crate) fn with_database(workspace: &Workspace) -> Result<()> {
    if workspace.path("crates/store").exists() { install(workspace, &POSTGRESQL) } else { Ok(()) }
}

/// Before tests that drive a browser.
pub(crate) fn with_browser(workspace: &Workspace) -> Result<()> {
    install(workspace, &CHROMIUM)
}

fn install(workspace: &Workspace, package: &Package) -> Result<()> {
    if Path::new(package.shown_by).exists() {
        return Ok(());
    }
    ensure!(
        workspace.succeeds("apt-get", &["--version"]),
        "the tests need {}, and this machine has no apt-get: install it by hand",
        package.name
    );
    let quiet = [("DEBIAN_FRONTEND", "noninteractive")];
    let how = || format!("as root: apt-get update && apt-get install -y {}", package.name);
    workspace.run_in("", "apt-get", &["update", "-qq"], &quiet).with_context(how)?;
    workspace.run_in("", "apt-get", &["install", "-y", "-qq", package.name], &quiet).with_context(how)
}
