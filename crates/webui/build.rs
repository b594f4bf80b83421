//! Builds the web client with npm and Vite into `OUT_DIR/dist`, or leaves a page that says why it could not.
//!
//! `WEBUI=auto` (default) builds if npm is there, `require` stops the build if it fails, `skip` always writes the
//! placeholder, and a path copies a client that was built elsewhere.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    println!("cargo::rerun-if-env-changed=WEBUI");
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("dist");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let wanted = env::var("WEBUI").unwrap_or_else(|_| "auto".to_owned());
    if out.exists() {
        fs::remove_dir_all(&out).expect("the old client can be removed");
    }
    fs::create_dir_all(&out).expect("the folder can be made");
    let built = match wanted.as_str() {
        "skip" => Err("it was built with WEBUI=skip".to_owned()),
        "auto" | "require" => build(&web, &out),
        path => copy(Path::new(path), &out).map_err(|error| format!("{path}: {error}")),
    };
    let Err(why) = built else { return };
    if !matches!(wanted.as_str(), "auto" | "skip") {
        println!("cargo::error=the web client could not be built: {why}");
    }
    if wanted == "auto" {
        println!("cargo::warning=no web client, only a placeholder page: {why}");
        // Cargo cannot know when npm appears: name a path that never exists, and the script runs at every build.
        println!("cargo::rerun-if-changed=never-exists");
    }
    fs::write(out.join("index.html"), placeholder(&why)).expect("the page can be written");
}

fn build(web: &Path, out: &Path) -> Result<(), String> {
    // One by one: node_modules lies in the same folder and changes at every install.
    for input in [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "tsconfig.json",
        "svelte.config.js",
    ] {
        let input = web.join(input);
        if input.exists() {
            println!("cargo::rerun-if-changed={}", input.display());
        }
    }
    if !web.join("package.json").exists() {
        return Err("there is no web/package.json".to_owned());
    }
    // cargo, clippy and rust-analyzer may be here at once, from different target folders.
    let lock = fs::File::create(web.join(".build-lock")).map_err(|error| error.to_string())?;
    lock.lock().map_err(|error| error.to_string())?;
    install(web)?;
    let out = out.to_string_lossy();
    npm(web, &["run", "build", "--", "--outDir", &out, "--emptyOutDir"])
}

/// `npm ci`, unless exactly this lock file was installed before.
fn install(web: &Path) -> Result<(), String> {
    let (lock, note) = (web.join("package-lock.json"), web.join("node_modules/.installed-from"));
    let wanted = fs::read(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    if fs::read(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    npm(web, &["ci", "--no-audit", "--no-fund"])?;
    fs::write(note, wanted).map_err(|error| error.to_string())
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let done = Command::new(name).args(arguments).current_dir(web).output();
    let done = done.map_err(|error| format!("npm cannot be run: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    let text = [done.stdout, done.stderr].concat();
    let text = String::from_utf8_lossy(&text).lines().rev().take(8).collect::<Vec<_>>().join(" | ");
    Err(format!("npm {} failed: {text}", arguments[0]))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", from.display());
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn placeholder(why: &str) -> String {
    let why = why.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Starboard</title>\
         <p>The Starboard server runs, but this program was built without its web client because {why}; \
         install Node.js with npm and build again.</p></html>\n"
    )
}
