//! The web client, embedded in the binary. `build.rs` builds it with npm; see there for `WEBUI`.
//!
//! ```
//! let page = webui::index();
//! assert!(page.kind.starts_with("text/html"));
//! assert!(webui::file("no/such/file.js").is_none());
//! ```

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/dist"]
struct Dist;

/// A file of the client.
pub struct File {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// Its content type.
    pub kind: &'static str,
    /// Changes when the file does.
    pub tag: String,
}

/// A file by its path below the client's root.
pub fn file(path: &str) -> Option<File> {
    let found = Dist::get(path)?;
    let hash = found.metadata.sha256_hash();
    let tag = format!("{:016x}", u64::from_be_bytes(*hash.first_chunk().expect("a hash has 32 bytes")));
    Some(File { bytes: found.data, kind: kind(path), tag })
}

/// The page itself.
pub fn index() -> File {
    file("index.html").expect("build.rs writes a page in any case")
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "ogg" => "audio/ogg",
        "mp3" => "audio/mpeg",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
