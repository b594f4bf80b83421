//! Memory pages of the process.

/// Disables transparent huge pages. The first write to a 2 MB page clears all of it, and moves wait for that: up to
/// 100 ms on a virtual machine.
pub(crate) fn disable_huge_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        tracing::debug!(%error, "failed to disable transparent huge pages");
    }
}
