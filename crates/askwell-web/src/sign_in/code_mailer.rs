//! Mails codes after the response, so that the response does not depend on whether an address is known.
//!
//! Codes wait in memory, and only for seconds: a stored queue would have to hold them in clear. If the service stops
//! first, the person asks for another one.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};

use super::people_directory::{CodeDelivery, CodeMail, PeopleDirectory};

/// The most codes that wait to be mailed.
const QUEUE: usize = 256;

/// The most mails under way at once.
const AT_ONCE: usize = 4;

/// The waits before further attempts.
const WAITS: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(15)];

/// Hands codes to the task that mails them. The task ends when this is dropped.
#[derive(Debug, Clone)]
pub(super) struct CodeMailer(mpsc::Sender<CodeMail>);

impl CodeMailer {
    /// Starts the task. Must be called within a tokio runtime.
    pub(super) fn start(people: Arc<dyn PeopleDirectory>) -> CodeMailer {
        let (sender, receiver) = mpsc::channel(QUEUE);
        tokio::spawn(run(people, receiver));
        CodeMailer(sender)
    }

    /// Hands over a code. It is dropped if its address is nobody's, or if too many wait.
    pub(super) fn send(&self, mail: CodeMail) {
        if self.0.try_send(mail).is_err() {
            tracing::warn!("too many sign-in codes wait to be mailed; one is dropped");
        }
    }
}

async fn run(people: Arc<dyn PeopleDirectory>, mut receiver: mpsc::Receiver<CodeMail>) {
    let free = Arc::new(Semaphore::new(AT_ONCE));
    while let Some(mut mail) = receiver.recv().await {
        let Some(owner) = people.owner_of(&mail.address) else {
            tracing::debug!("a sign-in code was asked for with an address that nobody has");
            continue;
        };
        mail.address = owner.address;
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else { return };
        let people = Arc::clone(&people);
        tokio::spawn(async move {
            deliver(&*people, &mail, &owner.person).await;
            drop(permit);
        });
    }
}

async fn deliver(people: &dyn PeopleDirectory, mail: &CodeMail, person: &str) {
    let mut waits = WAITS.iter();
    loop {
        let why = match people.mail_code(mail).await {
            CodeDelivery::Sent => {
                tracing::info!(person, "a sign-in code was mailed");
                return;
            }
            CodeDelivery::Refused { why } => {
                tracing::warn!(person, why, "a sign-in code cannot be mailed");
                return;
            }
            CodeDelivery::Failed { why } => why,
        };
        let Some(wait) = waits.next() else {
            tracing::warn!(person, why, "a sign-in code could not be mailed");
            return;
        };
        tracing::info!(person, why, "a sign-in code will be mailed again");
        tokio::time::sleep(*wait).await;
    }
}
