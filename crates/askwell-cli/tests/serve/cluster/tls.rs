//! Encrypted connections to the database, whose certificate is checked.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::process::Output;

use askwell_testkit::postgres::PgServer;
use tempfile::TempDir;

use super::{Cluster, KEYRING, answer};
use crate::authority::Authority;
use crate::server::{Server, program, run};

/// Makes a server speak TLS with a certificate for `localhost`.
fn encrypt(server: &PgServer, authority: &Authority) {
    let data = server.data_folder();
    let owner = fs::metadata(&data).unwrap().uid();
    let (certificate, key) = authority.issue("localhost");
    for (name, text) in [("server.crt", certificate), ("server.key", key)] {
        let file = data.join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        // Root may give files away; others run the server themselves.
        if fs::metadata(&file).unwrap().uid() != owner {
            chown(&file, Some(owner), None).unwrap();
        }
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        server.run("postgres", "ALTER SYSTEM SET ssl = on").await;
        server.run("postgres", "SELECT pg_reload_conf()").await;
    });
}

#[test]
fn node_checks_the_certificate_of_the_database() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (authority, stranger) = (Authority::new(folder.path()), Authority::new(other.path()));
    let server = PgServer::start();
    encrypt(&server, &authority);
    let cluster = Cluster::new(&server);
    let url = |host: &str, authority: &Authority| {
        let (port, name) = (cluster.database.address().port(), cluster.database.name());
        let file = authority.file.display();
        format!("postgres://askwell@{host}:{port}/{name}?sslmode=verify-full&sslrootcert={file}")
    };
    let migrate = |url: &str| -> Output { run(folder.path(), &["database", "migrate", "--store", url]) };
    let trusted = url("localhost", &authority);
    let migrated = migrate(&trusted);
    assert!(migrated.status.success(), "{migrated:?}");
    for (what, url) in
        [("another authority", url("localhost", &stranger)), ("another name", url("127.0.0.1", &authority))]
    {
        let refused = migrate(&url);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && told.contains("certificate"), "{what}: {told}");
    }
    let mut command = program(folder.path());
    command.env("ASKWELL_KEYRING", KEYRING);
    let mut node = Server::from(command, &Cluster::arguments(&trusted, &[]));
    node.key = Some(cluster.key.clone());
    let id = node.ask_name();
    answer(&node, &id);
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE ssl AND datname = current_database()";
    assert!(cluster.count(encrypted) >= 2, "the connections of the node are encrypted");
}
