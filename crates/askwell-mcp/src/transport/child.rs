//! A server that runs as a child of this process, and ends with its connection.
//!
//! The child gets a process group of its own, so that what it starts itself ends with it. It is asked to go in three
//! ways, each less polite than the one before: its input ends, it is told to terminate, it is killed.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, PipeWriter};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::process;
use tokio::task::JoinHandle;

use super::{Connection, stdio};
use crate::wire::Limits;

/// How long a child may take to go after each way of asking.
const GRACE: Duration = Duration::from_secs(2);

/// A program to start.
#[derive(Debug, Clone, Default)]
pub struct Command {
    pub(crate) program: OsString,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    folder: Option<PathBuf>,
    complaints: Complaints,
    stderr: Option<Arc<PipeWriter>>,
}

/// What becomes of what a program writes to its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Complaints {
    /// It goes where ours goes.
    #[default]
    Shown,
    /// Nobody sees it.
    Hidden,
}

/// A child process. Dropping it kills it; [`Child::end`] gives it time.
#[derive(Debug)]
pub(crate) struct Child {
    group: Arc<Group>,
    /// Ends when the child has.
    watch: JoinHandle<()>,
}

/// The child and what it started, as long as they may be there.
#[derive(Debug)]
struct Group(Mutex<Option<u32>>);

/// Starts a child and connects to its input and output.
pub(crate) fn start(command: &Command, limits: &Limits) -> io::Result<(Connection, Child)> {
    let mut starting = process::Command::new(&command.program);
    starting.args(&command.arguments).envs(command.variables.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = &command.folder {
        starting.current_dir(folder);
    }
    starting.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(
        match (&command.stderr, command.complaints) {
            (Some(pipe), _) => pipe.try_clone()?.into(),
            (None, Complaints::Shown) => Stdio::inherit(),
            (None, Complaints::Hidden) => Stdio::null(),
        },
    );
    starting.kill_on_drop(true);
    #[cfg(unix)]
    starting.process_group(0);
    let mut process = starting.spawn()?;
    let (Some(output), Some(input)) = (process.stdout.take(), process.stdin.take()) else {
        return Err(io::Error::other("the child has no input or output"));
    };
    let group = Arc::new(Group(Mutex::new(process.id())));
    let watched = Arc::clone(&group);
    let watch = tokio::spawn(async move {
        // However it ended, it is gone. What it started itself would keep its output open.
        let _ = process.wait().await;
        watched.signal(Way::Kill);
        *watched.0.lock() = None;
    });
    Ok((stdio::join(output, input, limits), Child { group, watch }))
}

impl Command {
    /// A program, found as a shell would find it.
    pub fn new(program: impl Into<OsString>) -> Self {
        Command { program: program.into(), ..Command::default() }
    }

    /// Adds arguments.
    #[must_use]
    pub fn arguments<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets an environment variable.
    #[must_use]
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Runs it in this folder.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Says what becomes of its standard error.
    #[must_use]
    pub fn complaints(mut self, complaints: Complaints) -> Self {
        self.complaints = complaints;
        self
    }

    /// Sends its standard error into a pipe, in place of what [`Command::complaints`] says. The reading end sees the
    /// end when the program and everything that it started are gone.
    #[must_use]
    pub fn stderr(mut self, pipe: PipeWriter) -> Self {
        self.stderr = Some(Arc::new(pipe));
        self
    }
}

/// The command as a person would type it.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.to_string_lossy())?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", argument.to_string_lossy()))
    }
}

impl Child {
    /// Waits for the child to go, now that its input has ended, and makes it if it does not.
    pub(crate) async fn end(mut self) {
        for way in [Way::Wait, Way::Terminate, Way::Kill] {
            self.group.signal(way);
            if tokio::time::timeout(GRACE, &mut self.watch).await.is_ok() {
                return;
            }
        }
    }
}

impl Group {
    #[cfg(unix)]
    fn signal(&self, way: Way) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let signal = match way {
            Way::Wait => return,
            Way::Terminate => Signal::TERM,
            Way::Kill => Signal::KILL,
        };
        let group = self.0.lock();
        if let Some(group) = group.and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw) {
            // A group that is gone needs no signal.
            let _ = kill_process_group(group, signal);
        }
    }

    /// Elsewhere the child is killed when the task that waits for it is dropped.
    #[cfg(not(unix))]
    fn signal(&self, _way: Way) {}
}

impl Drop for Child {
    fn drop(&mut self) {
        self.group.signal(Way::Kill);
        #[cfg(not(unix))]
        self.watch.abort();
    }
}

/// How a child is asked to go.
#[derive(Debug, Clone, Copy)]
enum Way {
    Wait,
    Terminate,
    Kill,
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn commands_look_as_typed() {
        assert_eq!(Command::new("uv").arguments(["run", "server.py"]).to_string(), "uv run server.py");
    }
}
