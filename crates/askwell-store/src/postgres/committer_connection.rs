//! The connection of the committer: its settings, and the statements of a commit.

use super::connection::{self, PgConnection};
use super::error::Fault;
use super::options::PgOptions;
use super::read_batch::{self, HeadQuery};
use super::write_batch;

/// Plans that are made once, look rows up by their index, and are not compiled. With a thousand ids to look up, planning
/// for each batch takes longer than looking them up. A plan that is kept must not depend on how large a table was when it
/// was made.
const PLAN_SETTINGS: [&str; 5] = [
    "SET plan_cache_mode = force_generic_plan",
    "SET jit = off",
    "SET enable_seqscan = off",
    "SET enable_hashjoin = off",
    "SET enable_mergejoin = off",
];

/// Connects, and prepares all statements of a commit.
pub(super) async fn connect(options: &PgOptions) -> Result<(PgConnection, HeadQuery), Fault> {
    let connection = connection::connect(options).await?;
    // A batch that waits longer for its turn is repeated; the commit itself waits for no lock.
    connection.set("SET lock_timeout = '4s'").await?;
    // Not every database that speaks the protocol has them, and nothing depends on them but time.
    for setting in PLAN_SETTINGS {
        match connection.set(setting).await {
            Ok(()) | Err(Fault::Failed(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    for sql in read_batch::STATEMENTS.map(str::to_owned).into_iter().chain(write_batch::statements(options)) {
        connection.prepare(&sql).await?;
    }
    let head = HeadQuery::prepare(&connection, options).await?;
    Ok((connection, head))
}
