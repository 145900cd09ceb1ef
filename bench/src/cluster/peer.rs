//! Bare PostgreSQL with the same rows, indices and batches, and nothing else.

use std::collections::VecDeque;
use std::error::Error;
use std::future::poll_fn;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, NoTls, Statement};
use uuid::Uuid;

/// What a row of ours weighs, roughly.
const RECORD: [u8; 48] = [7; 48];
const CHANGE: [u8; 8] = [7; 8];

/// The start of all ids.
const MILLISECOND: u128 = 1_800_000_000_000;

/// The reference to a form.
const FORM: &str = "decode(repeat('07', 32), 'hex')";

/// How the log gets its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LogOrder {
    /// By a locked row, as ours.
    Head,
    /// By a sequence, which does not order what becomes visible.
    Sequence,
}

type Request = (bool, oneshot::Sender<()>);

/// Writers that share one committer.
pub(super) struct Peer(mpsc::Sender<Request>);

async fn connect(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    client.batch_execute("SET search_path = askwell").await?;
    Ok(client)
}

impl Peer {
    pub(super) async fn start(url: &str, order: LogOrder) -> Result<Peer, Box<dyn Error>> {
        let client = connect(url).await?;
        client.batch_execute("CREATE SEQUENCE IF NOT EXISTS bench_log").await?;
        let statements = Statements::prepare(&client, order).await?;
        let (sender, requests) = mpsc::channel(4096);
        tokio::spawn(commit_in_groups(client, statements, order, requests));
        Ok(Peer(sender))
    }

    /// Writes one row, and waits for the commit.
    pub(super) async fn write(&self, is_create: bool) -> Option<()> {
        let (reply, done) = oneshot::channel();
        self.0.send((is_create, reply)).await.ok()?;
        done.await.ok()
    }
}

struct Statements {
    head: Statement,
    lock: Statement,
    open: Statement,
    delete: Statement,
    closed: Statement,
    changes: Statement,
    update: Statement,
    notify: Statement,
}

impl Statements {
    async fn prepare(client: &Client, order: LogOrder) -> Result<Statements, tokio_postgres::Error> {
        let seq = match order {
            LogOrder::Head => "seq",
            LogOrder::Sequence => "nextval('bench_log')",
        };
        let changes = format!(
            "INSERT INTO changes SELECT {seq}, id, 'bench'::bytea, 1, previous, record
             FROM unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bytea[]) AS u (seq, id, previous, record)"
        );
        Ok(Statements {
            head: client.prepare("SELECT newest FROM head FOR UPDATE").await?,
            lock: client.prepare("SELECT id, revision FROM open WHERE id = ANY($1) ORDER BY id FOR UPDATE").await?,
            open: client
                .prepare(&format!(
                    "INSERT INTO open SELECT id, 'bench'::bytea, 0, 0, 0, NULL, {FORM}, 1, 1, last_change, record, 1
                     FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS u (id, last_change, record)"
                ))
                .await?,
            delete: client.prepare("DELETE FROM open WHERE id = ANY($1)").await?,
            closed: client
                .prepare(&format!(
                    "INSERT INTO closed
                     SELECT id, 'bench'::bytea, 0, 3, 0, NULL, 1, {FORM}, last_change, NULL, NULL, record
                     FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) AS u (id, last_change, record)"
                ))
                .await?,
            changes: client.prepare(&changes).await?,
            update: client.prepare("UPDATE head SET newest = $1").await?,
            notify: client.prepare("SELECT pg_notify('bench', $1)").await?,
        })
    }
}

async fn commit_in_groups(
    client: Client,
    statements: Statements,
    order: LogOrder,
    mut requests: mpsc::Receiver<Request>,
) -> Result<(), tokio_postgres::Error> {
    let (mut open, mut seq): (VecDeque<Uuid>, i64) = (VecDeque::new(), 0);
    while let Some(first) = requests.recv().await {
        let mut group = vec![first];
        while group.len() < 1000
            && let Ok(next) = requests.try_recv()
        {
            group.push(next);
        }
        let (mut made, mut gone) = (Vec::new(), Vec::new());
        for (is_create, _) in &group {
            if *is_create {
                // As our ids: made in one millisecond, and else random.
                made.push(Uuid::from_u128(MILLISECOND << 80 | rand::random::<u128>() >> 48));
            } else {
                gone.extend(open.pop_front());
            }
        }
        if order == LogOrder::Head {
            let lock = async {
                if gone.is_empty() { Ok(Vec::new()) } else { client.query(&statements.lock, &[&gone]).await }
            };
            let (begun, (head, locked)) =
                join(client.batch_execute("BEGIN"), join(client.query_one(&statements.head, &[]), lock))
                    .await;
            begun?;
            seq = head?.get(0);
            locked?;
        }
        let ids: Vec<Uuid> = made.iter().chain(&gone).copied().collect();
        let seqs: Vec<i64> = (1..).map(|place| seq + place).take(ids.len()).collect();
        seq += i64::try_from(ids.len()).unwrap_or_default();
        let records = |count: usize, record: &'static [u8]| vec![record; count];
        let (of_made, of_gone, of_all) =
            (records(made.len(), &RECORD), records(gone.len(), &RECORD), records(ids.len(), &CHANGE));
        let (first_seqs, last_seqs) = seqs.split_at(made.len());
        let (first_seqs, last_seqs) = (first_seqs.to_vec(), last_seqs.to_vec());
        let newest = seq.to_string();
        let mut writes: Vec<(&Statement, Vec<&(dyn ToSql + Sync)>)> = Vec::new();
        if !made.is_empty() {
            writes.push((&statements.open, vec![&made, &first_seqs, &of_made]));
        }
        if !gone.is_empty() {
            writes.push((&statements.delete, vec![&gone]));
            writes.push((&statements.closed, vec![&gone, &last_seqs, &of_gone]));
        }
        writes.push((&statements.changes, vec![&seqs, &ids, &seqs, &of_all]));
        if order == LogOrder::Head {
            writes.push((&statements.update, vec![&seq]));
        }
        writes.push((&statements.notify, vec![&newest]));
        let sent = join_all(writes.iter().map(|(statement, row)| client.execute(*statement, row)));
        let begin =
            async { if order == LogOrder::Sequence { client.batch_execute("BEGIN").await } else { Ok(()) } };
        let (begun, (written, committed)) = join(begin, join(sent, client.batch_execute("COMMIT"))).await;
        begun?;
        committed?;
        for result in written {
            result?;
        }
        open.extend(made);
        group.into_iter().for_each(|(_, reply)| _ = reply.send(()));
    }
    Ok(())
}

/// A bare compare-and-set on one row with a row of a log, in one transaction.
pub(super) struct CompareAndSet {
    client: Client,
    update: Statement,
    log: Statement,
}

impl CompareAndSet {
    pub(super) async fn start(url: &str) -> Result<CompareAndSet, Box<dyn Error>> {
        let client = connect(url).await?;
        client
            .batch_execute(
                "CREATE TABLE bench_state (id bigint PRIMARY KEY, revision bigint NOT NULL, record bytea NOT NULL);
                 CREATE TABLE bench_changes (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, record bytea);
                 INSERT INTO bench_state VALUES (1, 1, 'x');",
            )
            .await?;
        let update = "UPDATE bench_state SET revision = revision + 1, record = $1 WHERE id = 1";
        let update = client.prepare(update).await?;
        let log = client.prepare("INSERT INTO bench_changes (record) VALUES ($1)").await?;
        Ok(CompareAndSet { client, update, log })
    }

    pub(super) async fn run(&self) -> Result<(), Box<dyn Error>> {
        let (record, change): (&[u8], &[u8]) = (&RECORD, &CHANGE);
        self.client.batch_execute("BEGIN").await?;
        self.client.execute(&self.update, &[&record]).await?;
        let (logged, committed) =
            join(self.client.execute(&self.log, &[&change]), self.client.batch_execute("COMMIT")).await;
        logged?;
        Ok(committed?)
    }
}

/// Bare NOTIFY on one connection, and a SELECT on another that listens.
pub(super) struct Listener {
    sender: Client,
    reader: Client,
    heard: tokio::sync::Mutex<mpsc::UnboundedReceiver<()>>,
}

impl Listener {
    pub(super) async fn start(url: &str) -> Result<Listener, Box<dyn Error>> {
        let (tell, heard) = mpsc::unbounded_channel();
        let (reader, mut connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if matches!(message, AsyncMessage::Notification(_)) {
                    let _ = tell.send(());
                }
            }
        });
        reader.batch_execute("LISTEN bench_wake").await?;
        Ok(Listener { sender: connect(url).await?, reader, heard: tokio::sync::Mutex::new(heard) })
    }

    pub(super) async fn run(&self) -> Result<Duration, Box<dyn Error>> {
        self.sender.batch_execute("NOTIFY bench_wake").await?;
        let start = Instant::now();
        self.heard.lock().await.recv().await.ok_or("the listener has gone")?;
        self.reader.query_one("SELECT 1", &[]).await?;
        Ok(start.elapsed())
    }
}

/// Counts the transactions of a database; a statement outside of one counts as one.
pub(super) struct TransactionCounter(Client);

impl TransactionCounter {
    pub(super) async fn start(url: &str) -> Result<TransactionCounter, Box<dyn Error>> {
        Ok(TransactionCounter(connect(url).await?))
    }

    pub(super) async fn read(&self) -> Result<i64, Box<dyn Error>> {
        let count =
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()";
        Ok(self.0.query_one(count, &[]).await?.get(0))
    }
}
