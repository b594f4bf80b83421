//! The proxy configurations of docs/proxies, started as they are (but for the ports) where the program is installed.

mod common;

use std::{
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use common::{Home, Viewer, act, get, ok, sit_down};
use lab::client::Client;
use serde_json::json;
use server::Config;

/// A proxy in front of a server.
struct Proxy {
    address: SocketAddr,
    child: Child,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/local/sbin".into()]);
    folders.map(|folder| folder.join(program)).find(|file| file.exists())
}

/// Starts a proxy with the documented configuration; `None` if it is not installed.
fn start(program: &str, file: &str, home: &Home, server: SocketAddr) -> Option<Proxy> {
    let Some(binary) = find(program) else {
        eprintln!("skipped: apt-get install {program}");
        return None;
    };
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound");
    let documented = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proxies").join(file);
    let text = std::fs::read_to_string(documented).expect("the documented configuration");
    let text =
        text.replace("127.0.0.1:8080", &free.to_string()).replace("127.0.0.1:7870", &server.to_string());
    let folder = home.folder();
    // nginx includes the file into its `http` block.
    let text = match program {
        "nginx" => format!(
            "daemon off; pid {0}/pid; error_log stderr; events {{}}\nhttp {{\naccess_log off;\n\
             client_body_temp_path {0}/a; proxy_temp_path {0}/b; fastcgi_temp_path {0}/c; uwsgi_temp_path {0}/d; \
             scgi_temp_path {0}/e;\n{text}\n}}",
            folder.display()
        ),
        _ => text,
    };
    let config = folder.join(file);
    std::fs::write(&config, text).expect("written");
    let mut command = Command::new(binary);
    match program {
        "nginx" => command.arg("-p").arg(folder).arg("-c").arg(&config),
        "haproxy" => command.arg("-db").arg("-f").arg(&config),
        _ => command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&config).env("HOME", folder),
    };
    let child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
    Some(Proxy { address: free, child })
}

async fn a_documented_proxy_works(program: &str, file: &str) {
    let home = Home::sqlite(&format!("proxy-{program}"));
    let config = Config {
        trusted_proxies: vec!["127.0.0.1".parse().expect("an address")],
        metrics_token: Some("0123456789abcdef".to_owned()),
        login_rate_limit: 6,
        ..Config::default()
    };
    let server = home.start_exactly(config).await;
    let Some(proxy) = start(program, file, &home, server.address) else {
        return server.stop().await;
    };
    let mut client = Client::new(proxy.address);
    let mut ready = false;
    for _ in 0..100 {
        if client.with_new_connection().get("/readyz").await.is_ok_and(|answer| answer.status == 200) {
            ready = true;
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(ready, "{program} starts with the documented configuration");
    // A match through the proxy, streams included.
    let (mut ann, mut bob) = (
        Client::guest(proxy.address, "Ann").await.expect("a guest"),
        Client::guest(proxy.address, "Bob").await.expect("a guest"),
    );
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let mut view = Viewer::follow(&bob, &id, "?seat=1").await;
    view.until("the snapshot", |view| !view.doc.is_null()).await;
    let revision = get(&mut ann, &format!("/api/tables/{id}")).await["revision"].as_u64().expect("a number");
    ok(&mut ann, &format!("/api/tables/{id}/moves"), act(0, revision, "fire")).await;
    view.until("the move", |view| view.revision > revision).await;
    // Metrics are not exposed, also not with the token.
    let token = [("authorization", "Bearer 0123456789abcdef")];
    assert_eq!(client.request("GET", "/metrics", &token, None).await.expect("answered").status, 404);
    // A client cannot choose the address it is counted under.
    let mut codes = Vec::new();
    for n in 0..8 {
        let forged = format!("6.6.6.{n}");
        let body = json!({ "name": "Ann", "password": "guess" }).to_string();
        let headers = [("x-forwarded-for", forged.as_str())];
        let answer = client.request("POST", "/api/session", &headers, Some(body.as_bytes())).await;
        codes.push(answer.expect("answered").code());
    }
    assert!(codes.contains(&"rate".to_owned()), "{program}: forged addresses are believed: {codes:?}");
    drop(view);
    drop(proxy);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx() {
    a_documented_proxy_works("nginx", "nginx.conf").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn haproxy() {
    a_documented_proxy_works("haproxy", "haproxy.cfg").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn caddy() {
    a_documented_proxy_works("caddy", "Caddyfile").await;
}
