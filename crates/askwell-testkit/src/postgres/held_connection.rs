//! Connections that disturb others: long transactions, and as many as the server takes.

use tokio::task::JoinHandle;
use tokio_postgres::{Client, NoTls};

use super::server::TestDatabase;

/// A connection that stays open. Dropping it closes it.
#[derive(Debug)]
pub struct HeldConnection {
    _client: Client,
    running: JoinHandle<()>,
}

impl Drop for HeldConnection {
    fn drop(&mut self) {
        self.running.abort();
    }
}

impl TestDatabase {
    /// Opens a connection, runs statements in it, such as `BEGIN; SELECT 1`, and keeps it. Returns `None` if the server
    /// has no place for it.
    ///
    /// # Panics
    /// Panics if the statements are wrong.
    pub async fn hold(&self, sql: &str) -> Option<HeldConnection> {
        let (client, connection) = tokio_postgres::connect(&self.url(), NoTls).await.ok()?;
        let running = tokio::spawn(async move { drop(connection.await) });
        client.batch_execute(sql).await.expect("the statement is right");
        Some(HeldConnection { _client: client, running })
    }

    /// Opens connections until the server refuses more, and keeps them.
    pub async fn use_up_connections(&self) -> Vec<HeldConnection> {
        let mut held = Vec::new();
        while held.len() < 1_000
            && let Some(connection) = self.hold("SELECT 1").await
        {
            held.push(connection);
        }
        held
    }
}
