//! Connections through a pool that gives each transaction another server connection, as pgbouncer's
//! `pool_mode = transaction` does.
//!
//! Nothing of a session lasts longer than a transaction there. So statements have no names and are sent with the types
//! of their parameters, settings are made in each transaction, and the schema must be the default of the user.

use std::sync::Arc;

use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio_postgres::types::{ToSql, Type};

use super::connection::{self, Parameters, STATEMENT_TIMEOUT, within};
use super::error::Fault;
use super::options::PgOptions;

/// What lies between the store and the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PoolMode {
    /// Nothing, or a pool that keeps a server connection for each connection.
    #[default]
    Session,
    /// A pool that gives each transaction another server connection.
    Transaction,
}

/// Begins a transaction with the settings that a session would have.
pub(super) const BEGIN: &str = "BEGIN; SET LOCAL lock_timeout = '4s';
    SET LOCAL idle_in_transaction_session_timeout = '2s';
    SELECT set_config('synchronous_commit', 'on', true)
        WHERE current_setting('synchronous_commit') IN ('off', 'local')";

/// The types of the parameters of statements. The database is asked once for each statement.
#[derive(Debug, Default)]
pub(super) struct StatementTypes(Mutex<HashMap<Arc<str>, Arc<[Type]>>>);

impl StatementTypes {
    /// Returns the types of a statement's parameters. A statement that is new is described by the database, on a
    /// connection of its own: others may be within a transaction.
    pub(super) async fn of(&self, sql: &str, options: &PgOptions) -> Result<Arc<[Type]>, Fault> {
        if let Some(types) = self.0.lock().get(sql) {
            return Ok(Arc::clone(types));
        }
        let described = connection::connect(options).await?;
        let client = described.client();
        // Within one transaction, so that the name of the statement is gone before others get the server connection.
        within(STATEMENT_TIMEOUT, client.batch_execute("BEGIN")).await?;
        let statement = within(STATEMENT_TIMEOUT, client.prepare(sql)).await?;
        let types: Arc<[Type]> = Arc::from(statement.params());
        drop(statement);
        within(STATEMENT_TIMEOUT, client.batch_execute("COMMIT")).await?;
        self.0.lock().insert(Arc::from(sql), Arc::clone(&types));
        Ok(types)
    }
}

/// Pairs parameters with their types.
pub(super) fn with_types<'p>(
    parameters: &Parameters<'p>,
    types: &[Type],
) -> Vec<(&'p (dyn ToSql + Sync), Type)> {
    parameters.iter().copied().zip(types.iter().cloned()).collect()
}

/// Checks that the user's default schema is that of the tables, as it cannot be set for a session.
pub(super) async fn check(client: &tokio_postgres::Client, schema: &str) -> Result<(), Fault> {
    let rows = client.simple_query("SELECT coalesce(current_schema()::text, '')");
    let rows = within(STATEMENT_TIMEOUT, rows).await?;
    let found = rows.iter().find_map(|row| match row {
        tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    if found == Some(schema) {
        return Ok(());
    }
    Err(Fault::lost(format!(
        "with pool_mode=transaction, the user's default schema must be {schema}; run `ALTER ROLE … SET search_path = \
         {schema}` for the user, and let the pool connect again"
    )))
}
