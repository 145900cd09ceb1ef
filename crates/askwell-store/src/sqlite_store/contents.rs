//! What the store keeps beside elicitations: uploads, records, leases and nodes.

use std::sync::Arc;

use askwell_engine::StoreError;
use askwell_engine::store::{
    Guard, LeaseRequest, NewUpload, Node, NodeStore, Record, RecordStore, RecordWrite, StoreFuture,
    StoreLease, Upload, UploadChunk, UploadPart, UploadQuota, UploadStore, Verdict,
};
use askwell_lifecycle::ElicitationId;

use super::SqliteStore;
use crate::committer::{NodeTask, TaskResult, WriteTask};
use crate::uploads;

impl UploadStore for SqliteStore {
    fn put_upload(&self, upload: Upload, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(WriteTask::Upload(upload, quota)))
    }

    fn begin_upload(&self, upload: NewUpload, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(WriteTask::BeginUpload(upload, quota)))
    }

    fn append_upload(&self, chunk: UploadChunk, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(WriteTask::AppendUpload(chunk, quota)))
    }

    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict> {
        Box::pin(self.verdict(WriteTask::FinishUpload(id, name)))
    }

    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.verdict(WriteTask::AbortUpload(id, name)).await.map(drop) })
    }

    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>> {
        let keyring = self.context.keyring.clone();
        Box::pin(
            self.read(move |connection| uploads::read(connection, keyring.as_deref(), id, &name, position)),
        )
    }
}

impl RecordStore for SqliteStore {
    fn write_records(&self, writes: Vec<RecordWrite>, guard: Guard) -> StoreFuture<'_, Vec<Verdict>> {
        Box::pin(self.verdicts(WriteTask::Records(writes, guard)))
    }

    fn get_record(&self, namespace: &'static str, key: Arc<str>) -> StoreFuture<'_, Option<Record>> {
        let context = Arc::clone(&self.context);
        Box::pin(self.read(move |connection| context.record(connection, namespace, &key)))
    }

    fn list_records(
        &self,
        namespace: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<Record>> {
        let context = Arc::clone(&self.context);
        Box::pin(self.read(move |connection| context.records(connection, namespace, after.as_deref(), limit)))
    }
}

impl NodeStore for SqliteStore {
    fn ready(&self) -> Result<(), StoreError> {
        self.with_open_index(|_| Ok(()))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(SqliteStore::close(self))
    }

    fn acquire_leases(&self, requests: Vec<LeaseRequest>) -> StoreFuture<'_, Vec<StoreLease>> {
        Box::pin(self.leases(NodeTask::Acquire(requests)))
    }

    fn release_leases(&self, names: Vec<Arc<str>>, holder: Arc<str>) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.leases(NodeTask::Release(names, holder)).await.map(drop) })
    }

    fn list_leases(
        &self,
        prefix: Arc<str>,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoreLease>> {
        Box::pin(self.leases(NodeTask::ListLeases { prefix, after, limit }))
    }

    fn announce_node(&self, node: Node) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.nodes(NodeTask::Announce(node)).await.map(drop) })
    }

    fn remove_node(&self, id: Arc<str>) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.nodes(NodeTask::Remove(id)).await.map(drop) })
    }

    fn list_nodes(&self) -> StoreFuture<'_, Vec<Node>> {
        Box::pin(self.nodes(NodeTask::ListNodes))
    }
}

impl SqliteStore {
    async fn leases(&self, task: NodeTask) -> Result<Vec<StoreLease>, StoreError> {
        match self.send(WriteTask::Nodes(task)).await?.done? {
            TaskResult::Leases(leases) => Ok(leases),
            _ => Err(StoreError::Closed),
        }
    }

    async fn nodes(&self, task: NodeTask) -> Result<Vec<Node>, StoreError> {
        match self.send(WriteTask::Nodes(task)).await?.done? {
            TaskResult::Nodes(nodes) => Ok(nodes),
            _ => Err(StoreError::Closed),
        }
    }
}
