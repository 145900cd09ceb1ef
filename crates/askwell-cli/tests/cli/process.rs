//! Runs the real program in a folder of its own.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// What came out of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Everything, for a snapshot.
    pub(crate) fn transcript(&self) -> String {
        let Ran { code, stdout, stderr } = self;
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

    /// The program, ready to run in this folder, whatever the environment says about colours.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = quietly(Command::new(env!("CARGO_BIN_EXE_askwell")), self.path());
        command.args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        finish(self.command(arguments))
    }

    pub(crate) fn run_with_stdin(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        // The program may refuse before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        Ran::from(output)
    }
}

/// A command in a folder, with nothing of the environment that changes how things look, and without anybody's settings.
pub(crate) fn quietly(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ASKWELL_") {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn finish(mut command: Command) -> Ran {
    Ran::from(command.output().unwrap())
}

impl From<std::process::Output> for Ran {
    fn from(output: std::process::Output) -> Self {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
