//! Leases, the registry of nodes, and guards.

use askwell_engine::store::{Guard, StoreLease};
use askwell_engine::{Clock as _, StoreError, SystemClock};

use super::batch::Batch;
use super::{NodeTask, TaskResult};

impl Batch<'_> {
    pub(super) fn serve_nodes(&mut self, task: &NodeTask) -> TaskResult {
        let now = SystemClock.now();
        let nodes = &mut self.state.memory.lock().nodes;
        match task {
            NodeTask::Acquire(requests) => {
                let acquire = |request| nodes.acquire(request, now);
                let leases: Vec<StoreLease> = requests.iter().cloned().map(acquire).collect();
                TaskResult::Leases(leases)
            }
            NodeTask::Release(names, holder) => {
                names.iter().for_each(|name| nodes.release(name, holder));
                TaskResult::Leases(Vec::new())
            }
            NodeTask::ListLeases { prefix, after, limit } => {
                TaskResult::Leases(nodes.list(prefix, after.as_deref(), *limit))
            }
            NodeTask::Announce(node) => {
                nodes.announce(node.clone(), now);
                TaskResult::Nodes(Vec::new())
            }
            NodeTask::Remove(id) => {
                nodes.remove(id);
                TaskResult::Nodes(Vec::new())
            }
            NodeTask::ListNodes => TaskResult::Nodes(nodes.nodes()),
        }
    }

    pub(super) fn holds(&self, guard: &Guard) -> Result<bool, StoreError> {
        match guard {
            Guard::None => Ok(true),
            Guard::Record { namespace, key, revision } => {
                Ok(self.find_revision(namespace, key)? == *revision)
            }
            Guard::Lease { name, term } => Ok(self.state.memory.lock().nodes.is_in_term(name, *term)),
        }
    }
}
