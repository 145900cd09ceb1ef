//! TLS from certificate files: a real client, a certificate that is replaced, and files that cannot be used.

use std::fs;
use std::path::Path;
use std::time::Instant;

use reqwest::{Certificate, Client};
use tempfile::TempDir;

use crate::authority::Authority;
use crate::http::PATIENCE;
use crate::server::{GENEROUS, Server, name_form, program, until};

fn write(folder: &Path, (certificate, key): (String, String)) {
    fs::write(folder.join("key.pem"), key).unwrap();
    fs::write(folder.join("certificate.pem"), certificate).unwrap();
}

fn client(authority: &Authority) -> Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let root = Certificate::from_pem(&fs::read(&authority.file).unwrap()).unwrap();
    // A new connection for every request.
    Client::builder().tls_certs_only([root]).no_proxy().pool_max_idle_per_host(0).build().unwrap()
}

fn arguments() -> Vec<&'static str> {
    let own = [
        "--memory",
        "--set",
        "tls.certificate_file=certificate.pem",
        "--set",
        "tls.key_file=key.pem",
        "--set",
        "log.format=json",
    ];
    [&own, &GENEROUS[..]].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn tls_client_reaches_the_service_and_sees_a_replaced_certificate() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (first, second) = (Authority::new(folder.path()), Authority::new(other.path()));
    write(folder.path(), first.issue("localhost"));
    let mut command = program(folder.path());
    command.env("SSL_CERT_FILE", &first.file);
    let server = Server::from(command, &arguments());
    let url = format!("https://localhost:{}", server.address.port());
    let (knows_first, knows_second) = (client(&first), client(&second));
    let alive = knows_first.get(format!("{url}/healthz")).send().await.unwrap();
    assert_eq!(alive.status(), 200);
    // Cookies and links follow: the cookie is for encrypted connections, and links are https.
    let question = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create",
        "params": {"mode": "url", "formDefinition": name_form()}});
    let asked = knows_first
        .post(format!("{url}/rpc"))
        .header("content-type", "application/json")
        .body(question.to_string())
        .send()
        .await
        .unwrap();
    let asked: serde_json::Value = serde_json::from_slice(&asked.bytes().await.unwrap()).unwrap();
    let link = asked["result"]["url"].as_str().unwrap_or_else(|| panic!("{asked}"));
    assert!(link.starts_with("https://127.0.0.1:"), "{link}");
    let page = knows_first.get(link.replace("127.0.0.1", "localhost")).send().await.unwrap();
    let cookie = page.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.starts_with("__Host-askwell=") && cookie.contains("; Secure"), "{cookie}");
    // Without TLS nothing is answered, and another authority is not trusted.
    let plain = Client::builder().tls_certs_only([]).no_proxy().build().unwrap();
    assert!(plain.get(format!("http://{}/healthz", server.address)).send().await.is_err());
    assert!(knows_second.get(format!("{url}/healthz")).send().await.is_err());
    // Files that cannot be used change nothing; good ones count for the next connection.
    fs::write(folder.path().join("certificate.pem"), "no certificate").unwrap();
    server.signal("HUP");
    until("the broken certificate is reported", || server.log().contains("the certificate stays as it was"));
    assert_eq!(knows_first.get(format!("{url}/healthz")).send().await.unwrap().status(), 200);
    write(folder.path(), second.issue("localhost"));
    server.signal("HUP");
    let until = Instant::now() + PATIENCE;
    while knows_second.get(format!("{url}/healthz")).send().await.is_err() {
        assert!(Instant::now() < until, "the new certificate is not served");
        tokio::task::yield_now().await;
    }
    // A client that was here before may resume its session; a new one sees the new certificate.
    assert!(client(&first).get(format!("{url}/healthz")).send().await.is_err());
}

#[test]
fn certificate_files_that_cannot_be_used_are_explained() {
    let folder = TempDir::new().unwrap();
    let authority = Authority::new(folder.path());
    let ((certificate, key), (_, other_key)) = (authority.issue("localhost"), authority.issue("localhost"));
    let serve = |more: &[&str]| {
        let mut command = program(folder.path());
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments()).args(more);
        let ran = command.output().unwrap();
        assert_eq!(ran.status.code(), Some(2), "{ran:?}");
        String::from_utf8(ran.stderr).unwrap()
    };
    for (certificate, key, says) in [
        (None, Some(&key), "certificate.pem cannot be read"),
        (Some(&certificate), None, "key.pem cannot be read"),
        (Some(&key), Some(&key), "certificate.pem holds no certificate in PEM"),
        (Some(&certificate), Some(&certificate), "key.pem holds no private key"),
        (Some(&certificate), Some(&other_key), "does not belong to the first certificate"),
    ] {
        for (name, text) in [("certificate.pem", certificate), ("key.pem", key)] {
            let file = folder.path().join(name);
            match text {
                Some(text) => fs::write(&file, text).unwrap(),
                None => drop(fs::remove_file(&file)),
            }
        }
        let told = serve(&[]);
        assert!(told.contains(says) && !told.contains("BEGIN PRIVATE KEY-----\n"), "{says}: {told}");
    }
    write(folder.path(), (certificate, key));
    let told = serve(&["--set", "public_url=http://ask.example.com"]);
    assert!(told.contains("public_url") && told.contains("https"), "{told}");
    let told = serve(&["--set", "tls.key_file="]);
    assert!(told.contains("TLS needs a certificate and its key"), "{told}");
}
