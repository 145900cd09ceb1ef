//! One connection to the database, and a link that replaces it when it breaks.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use askwell_engine::StoreError;
use askwell_engine::store::Cause;
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Row, Statement};

use super::error::Fault;
use super::options::PgOptions;
use super::pooling::{self, PoolMode, with_types};

/// How long a statement may take, unless it waits for locks of its own accord.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// The first pause between two attempts to connect; each following one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

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

/// The parameters of a statement.
pub(super) type Parameters<'p> = [&'p (dyn ToSql + Sync)];

/// A connection. Dropping it closes it.
pub(super) struct PgConnection {
    client: Client,
    driver: JoinHandle<()>,
    statements: Mutex<HashMap<Arc<str>, Statement>>,
    /// The options, if a pool shares server connections between transactions.
    pooled: Option<PgOptions>,
    shared: Arc<ConnectionState>,
}

#[derive(Debug, Default)]
struct ConnectionState {
    /// The server stopped waiting for its standby during a commit.
    replication_warned: AtomicBool,
}

impl Drop for PgConnection {
    fn drop(&mut self) {
        self.driver.abort();
    }
}

impl fmt::Debug for PgConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PgConnection").field("is_closed", &self.client.is_closed()).finish_non_exhaustive()
    }
}

/// Connects, and sets the session up.
pub(super) async fn connect(options: &PgOptions) -> Result<PgConnection, Fault> {
    let (ignored, _) = mpsc::channel(1);
    connect_listening(options, ignored).await
}

/// Connects like [`connect`]. The payloads of notifications go to `hints`, without waiting for space.
pub(super) async fn connect_listening(
    options: &PgOptions,
    hints: mpsc::Sender<String>,
) -> Result<PgConnection, Fault> {
    let config = options.config().map_err(|error| Fault::lost(error.to_string()))?;
    let hosts = u32::try_from(config.get_hosts().len().max(1)).unwrap_or(u32::MAX);
    let longest = config.get_connect_timeout().copied().unwrap_or(STATEMENT_TIMEOUT) * hosts * 2;
    let connected = tokio::time::timeout(longest, config.connect(options.tls.clone()));
    let connected = connected.await.map_err(|_| Fault::lost("no host answers in time"))?;
    let (client, mut connection) = connected.map_err(|error| match Fault::from(error) {
        // The next attempt may work for every reason: passwords and servers change.
        Fault::Failed(error) => Fault::lost(error.to_string()),
        other => other,
    })?;
    let shared = Arc::new(ConnectionState::default());
    let state = Arc::clone(&shared);
    let driver = tokio::spawn(async move {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            match message {
                Ok(AsyncMessage::Notification(hint)) => {
                    // If there is no space, the receiver has enough to do, and reads all that is new.
                    let _ = hints.try_send(hint.payload().to_owned());
                }
                Ok(AsyncMessage::Notice(notice)) if notice.severity() == "WARNING" => {
                    if notice.message().contains("synchronous replication") {
                        state.replication_warned.store(true, Ordering::Release);
                        tracing::warn!(message = notice.message(), "the database warns");
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::debug!(%error, "a database connection broke");
                    return;
                }
            }
        }
    });
    let is_pooled = options.pool_mode == PoolMode::Transaction;
    let pooled = is_pooled.then(|| options.clone());
    let connection = PgConnection { client, driver, statements: Mutex::default(), pooled, shared };
    if is_pooled {
        return Ok(connection);
    }
    let set_up = format!(
        "SET search_path = {};
         SET idle_in_transaction_session_timeout = '2s';
         SELECT set_config('synchronous_commit', 'on', false)
             WHERE current_setting('synchronous_commit') IN ('off', 'local');",
        options.schema
    );
    within(STATEMENT_TIMEOUT, connection.client.batch_execute(&set_up)).await?;
    Ok(connection)
}

/// Waits for an answer of the database. No answer in time means that the connection is of no use.
pub(super) async fn within<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Fault> {
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Fault::lost("the database does not answer in time")),
    }
}

impl PgConnection {
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Returns whether the server has confirmed a commit that its standby may not have.
    pub(super) fn take_replication_warning(&self) -> bool {
        self.shared.replication_warned.swap(false, Ordering::AcqRel)
    }

    /// Returns the statement that begins a transaction.
    pub(super) fn begin(&self) -> &'static str {
        if self.pooled.is_some() { pooling::BEGIN } else { "BEGIN" }
    }

    /// Makes settings of the session, unless there is none.
    pub(super) async fn set(&self, settings: &str) -> Result<(), Fault> {
        match self.pooled {
            Some(_) => Ok(()),
            None => within(STATEMENT_TIMEOUT, self.client.batch_execute(settings)).await,
        }
    }

    /// Has the statements of this connection planned once, for lookups by index.
    pub(super) async fn plan_once(&self) -> Result<(), Fault> {
        // Not every database that speaks the protocol has these settings, and nothing depends on them but time.
        for setting in PLAN_SETTINGS {
            match self.set(setting).await {
                Ok(()) | Err(Fault::Failed(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Prepares a statement, so that running it takes one round trip.
    pub(super) async fn prepare(&self, sql: &str) -> Result<(), Fault> {
        match &self.pooled {
            Some(options) => options.types.of(sql, options).await.map(drop),
            None => self.statement(sql).await.map(drop),
        }
    }

    /// Returns a prepared statement.
    async fn statement(&self, sql: &str) -> Result<Statement, Fault> {
        if let Some(statement) = self.statements.lock().get(sql) {
            return Ok(statement.clone());
        }
        let statement = within(STATEMENT_TIMEOUT, self.client.prepare(sql)).await?;
        self.statements.lock().insert(Arc::from(sql), statement.clone());
        Ok(statement)
    }

    /// Runs a query.
    pub(super) async fn query(&self, sql: &str, parameters: &Parameters<'_>) -> Result<Vec<Row>, Fault> {
        if let Some(options) = &self.pooled {
            let types = options.types.of(sql, options).await?;
            let typed = with_types(parameters, &types);
            return within(STATEMENT_TIMEOUT, self.client.query_typed(sql, &typed)).await;
        }
        let statement = self.statement(sql).await?;
        within(STATEMENT_TIMEOUT, self.client.query(&statement, parameters)).await
    }

    /// Runs a statement, and returns the number of rows.
    pub(super) async fn execute(&self, sql: &str, parameters: &Parameters<'_>) -> Result<u64, Fault> {
        if let Some(options) = &self.pooled {
            let types = options.types.of(sql, options).await?;
            let typed = with_types(parameters, &types);
            return within(STATEMENT_TIMEOUT, self.client.execute_typed(sql, &typed)).await;
        }
        let statement = self.statement(sql).await?;
        within(STATEMENT_TIMEOUT, self.client.execute(&statement, parameters)).await
    }
}

/// When to connect again after failures.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    pause: Option<Duration>,
    not_before: Option<Instant>,
    cause: Option<Cause>,
}

impl Backoff {
    /// Returns the error of the last attempt, if it is too early for another one.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let wait = self.wait();
        match &self.cause {
            Some(cause) if !wait.is_zero() => {
                Err(StoreError::Unavailable { cause: cause.clone(), retry_after: wait })
            }
            _ => Ok(()),
        }
    }

    /// Returns how long to wait before the next attempt.
    pub(super) fn wait(&self) -> Duration {
        self.not_before.map_or(Duration::ZERO, |at| at.saturating_duration_since(Instant::now()))
    }

    pub(super) fn succeed(&mut self) {
        *self = Backoff::default();
    }

    /// Counts a failure, and returns the error for callers.
    pub(super) fn fail(&mut self, fault: Fault) -> StoreError {
        let pause = self.pause.map_or(FIRST_PAUSE, |pause| (pause * 2).min(LONGEST_PAUSE));
        self.pause = Some(pause);
        self.not_before = Some(Instant::now() + pause);
        let error = fault.into_error(pause);
        if let StoreError::Unavailable { cause, .. } = &error {
            self.cause = Some(cause.clone());
        }
        error
    }
}

/// A connection that is made when it is needed, and replaced when it breaks.
#[derive(Debug)]
pub(super) struct Link {
    options: Arc<PgOptions>,
    slot: tokio::sync::Mutex<(Option<Arc<PgConnection>>, Backoff)>,
}

impl Link {
    pub(super) fn new(options: Arc<PgOptions>) -> Link {
        Link { options, slot: tokio::sync::Mutex::default() }
    }

    /// Returns the connection, or makes one.
    pub(super) async fn get(&self) -> Result<Arc<PgConnection>, StoreError> {
        let mut slot = self.slot.lock().await;
        let (connection, backoff) = &mut *slot;
        if let Some(connection) = connection.as_ref().filter(|connection| !connection.is_closed()) {
            return Ok(Arc::clone(connection));
        }
        *connection = None;
        backoff.check()?;
        match connect(&self.options).await {
            Ok(made) => {
                backoff.succeed();
                Ok(Arc::clone(connection.insert(Arc::new(made))))
            }
            Err(fault) => Err(backoff.fail(fault)),
        }
    }

    /// Gives up a connection that is of no use.
    pub(super) async fn discard(&self, used: &Arc<PgConnection>) {
        let mut slot = self.slot.lock().await;
        if slot.0.as_ref().is_some_and(|connection| Arc::ptr_eq(connection, used)) {
            slot.0 = None;
        }
    }

    /// Runs a query that may be repeated: once more, on a new connection, if the connection is lost.
    pub(super) async fn query(&self, sql: &str, parameters: &Parameters<'_>) -> Result<Vec<Row>, StoreError> {
        let mut attempt = 0;
        loop {
            attempt += 1;
            let connection = self.get().await?;
            match connection.query(sql, parameters).await {
                Ok(rows) => return Ok(rows),
                Err(fault) => {
                    if matches!(fault, Fault::Lost(_)) {
                        self.discard(&connection).await;
                    }
                    if attempt > 1 || matches!(fault, Fault::Failed(_)) {
                        return Err(fault.into_error(super::error::RETRY_AFTER));
                    }
                }
            }
        }
    }

    /// Closes the connection.
    pub(super) async fn close(&self) {
        self.slot.lock().await.0 = None;
    }
}
