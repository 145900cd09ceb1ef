//! A pgbouncer before a server, which gives each transaction another server connection.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::server::{PgServer, TestDatabase, as_runner, free_port, give_to_runner};

/// A pgbouncer with `pool_mode = transaction`. Dropping it stops it.
#[derive(Debug)]
pub struct TransactionPool {
    _folder: TempDir,
    process: Child,
    port: u16,
}

impl PgServer {
    /// Starts a pool that shares so many server connections between all transactions of a database.
    ///
    /// # Panics
    /// Panics if pgbouncer is not installed, or does not start.
    #[must_use]
    pub fn start_transaction_pool(&self, size: usize) -> TransactionPool {
        let program = find_pgbouncer().expect(
            "pgbouncer is needed for this test: install it (`apt-get install pgbouncer`); `cargo xtask test` installs it \
             on Debian",
        );
        let folder = tempfile::Builder::new().prefix("askwell-pool-").tempdir().expect("a temporary folder");
        give_to_runner(folder.path());
        let port = free_port();
        let users = folder.path().join("users");
        std::fs::write(&users, "\"askwell\" \"\"\n").expect("a file can be written");
        let settings = folder.path().join("pgbouncer.ini");
        let text = format!(
            "[databases]\n* = host=127.0.0.1 port={}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
             default_pool_size = {size}\nmax_client_conn = 500\nignore_startup_parameters = extra_float_digits\n",
            self.port,
            users.display()
        );
        std::fs::write(&settings, text).expect("a file can be written");
        let process = as_runner(&program)
            .arg("--quiet")
            .arg(&settings)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("pgbouncer runs");
        let pool = TransactionPool { _folder: folder, process, port };
        for _ in 0..1_500 {
            if TcpStream::connect(pool.address()).is_ok() {
                return pool;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("pgbouncer does not start");
    }
}

impl TransactionPool {
    fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }
}

impl Drop for TransactionPool {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl TestDatabase {
    /// Returns its URL through a pool.
    #[must_use]
    pub fn url_through_pool(&self, pool: &TransactionPool) -> String {
        format!("{}&pool_mode=transaction", self.url_at(pool.address()))
    }
}

fn find_pgbouncer() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]).collect();
    folders.iter().map(|folder| folder.join("pgbouncer")).find(|program| Path::is_file(program))
}
