//! The connection of the committer: its settings, and the statements of a commit.

use super::connection::{self, PgConnection};
use super::error::Fault;
use super::options::PgOptions;
use super::read_batch::{self, HeadQuery};
use super::write_batch;

/// Connects, and prepares all statements of a commit.
pub(super) async fn connect(options: &PgOptions) -> Result<(PgConnection, HeadQuery), Fault> {
    let connection = connection::connect(options).await?;
    // A batch that waits longer for its turn is repeated; the commit itself waits for no lock.
    connection.set("SET lock_timeout = '4s'").await?;
    connection.plan_once().await?;
    for sql in read_batch::STATEMENTS.map(str::to_owned).into_iter().chain(write_batch::statements(options)) {
        connection.prepare(&sql).await?;
    }
    let head = HeadQuery::prepare(&connection, options).await?;
    Ok((connection, head))
}
