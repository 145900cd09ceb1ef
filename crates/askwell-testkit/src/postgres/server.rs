//! The server: one per test process, with a database per test.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;
use tokio_postgres::NoTls;

use super::proxy::Proxy;

/// A PostgreSQL server. Dropping it stops it and removes its folder.
#[derive(Debug)]
pub struct PgServer {
    pub(super) folder: TempDir,
    pub(super) binaries: PathBuf,
    pub(super) port: u16,
    pub(super) databases: AtomicUsize,
}

/// How the server is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopMode {
    /// Ends all connections and writes everything.
    Fast,
    /// As a crash would: the next start recovers from the log.
    Immediate,
}

/// A database of its own, empty.
#[derive(Debug)]
pub struct TestDatabase {
    pub(super) name: String,
    pub(super) port: u16,
}

/// Says how to install the server.
#[must_use]
pub fn install_hint() -> &'static str {
    "PostgreSQL is needed for this test: install it (`apt-get install postgresql`), or name the folder of `postgres` \
     and `initdb` in PGBIN; `cargo xtask test` installs it on Debian"
}

impl PgServer {
    /// Returns the server of this process. It is started on the first call, and stopped when the process that
    /// started it ends.
    ///
    /// # Panics
    /// Panics if PostgreSQL is not installed, or does not start.
    #[must_use]
    pub fn shared() -> &'static PgServer {
        static SHARED: LazyLock<PgServer> = LazyLock::new(|| {
            let server = PgServer::start();
            server.stop_with_this_process();
            server
        });
        &SHARED
    }

    /// Starts a server of its own, for tests that stop it or change its settings.
    ///
    /// # Panics
    /// Panics if PostgreSQL is not installed, or does not start.
    #[must_use]
    pub fn start() -> PgServer {
        PgServer::start_with(&[])
    }

    /// Starts a server with settings, such as `max_connections=20`.
    ///
    /// # Panics
    /// Panics if PostgreSQL is not installed, or does not start.
    #[must_use]
    pub fn start_with(settings: &[&str]) -> PgServer {
        let binaries = find_binaries().unwrap_or_else(|| panic!("{}", install_hint()));
        let folder = tempfile::Builder::new().prefix("askwell-pg-").tempdir().expect("a temporary folder");
        give_to_runner(folder.path());
        let data = folder.path().join("data");
        let made = as_runner(&binaries.join("initdb"))
            .args(["--auth=trust", "--username=askwell", "--encoding=UTF8", "--no-sync", "--pgdata"])
            .arg(&data)
            .output()
            .expect("initdb runs");
        insist("initdb", &made);
        let server = PgServer { folder, binaries, port: free_port(), databases: AtomicUsize::new(0) };
        let settings: Vec<String> = settings.iter().map(|setting| setting.replacen('=', " = ", 1)).collect();
        server.write_settings(&settings);
        server.restart();
        server
    }

    /// Writes the settings of the server, in place of those that its data has.
    pub(super) fn write_settings(&self, more: &[String]) {
        let mut lines = vec![
            "listen_addresses = '127.0.0.1'".to_owned(),
            format!("port = {}", self.port),
            format!("unix_socket_directories = '{}'", self.folder.path().display()),
            "max_connections = 200".to_owned(),
            "fsync = off".to_owned(),
            "shared_buffers = 32MB".to_owned(),
        ];
        lines.extend_from_slice(more);
        let own = self.folder.path().join("settings.conf");
        std::fs::write(&own, lines.join("\n") + "\n").expect("settings can be written");
        let file = self.data_folder().join("postgresql.conf");
        let config = std::fs::read_to_string(&file).expect("the data has settings");
        // A copy of another server's data includes the settings of that one.
        let config = config.split("\ninclude '").next().unwrap_or_default();
        let config = format!("{config}\ninclude '{}'\n", own.display());
        std::fs::write(&file, config).expect("settings can be written");
    }

    /// Starts the server again after [`PgServer::stop`], on the same port.
    ///
    /// # Panics
    /// Panics if it does not start.
    pub fn restart(&self) {
        let log = self.folder.path().join("log");
        let started =
            self.control().args(["start", "--wait", "--log"]).arg(&log).output().expect("pg_ctl runs");
        if !started.status.success() {
            let log = std::fs::read_to_string(&log).unwrap_or_default();
            panic!("PostgreSQL does not start: {}", &log[log.len().saturating_sub(2_000)..]);
        }
    }

    /// Stops the server, and waits until it has stopped.
    ///
    /// # Panics
    /// Panics if it does not stop.
    pub fn stop(&self, mode: StopMode) {
        let mode = match mode {
            StopMode::Fast => "fast",
            StopMode::Immediate => "immediate",
        };
        insist("pg_ctl stop", &self.control().args(["stop", "--wait", "--mode", mode]).output().unwrap());
    }

    /// Creates an empty database.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn create_database(&self) -> TestDatabase {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name}")).await;
        TestDatabase { name, port: self.port }
    }

    /// Runs statements in a database as the owner of the server.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn run(&self, database: &str, sql: &str) {
        let url = format!("postgres://askwell@127.0.0.1:{}/{database}?sslmode=disable", self.port);
        run_sql(&url, sql).await;
    }

    /// Returns the folder of its data.
    #[must_use]
    pub fn data_folder(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(super) fn control(&self) -> Command {
        let mut command = as_runner(&self.binaries.join("pg_ctl"));
        command.arg("--pgdata").arg(self.data_folder()).stdin(Stdio::null());
        command
    }

    /// Starts a process that waits for the end of this one, which does not drop its statics.
    fn stop_with_this_process(&self) {
        let script = "while kill -0 \"$1\" 2>/dev/null || [ -d \"/proc/$1\" ]; do sleep 1; done
                      \"$2\" stop --mode immediate --pgdata \"$3/data\" >/dev/null 2>&1
                      rm -rf \"$3\"";
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", &std::process::id().to_string()]);
        command.arg(self.binaries.join("pg_ctl")).arg(self.folder.path());
        let command = as_runner_of(command);
        let quiet = |mut command: Command| {
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn()
        };
        drop(quiet(command).expect("a shell runs"));
    }
}

impl Drop for PgServer {
    fn drop(&mut self) {
        let _ = self.control().args(["stop", "--wait", "--mode", "immediate"]).output();
    }
}

impl TestDatabase {
    /// Returns its URL.
    #[must_use]
    pub fn url(&self) -> String {
        self.url_at(self.address())
    }

    /// Returns its URL through a proxy.
    #[must_use]
    pub fn url_through(&self, proxy: &Proxy) -> String {
        self.url_at(proxy.address())
    }

    /// Returns the address of its server.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs statements in it.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn run(&self, sql: &str) {
        run_sql(&self.url(), sql).await;
    }

    /// Returns the number that a query gives, such as `SELECT count(*) …`.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn count(&self, query: &str) -> i64 {
        let (client, connection) =
            tokio_postgres::connect(&self.url(), NoTls).await.expect("the server answers");
        let connection = tokio::spawn(connection);
        let row = client.query_one(query, &[]).await.expect("the query is right");
        drop(client);
        let _ = connection.await;
        row.get(0)
    }

    pub(super) fn url_at(&self, address: SocketAddr) -> String {
        format!("postgres://askwell@{address}/{}?sslmode=disable", self.name)
    }
}

async fn run_sql(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the server answers");
    let connection = tokio::spawn(connection);
    client.batch_execute(sql).await.expect("the statement is right");
    drop(client);
    let _ = connection.await;
}

pub(super) fn insist(what: &str, output: &Output) {
    let text = || String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{what} failed: {}", text());
}

pub(super) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Returns the folder of the server's programs.
fn find_binaries() -> Option<PathBuf> {
    let programs = ["initdb", "pg_ctl", "pg_basebackup"];
    let has = |folder: &Path| programs.iter().all(|program| folder.join(program).is_file());
    let named = std::env::var_os("PGBIN").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|entries| entries.flatten().map(|entry| entry.path().join("bin")).collect())
        .unwrap_or_default();
    versions.sort();
    named
        .into_iter()
        .chain(std::env::split_paths(&path))
        .chain(versions.into_iter().rev())
        .find(|folder| has(folder))
}

/// Returns a command that runs as a user who is not root.
pub(super) fn as_runner(program: &Path) -> Command {
    as_runner_of(Command::new(program))
}

fn as_runner_of(command: Command) -> Command {
    let Some(user) = runner() else { return command };
    let mut wrapped = Command::new("setpriv");
    wrapped.args([&format!("--reuid={user}"), "--clear-groups", "--"]);
    wrapped.arg(command.get_program()).args(command.get_args()).current_dir("/");
    wrapped
}

/// Returns the id of the user who runs the server, if this process is root's.
fn runner() -> Option<u32> {
    let id = |name: &str| {
        let output =
            Command::new("id").args(["-u"]).args((!name.is_empty()).then_some(name)).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse::<u32>().ok()
    };
    if id("")? != 0 {
        return None;
    }
    id("postgres").or_else(|| id("nobody"))
}

/// Lets the user who runs the server write to a folder.
pub(super) fn give_to_runner(folder: &Path) {
    if let Some(user) = runner() {
        let given: io::Result<()> = std::os::unix::fs::chown(folder, Some(user), None);
        given.expect("root may give folders away");
    }
}
