//! Runs the real program in a folder of its own.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The output of a run.
#[derive(Debug)]
pub(crate) struct RunOutput {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl RunOutput {
    /// Everything, for a snapshot.
    pub(crate) fn transcript(&self) -> String {
        let RunOutput { code, stdout, stderr } = self;
        format!("exit code {}\n--- stdout ---\n{stdout}--- stderr ---\n{stderr}", code.unwrap_or(-1))
    }
}

/// A folder with files in it.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(TempDir::new().unwrap());
        for (name, text) in files {
            folder.put(name, text.as_bytes());
        }
        folder
    }

    /// A folder with the example forms and their answers.
    pub(crate) fn with_examples() -> Folder {
        let folder = Folder::with(&[]);
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/forms");
        for entry in std::fs::read_dir(examples).unwrap() {
            let path = entry.unwrap().path();
            std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path().join(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Returns the program, ready to run in this folder, independent of the environment's colour
    /// settings.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = isolated(Command::new(env!("CARGO_BIN_EXE_askwell")), self.path());
        command.args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> RunOutput {
        finish(self.command(arguments))
    }

    pub(crate) fn run_with_stdin(&self, arguments: &[&str], input: &[u8]) -> RunOutput {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        // The program may refuse before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        RunOutput::from(output)
    }
}

/// Returns a command in a folder, without environment variables that change the output and without
/// user settings.
pub(crate) fn isolated(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ASKWELL_") {
            command.env_remove(name);
        }
    }
    command.env_remove("LANGUAGE").env("LC_ALL", "C.UTF-8");
    // A service of the developer is not a part of the test.
    command.env("ASKWELL_SERVICE", "none");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn finish(mut command: Command) -> RunOutput {
    RunOutput::from(command.output().unwrap())
}

impl From<std::process::Output> for RunOutput {
    fn from(output: std::process::Output) -> Self {
        RunOutput {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
