//! A standby that follows another server, and its promotion.

use std::sync::atomic::AtomicUsize;

use super::server::{PgServer, TestDatabase, as_runner, free_port, give_to_runner, insist};

/// The name of the standby in `synchronous_standby_names`.
const NAME: &str = "standby";

impl PgServer {
    /// Starts a server that follows this one. From then on, commits here wait until the standby has them, too.
    ///
    /// # Panics
    /// Panics if the standby does not start.
    pub async fn start_synchronous_standby(&self) -> PgServer {
        let standby = self.start_standby();
        self.run("postgres", &format!("ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")).await;
        self.run("postgres", "SELECT pg_reload_conf()").await;
        self.wait_for_standby("sync_state = 'sync'").await;
        standby
    }

    /// Starts a server that follows this one, which does not wait for it.
    ///
    /// # Panics
    /// Panics if the standby does not start.
    pub async fn start_asynchronous_standby(&self) -> PgServer {
        let standby = self.start_standby();
        self.wait_for_standby("state = 'streaming'").await;
        standby
    }

    /// Waits until the standby has all that is committed here.
    ///
    /// # Panics
    /// Panics if it does not come.
    pub async fn wait_for_standby_to_catch_up(&self) {
        self.wait_for_standby("replay_lsn >= pg_current_wal_lsn()").await;
    }

    async fn wait_for_standby(&self, condition: &str) {
        let following = format!("SELECT count(*) FROM pg_stat_replication WHERE {condition}");
        for _ in 0..1_500 {
            if self.database("postgres").count(&following).await > 0 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        panic!("the standby does not follow: {condition}");
    }

    fn start_standby(&self) -> PgServer {
        let folder = tempfile::Builder::new().prefix("askwell-pg-").tempdir().expect("a temporary folder");
        give_to_runner(folder.path());
        let copied = as_runner(&self.binaries.join("pg_basebackup"))
            .args(["--host=127.0.0.1", "--username=askwell", "--wal-method=stream"])
            .args(["--checkpoint=fast", "--no-sync"])
            .arg(format!("--port={}", self.port))
            .arg("--pgdata")
            .arg(folder.path().join("data"))
            .output()
            .expect("pg_basebackup runs");
        insist("pg_basebackup", &copied);
        let standby = PgServer {
            folder,
            binaries: self.binaries.clone(),
            port: free_port(),
            databases: AtomicUsize::new(0),
        };
        let follow = format!(
            "primary_conninfo = 'host=127.0.0.1 port={} user=askwell application_name={NAME}'\n",
            self.port
        );
        // The settings of the original name its own folder and port.
        standby.write_settings(&[follow]);
        std::fs::write(standby.data_folder().join("standby.signal"), "").expect("a file can be written");
        standby.restart();
        standby
    }

    /// Makes a standby the primary, which waits for no other one.
    ///
    /// # Panics
    /// Panics if the server refuses.
    pub async fn promote(&self) {
        insist("pg_ctl promote", &self.control().args(["promote", "--wait"]).output().unwrap());
        self.run("postgres", "ALTER SYSTEM SET synchronous_standby_names = ''").await;
        self.run("postgres", "SELECT pg_reload_conf()").await;
    }

    /// Returns a database that exists already, such as the one that a standby has copied.
    #[must_use]
    pub fn database(&self, name: &str) -> TestDatabase {
        TestDatabase { name: name.to_owned(), port: self.port }
    }
}

impl TestDatabase {
    /// Returns a URL with both hosts, of which clients use the one that accepts writes.
    #[must_use]
    pub fn url_with(&self, other: &PgServer) -> String {
        let (own, port) = (self.address(), other.port);
        format!(
            "postgres://askwell@{own},127.0.0.1:{port}/{}?sslmode=disable&target_session_attrs=read-write",
            self.name
        )
    }
}
