//! A pool of reader threads. Each job sees a snapshot that contains everything acknowledged before; writes do
//! not block it.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use askwell_engine::StoreError;
use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::error::failed;
use crate::schema;

const THREADS: usize = 2;

type ReadJob = Box<dyn FnOnce(&Connection) + Send>;

/// The reader threads and their queue.
#[derive(Debug)]
pub(crate) struct ReaderPool {
    jobs: Mutex<Option<Sender<ReadJob>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl ReaderPool {
    pub(crate) fn start(file: &Path) -> Result<ReaderPool, StoreError> {
        let (jobs, queue) = channel::<ReadJob>();
        let queue = Arc::new(Mutex::new(queue));
        let readers = ReaderPool { jobs: Mutex::new(Some(jobs)), threads: Mutex::default() };
        for number in 0..THREADS {
            let connection = schema::reader(file).map_err(failed)?;
            let queue = Arc::clone(&queue);
            let thread = std::thread::Builder::new()
                .name(format!("askwell-reader-{number}"))
                .spawn(move || work(&connection, &queue))
                .map_err(StoreError::failed)?;
            readers.threads.lock().push(thread);
        }
        Ok(readers)
    }

    /// Runs a read on one of the threads.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, found) = oneshot::channel();
        let job: ReadJob = Box::new(move |connection| {
            if !reply.is_closed() {
                let _ = reply.send(read(connection));
            }
        });
        self.jobs.lock().as_ref().ok_or(StoreError::Closed)?.send(job).map_err(|_| StoreError::Closed)?;
        found.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Closes the queue, and returns the threads, which end after the queued jobs.
    pub(crate) fn release(&self) -> Vec<JoinHandle<()>> {
        *self.jobs.lock() = None;
        std::mem::take(&mut *self.threads.lock())
    }
}

fn work(connection: &Connection, queue: &Mutex<Receiver<ReadJob>>) {
    loop {
        // The lock is held only while taking a job.
        let next = queue.lock().recv();
        match next {
            Ok(job) => job(connection),
            Err(_) => return,
        }
    }
}

impl Drop for ReaderPool {
    fn drop(&mut self) {
        for thread in self.release() {
            let _ = thread.join();
        }
    }
}
