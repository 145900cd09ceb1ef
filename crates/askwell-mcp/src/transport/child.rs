//! A server that runs as a child process and ends with its connection.
//!
//! The child has its own process group, so that processes that it starts end with it. Stopping
//! takes three steps: close its standard input, terminate it, kill it.

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

/// How long a child may take to exit after each step.
const GRACE: Duration = Duration::from_secs(2);

/// A program to start.
#[derive(Clone, Default)]
pub struct Command {
    pub(crate) program: OsString,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    environment: Environment,
    folder: Option<PathBuf>,
    stderr_mode: StderrMode,
    stderr: Option<Arc<PipeWriter>>,
}

/// What a program inherits of this process's environment, beside the variables that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Environment {
    /// Everything.
    #[default]
    All,
    /// What programs need to run at all, such as `PATH` and `HOME`; no secrets.
    Base,
}

/// The variables of [`Environment::Base`].
const BASE_VARIABLES: [&str; 22] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TERM",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TMPDIR",
    "XDG_RUNTIME_DIR",
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATHEXT",
    "PROGRAMFILES",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERPROFILE",
];

/// Where a program's standard error goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum StderrMode {
    /// To this process's standard error.
    #[default]
    Inherit,
    /// Nowhere.
    Discard,
}

/// A child process. Dropping it kills the process; [`Child::end`] gives it time to exit.
#[derive(Debug)]
pub struct Child {
    group: Arc<ProcessGroup>,
    /// Ends when the child has exited.
    watch: JoinHandle<()>,
}

/// The process group of the child, until the child has exited.
#[derive(Debug)]
struct ProcessGroup(Mutex<Option<u32>>);

/// Starts a child and connects to its standard input and output.
pub(crate) fn start(command: &Command, limits: &Limits) -> io::Result<(Connection, Child)> {
    let mut starting = process::Command::new(&command.program);
    starting.args(&command.arguments);
    if command.environment == Environment::Base {
        starting.env_clear();
        let inherited = BASE_VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        starting.envs(inherited);
    }
    starting.envs(command.variables.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = &command.folder {
        starting.current_dir(folder);
    }
    starting.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(
        match (&command.stderr, command.stderr_mode) {
            (Some(pipe), _) => pipe.try_clone()?.into(),
            (None, StderrMode::Inherit) => Stdio::inherit(),
            (None, StderrMode::Discard) => Stdio::null(),
        },
    );
    starting.kill_on_drop(true);
    #[cfg(unix)]
    starting.process_group(0);
    let mut process = starting.spawn()?;
    let (Some(output), Some(input)) = (process.stdout.take(), process.stdin.take()) else {
        return Err(io::Error::other("the child has no input or output"));
    };
    let group = Arc::new(ProcessGroup(Mutex::new(process.id())));
    let watched = Arc::clone(&group);
    let watch = tokio::spawn(async move {
        // Processes that the child started would keep its output open.
        let _ = process.wait().await;
        watched.signal(StopStep::Kill);
        *watched.0.lock() = None;
    });
    Ok((stdio::connect(output, input, limits), Child { group, watch }))
}

impl Command {
    /// Creates a command. The program is looked up in `PATH`.
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

    /// Sets what the program inherits of this process's environment.
    #[must_use]
    pub fn environment(mut self, environment: Environment) -> Self {
        self.environment = environment;
        self
    }

    /// Sets the working directory.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Sets where standard error goes.
    #[must_use]
    pub fn stderr_mode(mut self, stderr_mode: StderrMode) -> Self {
        self.stderr_mode = stderr_mode;
        self
    }

    /// Sends standard error into a pipe instead of where [`Command::stderr_mode`] says. The reader sees
    /// the end of the pipe when the program and all processes that it started have exited.
    #[must_use]
    pub fn stderr(mut self, pipe: PipeWriter) -> Self {
        self.stderr = Some(Arc::new(pipe));
        self
    }
}

/// Variables may hold secrets, so only their names are shown.
impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.variables.iter().map(|(name, _)| name).collect();
        f.debug_struct("Command")
            .field("program", &self.program)
            .field("variables", &names)
            .finish_non_exhaustive()
    }
}

/// Writes the command as a person would type it.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.to_string_lossy())?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", argument.to_string_lossy()))
    }
}

impl Child {
    /// Waits until the child has exited after its input was closed; terminates and then kills it if
    /// it does not.
    pub async fn end(mut self) {
        for step in [StopStep::CloseInput, StopStep::Terminate, StopStep::Kill] {
            self.group.signal(step);
            if tokio::time::timeout(GRACE, &mut self.watch).await.is_ok() {
                return;
            }
        }
    }
}

impl ProcessGroup {
    #[cfg(unix)]
    fn signal(&self, step: StopStep) {
        use rustix::process::{Pid, Signal, kill_process_group};
        let signal = match step {
            StopStep::CloseInput => return,
            StopStep::Terminate => Signal::TERM,
            StopStep::Kill => Signal::KILL,
        };
        let group = self.0.lock();
        if let Some(group) = group.and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw) {
            // A group that is gone needs no signal.
            let _ = kill_process_group(group, signal);
        }
    }

    /// On other systems the child is killed when the task that waits for it is dropped.
    #[cfg(not(unix))]
    fn signal(&self, _way: StopStep) {}
}

impl Drop for Child {
    fn drop(&mut self) {
        self.group.signal(StopStep::Kill);
        #[cfg(not(unix))]
        self.watch.abort();
    }
}

/// A step of stopping a child.
#[derive(Debug, Clone, Copy)]
enum StopStep {
    CloseInput,
    Terminate,
    Kill,
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn command_is_displayed_as_typed() {
        assert_eq!(Command::new("uv").arguments(["run", "server.py"]).to_string(), "uv run server.py");
    }
}
