//! A local command: runs a program for each notification.
//!
//! The arguments are those of the settings. What comes from a question reaches the program through environment
//! variables and its standard input only, so that it can become neither an argument nor a part of a script. The
//! program sees no other variables than those and the ones that the settings name.

use std::collections::BTreeMap;
use std::process::Stdio;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::Command;

use super::{Channel, DeliverFuture, DeliveryOutcome};
use crate::notification::Notification;

/// How much of the program's errors is kept, in bytes.
const ERROR_BYTES: u64 = 512;

/// Runs a program for each notification. The address of a person is any text, which the program gets.
#[derive(Debug, Clone)]
pub struct LocalCommand {
    /// The program.
    pub program: String,
    /// The arguments.
    pub arguments: Vec<String>,
    /// The environment of the program, beside the variables of the notification.
    pub environment: BTreeMap<String, String>,
}

impl Channel for LocalCommand {
    fn check_address(&self, address: &str) -> Result<(), String> {
        if address.len() <= 1024 && !address.contains('\0') {
            Ok(())
        } else {
            Err("use up to 1024 bytes without NUL".to_owned())
        }
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(self.run(notification))
    }
}

impl LocalCommand {
    async fn run(&self, notification: &Notification) -> DeliveryOutcome {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .env_clear()
            .envs(&self.environment)
            .env("ASKWELL_NOTIFICATION_ID", &notification.id)
            .env("ASKWELL_RECIPIENT", &**notification.recipient.name())
            .env("ASKWELL_ADDRESS", &notification.address)
            .env("ASKWELL_SUBJECT", notification.subject())
            .env("ASKWELL_LINK", notification.link())
            .env("ASKWELL_COUNT", notification.count().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return DeliveryOutcome::retry(format!("the command cannot start: {error}")),
        };
        let (stdin, stderr) = (child.stdin.take(), child.stderr.take());
        let text = notification.text();
        let write = async move {
            if let Some(mut stdin) = stdin {
                // A program need not read its input.
                let _ = stdin.write_all(text.as_bytes()).await;
            }
        };
        let read = async move {
            let mut said = Vec::new();
            if let Some(mut stderr) = stderr {
                let _ = (&mut stderr).take(ERROR_BYTES).read_to_end(&mut said).await;
                // Reads the rest, so that the program does not wait for a reader.
                let _ = tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await;
            }
            said
        };
        let ((), said, ended) = tokio::join!(write, read, child.wait());
        let said = crate::notification::one_line(String::from_utf8_lossy(&said).trim());
        let said = if said.is_empty() { said } else { format!(": {said}") };
        match ended {
            Ok(status) if status.success() => DeliveryOutcome::Delivered,
            Ok(status) => DeliveryOutcome::retry(format!("the command ended with {status}{said}")),
            Err(error) => DeliveryOutcome::retry(format!("the command cannot be waited for: {error}")),
        }
    }
}
