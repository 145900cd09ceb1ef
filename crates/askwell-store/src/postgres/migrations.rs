//! The tables of the database, and the steps from each format to the next.
//!
//! `docs/store-format.md` explains the layout. Texts are `bytea`: their order is that of bytes, and they may hold
//! NUL. No step uses triggers, functions or advisory locks, so that databases that only speak the protocol can
//! run them.

use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use super::options::PgOpenError;

/// The format that this version writes.
pub(super) const FORMAT: i32 = 4;

/// The format before. Nodes of the version that writes it run beside those of this one.
pub(super) const PREVIOUS: i32 = FORMAT - 1;

/// How often a migration starts anew because another one ran at the same time.
const ATTEMPTS: usize = 10;

/// The row that every commit locks first. Created before all else, so that migrations lock it, too.
const CREATE_HEAD: &str = "
CREATE TABLE IF NOT EXISTS head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    format integer NOT NULL,
    readable_from integer NOT NULL,
    newest bigint NOT NULL,
    forgotten bigint NOT NULL,
    open_by_mode bigint[] NOT NULL
) WITH (fillfactor = 10);
INSERT INTO head (format, readable_from, newest, forgotten, open_by_mode) VALUES (0, 0, 0, 0, '{0,0,0,0}')
    ON CONFLICT DO NOTHING;
";

const CREATE: &str = "
CREATE TABLE clients (
    client bytea PRIMARY KEY,
    open bigint NOT NULL,
    seen bigint NOT NULL,
    admitted bytea
) WITH (fillfactor = 50);
CREATE TABLE forms (
    hash bytea PRIMARY KEY,
    used_at bigint NOT NULL,
    document bytea NOT NULL
);
CREATE TABLE open (
    id uuid PRIMARY KEY,
    client bytea NOT NULL,
    mode smallint NOT NULL,
    status smallint NOT NULL,
    audience smallint NOT NULL,
    person bytea,
    form bytea,
    revision bigint NOT NULL,
    look_at bigint NOT NULL,
    last_change bigint NOT NULL,
    record bytea NOT NULL
);
CREATE INDEX open_by_time ON open (look_at);
CREATE INDEX open_of_client ON open (client, id);
CREATE INDEX open_of_person ON open (person, id) WHERE person IS NOT NULL;
CREATE TABLE closed (
    id uuid PRIMARY KEY,
    client bytea NOT NULL,
    mode smallint NOT NULL,
    status smallint NOT NULL,
    audience smallint NOT NULL,
    person bytea,
    closed_at bigint NOT NULL,
    form bytea,
    last_change bigint NOT NULL,
    secrets bytea,
    secrets_key bytea,
    record bytea NOT NULL
);
CREATE INDEX closed_of_client ON closed (client, id);
CREATE INDEX closed_of_person ON closed (person, id) WHERE person IS NOT NULL;
CREATE INDEX closed_by_time ON closed (closed_at);
CREATE TABLE keys (
    client bytea NOT NULL,
    key bytea NOT NULL,
    id uuid NOT NULL,
    PRIMARY KEY (client, key)
);
CREATE INDEX keys_of_elicitation ON keys (id);
CREATE TABLE changes (
    seq bigint PRIMARY KEY,
    id uuid NOT NULL,
    client bytea NOT NULL,
    at bigint NOT NULL,
    previous bigint NOT NULL,
    record bytea NOT NULL
);
CREATE TABLE upload_files (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL,
    name bytea NOT NULL,
    size bigint NOT NULL,
    reserved bigint NOT NULL,
    active_at bigint,
    content_key bytea,
    UNIQUE (id, name)
);
CREATE INDEX upload_files_unfinished ON upload_files (active_at) WHERE active_at IS NOT NULL;
CREATE TABLE upload_chunks (
    file bigint NOT NULL,
    position bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (file, position)
);
ALTER TABLE upload_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE notes (
    namespace bytea NOT NULL,
    key bytea NOT NULL,
    elicitation uuid,
    revision bigint NOT NULL,
    value bytea NOT NULL,
    content_key bytea,
    PRIMARY KEY (namespace, key)
);
CREATE INDEX notes_of_elicitation ON notes (elicitation) WHERE elicitation IS NOT NULL;
CREATE SEQUENCE lease_terms;
CREATE TABLE leases (
    name bytea PRIMARY KEY,
    holder bytea NOT NULL,
    term bigint NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE nodes (
    id bytea PRIMARY KEY,
    address bytea NOT NULL,
    version bytea NOT NULL,
    seen bigint NOT NULL
);
CREATE TABLE batches (
    id uuid PRIMARY KEY,
    at bigint NOT NULL,
    verdicts bytea NOT NULL
);
CREATE INDEX batches_by_time ON batches (at);
";

/// Programs of format 1 leave the new columns as they are: what they write is listed by `look_at`, or by an earlier
/// deadline, until a newer program writes it.
const ADD_INBOX: &str = "
ALTER TABLE open ADD COLUMN deadline bigint, ADD COLUMN claimed_by bytea;
CREATE INDEX open_by_deadline ON open (audience, person, coalesce(deadline, look_at), id);
CREATE INDEX open_by_claim ON open (claimed_by, coalesce(deadline, look_at), id) WHERE claimed_by IS NOT NULL;
";

/// The timeline of the server that wrote `newest`. Programs of earlier formats leave it as it is.
const ADD_TIMELINE: &str = "ALTER TABLE head ADD COLUMN timeline bigint";

/// The changes of a commit, beside their rows. Programs of earlier formats leave both columns empty.
const ADD_BATCH_LOG: &str = "
ALTER TABLE batches ADD COLUMN newest bigint, ADD COLUMN log bytea;
ALTER TABLE batches ALTER COLUMN log SET STORAGE EXTERNAL;
CREATE INDEX batches_by_change ON batches (newest);
";

/// The steps: the format that each leads to, its statements, and the oldest program format that can use the
/// tables after it. A step that older programs can use only adds; what it makes superfluous, a later one removes.
const STEPS: [(i32, &str, i32); 4] =
    [(1, CREATE, 1), (2, ADD_INBOX, 1), (3, ADD_TIMELINE, 1), (4, ADD_BATCH_LOG, 1)];

/// The format of a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DatabaseFormat {
    /// The format of its tables; 0 if there are none.
    pub format: i32,
    /// The oldest program format that can use them.
    pub readable_from: i32,
}

impl DatabaseFormat {
    /// Returns whether this version can use the database as it is.
    #[must_use]
    pub fn is_usable(self) -> bool {
        self.is_usable_by(FORMAT)
    }

    /// Returns whether a program of a format can use the database as it is.
    pub(super) fn is_usable_by(self, program: i32) -> bool {
        self.format >= program && self.readable_from <= program
    }

    /// Returns the format that a migration by this version leads to.
    #[must_use]
    pub fn newest() -> DatabaseFormat {
        STEPS.last().map_or(DatabaseFormat { format: 0, readable_from: 0 }, |(format, _, readable_from)| {
            DatabaseFormat { format: *format, readable_from: *readable_from }
        })
    }
}

/// Reads the format of the database.
pub(super) async fn read_format(client: &Client) -> Result<DatabaseFormat, tokio_postgres::Error> {
    // Without a name, which would not last in a pool.
    match client.query_typed_opt("SELECT format, readable_from FROM head", &[]).await {
        Ok(Some(row)) => Ok(DatabaseFormat { format: row.try_get(0)?, readable_from: row.try_get(1)? }),
        Ok(None) => Ok(DatabaseFormat { format: 0, readable_from: 0 }),
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => {
            Ok(DatabaseFormat { format: 0, readable_from: 0 })
        }
        Err(error) => Err(error),
    }
}

/// Brings the tables to a format. Safe to run on several nodes at once. Returns the format before.
pub(super) async fn migrate(client: &Client, schema: &str, to: i32) -> Result<DatabaseFormat, PgOpenError> {
    let mut attempt = 0;
    loop {
        attempt += 1;
        match migrate_once(client, schema, to).await {
            Err(PgOpenError::Database(error)) if attempt < ATTEMPTS && is_race(&error) => {
                let _ = client.batch_execute("ROLLBACK").await;
            }
            done => {
                if done.is_err() {
                    let _ = client.batch_execute("ROLLBACK").await;
                }
                return done;
            }
        }
    }
}

async fn migrate_once(client: &Client, schema: &str, to: i32) -> Result<DatabaseFormat, PgOpenError> {
    client.batch_execute(&format!("BEGIN; CREATE SCHEMA IF NOT EXISTS {schema};")).await?;
    client.batch_execute(CREATE_HEAD).await?;
    let row = client.query_one("SELECT format, readable_from FROM head FOR UPDATE", &[]).await?;
    let before = DatabaseFormat { format: row.try_get(0)?, readable_from: row.try_get(1)? };
    if before.readable_from > FORMAT {
        return Err(PgOpenError::TooNew { found: before.format, known: FORMAT });
    }
    for (format, step, readable_from) in
        STEPS.iter().filter(|(format, ..)| (before.format + 1..=to).contains(format))
    {
        client.batch_execute(step).await?;
        client.execute("UPDATE head SET format = $1, readable_from = $2", &[format, readable_from]).await?;
    }
    client.batch_execute("COMMIT").await?;
    Ok(before)
}

/// Returns whether another migration ran at the same time: creating the same things twice is an error.
fn is_race(error: &tokio_postgres::Error) -> bool {
    let races = [
        &SqlState::UNIQUE_VIOLATION,
        &SqlState::DUPLICATE_TABLE,
        &SqlState::DUPLICATE_SCHEMA,
        &SqlState::DUPLICATE_OBJECT,
        &SqlState::T_R_DEADLOCK_DETECTED,
        &SqlState::T_R_SERIALIZATION_FAILURE,
    ];
    error.code().is_some_and(|code| races.contains(&code))
}
