//! Leases, the registry of nodes, and readiness.

use std::sync::Arc;

use askwell_engine::store::{LeaseRequest, Node, NodeStore, StoreFuture, StoreLease};
use askwell_engine::{Clock, StoreError};
use askwell_lifecycle::Timestamp;
use hashbrown::{HashMap, HashSet};
use tokio_postgres::Row;

use super::clock::NOW;
use super::error::{Fault, RETRY_AFTER};
use super::row::{number, text};
use super::store::PgStore;
use crate::error::to_sql;

impl NodeStore for PgStore {
    fn clock(&self) -> Arc<dyn Clock> {
        Arc::new(self.clock.clone())
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn ready(&self) -> Result<(), StoreError> {
        self.readiness()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.shut_down())
    }

    fn acquire_leases(&self, requests: Vec<LeaseRequest>) -> StoreFuture<'_, Vec<StoreLease>> {
        Box::pin(self.acquire(requests))
    }

    fn release_leases(&self, names: Vec<Arc<str>>, holder: Arc<str>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let names: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
            let release = "DELETE FROM leases WHERE name IN (
                SELECT name FROM leases WHERE name = ANY($1) AND holder = $2 ORDER BY name FOR UPDATE)
                AND holder = $2";
            self.reader()?.query(release, &[&names, &holder.as_bytes()]).await.map(drop)
        })
    }

    fn list_leases(
        &self,
        prefix: Arc<str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoreLease>> {
        Box::pin(async move {
            let list = "SELECT name, holder, term, until FROM leases
                 WHERE name >= $1 AND substring(name FROM 1 FOR length($1::bytea)) = $1
                     AND ($2::bytea IS NULL OR name > $2::bytea)
                 ORDER BY name LIMIT $3";
            let after = after.as_deref().map(str::as_bytes);
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = self.reader()?.query(list, &[&prefix.as_bytes(), &after, &limit]).await?;
            rows.iter().map(lease).collect::<Result<_, _>>().map_err(|fault| fault.into_error(RETRY_AFTER))
        })
    }

    fn announce_node(&self, node: Node) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let announce = format!(
                "INSERT INTO nodes (id, address, version, seen) VALUES ($1, $2, $3, {NOW})
                 ON CONFLICT (id) DO UPDATE
                 SET address = excluded.address, version = excluded.version, seen = excluded.seen"
            );
            let (id, address, version) =
                (node.id.as_bytes(), node.address.as_bytes(), node.version.as_bytes());
            self.reader()?.query(&announce, &[&id, &address, &version]).await.map(drop)
        })
    }

    fn remove_node(&self, id: Arc<str>) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.reader()?.query("DELETE FROM nodes WHERE id = $1", &[&id.as_bytes()]).await.map(drop)
        })
    }

    fn list_nodes(&self) -> StoreFuture<'_, Vec<Node>> {
        Box::pin(async move {
            let list = "SELECT id, address, version, seen FROM nodes ORDER BY id";
            let rows = self.reader()?.query(list, &[]).await?;
            rows.iter().map(node).collect::<Result<_, _>>().map_err(|fault| fault.into_error(RETRY_AFTER))
        })
    }
}

impl PgStore {
    /// Acquires or renews leases, by the database's clock.
    pub(super) async fn acquire(&self, requests: Vec<LeaseRequest>) -> Result<Vec<StoreLease>, StoreError> {
        let (mut names, mut holders, mut durations) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen: HashSet<Arc<str>> = HashSet::new();
        for request in &requests {
            // One statement takes a lease once.
            if seen.insert(Arc::clone(&request.name)) {
                names.push(request.name.as_bytes());
                holders.push(request.holder.as_bytes());
                durations.push(to_sql(u64::try_from(request.duration.as_millis()).unwrap_or(u64::MAX)));
            }
        }
        // In the order of their names, so that two nodes never wait for each other.
        let acquire = format!(
            "INSERT INTO leases AS l (name, holder, term, until)
             SELECT u.name, u.holder, nextval('lease_terms'), {NOW} + u.duration
             FROM (SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bigint[]) AS u (name, holder, duration)
                   ORDER BY name) u
             ON CONFLICT (name) DO UPDATE SET holder = excluded.holder,
                 term = CASE WHEN l.holder = excluded.holder THEN l.term ELSE excluded.term END,
                 until = CASE WHEN l.holder = excluded.holder
                     THEN greatest(l.until, excluded.until) ELSE excluded.until END
             WHERE l.holder = excluded.holder OR l.until <= {NOW}"
        );
        let reader = self.reader()?;
        reader.query(&acquire, &[&names, &holders, &durations]).await?;
        let read = "SELECT name, holder, term, until FROM leases WHERE name = ANY($1)";
        let rows = reader.query(read, &[&names]).await?;
        let found: Vec<StoreLease> = rows
            .iter()
            .map(lease)
            .collect::<Result<_, _>>()
            .map_err(|fault| fault.into_error(RETRY_AFTER))?;
        let found: HashMap<Arc<str>, StoreLease> =
            found.into_iter().map(|lease| (Arc::clone(&lease.name), lease)).collect();
        let leases = requests.iter().map(|request| {
            let held = found.get(&request.name).cloned();
            // Released by another request in between: it is free, and this one does not have it.
            held.unwrap_or_else(|| StoreLease {
                name: Arc::clone(&request.name),
                holder: Arc::from(""),
                term: 0,
                until: Timestamp::default(),
            })
        });
        Ok(leases.collect())
    }
}

fn lease(row: &Row) -> Result<StoreLease, Fault> {
    Ok(StoreLease {
        name: Arc::from(text(row, 0)?),
        holder: Arc::from(text(row, 1)?),
        term: number(row, 2)?,
        until: Timestamp::from_millis(number(row, 3)?),
    })
}

fn node(row: &Row) -> Result<Node, Fault> {
    Ok(Node {
        id: Arc::from(text(row, 0)?),
        address: Arc::from(text(row, 1)?),
        version: Arc::from(text(row, 2)?),
        seen: Timestamp::from_millis(number(row, 3)?),
    })
}
