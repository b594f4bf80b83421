//! A server process under test, and what the operating system reports about it.

use std::{net::SocketAddr, path::Path, process::Stdio, time::Duration};

use anyhow::{Context as _, bail};
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

/// What the host has taken from this machine so far; nothing on a machine of one's own.
pub(crate) fn stolen_seconds() -> anyhow::Result<f64> {
    let stat = std::fs::read_to_string("/proc/stat").context("only Linux tells CPU time")?;
    let ticks = stat.lines().next().and_then(|all| all.split_whitespace().nth(8)?.parse::<f64>().ok());
    Ok(ticks.unwrap_or(0.0) / 100.0)
}

/// What a process has used so far.
pub(crate) fn cpu_seconds(process: u32) -> anyhow::Result<f64> {
    let stat =
        std::fs::read_to_string(format!("/proc/{process}/stat")).context("only Linux tells CPU time")?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    Ok((ticks(11) + ticks(12)) / 100.0)
}

pub(crate) fn stored(folder: &Path) -> u64 {
    let files =
        std::fs::read_dir(folder).map(|files| files.flatten().collect::<Vec<_>>()).unwrap_or_default();
    // The database itself: the write-ahead log is reused and bounded.
    let database = files.iter().filter(|file| file.file_name().to_string_lossy().ends_with(".sqlite"));
    database.filter_map(|file| Some(file.metadata().ok()?.len())).sum()
}

/// A server in a process of its own.
pub struct Process {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts `program serve` on a free port and waits until it listens.
    pub async fn start(program: &Path, folder: &Path, database: Option<&str>) -> anyhow::Result<Self> {
        let mut command = Command::new(program);
        command.args([
            "serve",
            "--port",
            "0",
            "--rate-limit",
            "0",
            "--account-rate-limit",
            "0",
            "--login-rate-limit",
            "0",
        ]);
        command.args([
            "--address-connection-limit",
            "0",
            "--account-daily-bytes",
            "0",
            "--address-daily-bytes",
            "0",
        ]);
        command.args(["--table-limit", "1000000", "--log", "warn", "--data"]).arg(folder);
        if let Some(database) = database {
            command.args(["--database", database]);
        }
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).kill_on_drop(true).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let found = tokio::time::timeout(Duration::from_mins(1), async {
            while let Some(line) = lines.next_line().await? {
                if let Some((_, rest)) = line.split_once("http://") {
                    return rest
                        .split('/')
                        .next()
                        .unwrap_or_default()
                        .trim()
                        .parse()
                        .context("the server's address");
                }
            }
            bail!("the server ended without saying where it listens")
        });
        let address = found.await.context("the server did not start within a minute")??;
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Self { address, child })
    }

    /// Its process number.
    pub fn id(&self) -> u32 {
        self.child.id().unwrap_or(0)
    }

    /// Ends it without warning, as a power cut would.
    pub async fn kill(&mut self) {
        // It may be dead already.
        let _ = self.child.kill().await;
    }

    pub(crate) async fn stop(&mut self) {
        // SIGTERM first: the server writes its lists; then by force.
        let _ = Command::new("kill").arg(self.id().to_string()).status().await;
        if tokio::time::timeout(Duration::from_secs(15), self.child.wait()).await.is_err() {
            self.kill().await;
        }
    }

    pub(crate) fn memory_kb(&self) -> anyhow::Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id()))
            .context("only Linux tells memory")?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
        Ok(line.split_whitespace().next().and_then(|kb| kb.parse().ok()).unwrap_or(0.0))
    }
}
