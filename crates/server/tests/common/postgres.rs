//! A PostgreSQL of our own: made, started, stopped and removed by the tests.
//!
//! Needs Debian's package: `apt-get install -y postgresql` (`cargo xtask test` does that).

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// What has to be installed.
pub const INSTALL: &str = "apt-get install -y postgresql";

/// A running cluster on a free port of loopback.
pub struct Cluster {
    binaries: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Cluster {
    /// Makes and starts a cluster.
    pub fn start(name: &str) -> Self {
        let binaries = binaries();
        let folder = std::env::temp_dir().join(format!("starboard-pg-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("bound").port();
        drop(listener);
        let cluster = Self { binaries, folder, port };
        let data = cluster.folder.to_string_lossy().into_owned();
        cluster.must(
            "initdb",
            &["-D", &data, "-A", "trust", "-U", "starboard", "-E", "UTF8", "--locale=C", "--no-sync"],
        );
        cluster.up();
        cluster
    }

    /// Starts the server.
    pub fn up(&self) {
        let options =
            format!("-c listen_addresses=127.0.0.1 -c port={} -c unix_socket_directories=", self.port);
        let log = self.folder.join("log").to_string_lossy().into_owned();
        let data = self.folder.to_string_lossy().into_owned();
        self.must("pg_ctl", &["-D", &data, "-w", "-l", &log, "-o", &options, "start"]);
    }

    /// Stops the server as a crash would: connections are cut, nothing is flushed.
    pub fn down(&self) {
        let data = self.folder.to_string_lossy().into_owned();
        let _ = self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
    }

    /// A fresh database; its address.
    pub fn create(&self, name: &str) -> String {
        let port = self.port.to_string();
        self.must("createdb", &["-h", "127.0.0.1", "-p", &port, "-U", "starboard", name]);
        format!("postgres://starboard@127.0.0.1:{port}/{name}")
    }

    fn must(&self, program: &str, arguments: &[&str]) {
        let done = self.run(program, arguments);
        assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// PostgreSQL refuses to run as root: then its own user does it.
    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let program = self.binaries.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // The server outlives pg_ctl and must not keep our pipes open.
        let out = std::env::temp_dir().join(format!("starboard-pg-out-{}-{}", self.port, std::process::id()));
        let file = std::fs::File::create(&out).expect("a file for messages");
        let status = command
            .args(arguments)
            .current_dir("/tmp")
            .stdin(std::process::Stdio::null())
            .stdout(file.try_clone().expect("a handle"))
            .stderr(file)
            .status()
            .expect("the program can be run");
        let stderr = std::fs::read(&out).unwrap_or_default();
        let _ = std::fs::remove_file(&out);
        Output { status, stdout: vec![], stderr }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.down();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id can be run");
    id.stdout.trim_ascii() == b"0"
}

fn binaries() -> PathBuf {
    let versions =
        std::fs::read_dir("/usr/lib/postgresql").map(|versions| versions.flatten().collect::<Vec<_>>());
    let mut found: Vec<PathBuf> =
        versions.unwrap_or_default().iter().map(|version| version.path().join("bin")).collect();
    found.retain(|bin| bin.join("initdb").exists());
    found.sort();
    found
        .pop()
        .or_else(|| on_path("initdb"))
        .unwrap_or_else(|| panic!("these tests need PostgreSQL: {INSTALL}"))
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find(|folder| Path::new(folder).join(program).exists())
}
