//! A few threads that read. Each look sees one moment of the file, in which everything acknowledged before
//! is there; writing does not disturb it.

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

type Look = Box<dyn FnOnce(&Connection) + Send>;

/// The threads.
#[derive(Debug)]
pub(crate) struct Readers {
    looks: Mutex<Option<Sender<Look>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Readers {
    pub(crate) fn start(file: &Path) -> Result<Readers, StoreError> {
        let (looks, queue) = channel::<Look>();
        let queue = Arc::new(Mutex::new(queue));
        let readers = Readers { looks: Mutex::new(Some(looks)), threads: Mutex::default() };
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

    /// Has one of them look.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, found) = oneshot::channel();
        let look: Look = Box::new(move |connection| {
            if !reply.is_closed() {
                let _ = reply.send(look(connection));
            }
        });
        self.looks.lock().as_ref().ok_or(StoreError::Closed)?.send(look).map_err(|_| StoreError::Closed)?;
        found.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Takes no more looks, and gives the threads back, which end when they have done those that were taken.
    pub(crate) fn release(&self) -> Vec<JoinHandle<()>> {
        *self.looks.lock() = None;
        std::mem::take(&mut *self.threads.lock())
    }
}

fn work(connection: &Connection, queue: &Mutex<Receiver<Look>>) {
    loop {
        // Held only to take the next look, not while looking.
        let next = queue.lock().recv();
        match next {
            Ok(look) => look(connection),
            Err(_) => return,
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        for thread in self.release() {
            let _ = thread.join();
        }
    }
}
