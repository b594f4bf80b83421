//! What leaves the house: a real mail and a real call, to servers that this test runs itself.

mod common;

use std::time::Duration;

use common::{Home, act, ok, refused, sit_down};
use lab::client::Client;
use serde_json::{Value, json};
use server::Config;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

/// As much SMTP as a client needs to be content; returns what came as data.
async fn take_mail(stream: TcpStream) -> std::io::Result<String> {
    let mut lines = BufReader::new(stream);
    let mut mail = String::new();
    lines.write_all(b"220 test\r\n").await?;
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).await? == 0 {
            return Ok(mail);
        }
        let answer: &[u8] = match line.get(..4).unwrap_or_default() {
            "DATA" => {
                lines.write_all(b"354 go on\r\n").await?;
                loop {
                    let mut line = String::new();
                    lines.read_line(&mut line).await?;
                    if line == ".\r\n" {
                        break;
                    }
                    mail.push_str(&line);
                }
                b"250 kept\r\n"
            }
            "QUIT" => return Ok(mail),
            _ => b"250 fine\r\n",
        };
        lines.write_all(answer).await?;
        if answer == b"250 kept\r\n" {
            return Ok(mail);
        }
    }
}

/// The body of one HTTP request.
async fn take_call(stream: TcpStream) -> std::io::Result<Value> {
    let mut lines = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        lines.read_line(&mut line).await?;
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    lines.read_exact(&mut body).await?;
    lines.write_all(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n").await?;
    Ok(serde_json::from_slice(&body).unwrap_or(Value::Null))
}

async fn soon<T>(what: &str, receive: &mut mpsc::Receiver<T>) -> T {
    let got = tokio::time::timeout(Duration::from_secs(20), receive.recv()).await;
    got.unwrap_or_else(|_| panic!("no {what} within 20 s")).expect("the listener lives")
}

async fn settle(client: &mut Client, settings: Value) {
    let body = settings.to_string().into_bytes();
    let answer = client.request("PATCH", "/api/account", &[], Some(&body)).await.expect("answered");
    assert_eq!(answer.status, 200, "{settings}: {}", String::from_utf8_lossy(&answer.body));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_turn_it_is_goes_out_by_mail_and_by_call_once() {
    let (mail_at, call_at) = (
        TcpListener::bind("127.0.0.1:0").await.expect("a port"),
        TcpListener::bind("127.0.0.1:0").await.expect("a port"),
    );
    let (smtp, hook) = (
        format!("smtp://{}", mail_at.local_addr().expect("bound")),
        format!("http://{}/hook", call_at.local_addr().expect("bound")),
    );
    let ((mailed, mut mails), (called, mut calls)) = (mpsc::channel(8), mpsc::channel(8));
    tokio::spawn(async move {
        while let Ok((stream, _)) = mail_at.accept().await {
            let _ = mailed.send(take_mail(stream).await.unwrap_or_default()).await;
        }
    });
    tokio::spawn(async move {
        while let Ok((stream, _)) = call_at.accept().await {
            let _ = called.send(take_call(stream).await.unwrap_or_default()).await;
        }
    });

    let home = Home::sqlite("outside");
    let config = Config {
        smtp: Some(smtp),
        mail_from: "Starboard <table@example.org>".to_owned(),
        allow_insecure_webhooks: true,
        base_url: Some("https://play.example.org".to_owned()),
        ..Config::default()
    };
    let server = home.start_with(config).await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    ok(&mut ann, "/api/account", json!({ "name": "Ann of Mars", "password": "correct horse" })).await;
    for (field, bad) in [("email", "ann"), ("webhook", "ftp://example.org")] {
        let body = json!({ field: bad }).to_string().into_bytes();
        let answer = ann.request("PATCH", "/api/account", &[], Some(&body)).await.expect("answered");
        assert_eq!((answer.status, answer.code().as_str()), (400, field), "{bad} is refused by name");
    }
    settle(&mut ann, json!({ "email": "ann@example.org", "webhook": hook })).await;

    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "title": "Finals" })).await;
    let (mail, call) = (soon("mail", &mut mails).await, soon("call", &mut calls).await);
    assert!(mail.contains("To: ann@example.org"), "{mail}");
    assert!(mail.contains("Subject: your turn at Finals"), "{mail}");
    assert!(mail.contains(&format!("https://play.example.org/t/{id}")), "{mail}");
    assert_eq!(call["subject"], "your turn at Finals");
    assert_eq!(call["tables"], json!([id]));

    // Nobody is told twice of the same turn.
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(mails.try_recv().is_err() && calls.try_recv().is_err(), "one notice per turn");
    // Whoever does not want them gets none.
    settle(&mut ann, json!({ "notices": false })).await;
    let path = format!("/api/tables/{id}");
    let revision = common::get(&mut ann, &path).await["revision"].as_u64().expect("a number");
    ok(&mut ann, &format!("{path}/moves"), act(0, revision, "fire")).await;
    assert_eq!(refused(&mut ann, &format!("{path}/moves"), act(0, revision, "fire")).await, "stale");
    // Who was away when a match ended is told as well.
    let mut eve = server.guest("Eve").await;
    ok(&mut eve, "/api/account", json!({ "name": "Eve of Venus", "password": "battery staple" })).await;
    settle(&mut eve, json!({ "email": "eve@example.org" })).await;
    let id = sit_down(&mut ann, &mut eve, json!({ "game": "duel", "title": "Bronze" })).await;
    ok(&mut ann, &format!("/api/tables/{id}/resign"), json!({ "seat": 0 })).await;
    let mail = soon("mail", &mut mails).await;
    assert!(mail.contains("To: eve@example.org"), "{mail}");
    assert!(mail.contains("Subject: =?utf-8?"), "{mail}");
    server.stop().await;
}
