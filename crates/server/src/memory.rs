//! How memory is taken from the system.

/// In small pages. One of two megabytes is cleared all at once when something is first written to it, and every move
/// waits for that one: on a virtual machine whose host has to find the memory first, for up to a tenth of a second.
pub(crate) fn in_small_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "memory may come in large pages");
    }
}
