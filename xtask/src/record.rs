//! `cargo xtask record`: records a session of `askwell ask` in a real terminal for the README.
//!
//! The keys are a script; the times in the film are those of the script, so that a busy machine makes the same film as an
//! idle one. Writes an asciinema cast, and a picture in SVG that moves by itself. Refuses to invent anything: what is
//! shown is what the program wrote.

mod picture;

use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use serde_json::{Value, json};

use self::picture::Frame;
use crate::cargo::{cargo, run as run_command};

/// Record the session that the README shows
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

const COLUMNS: u16 = 84;
const ROWS: u16 = 22;

/// When nothing more is written for so long, the screen is as it will be.
const REST: Duration = Duration::from_millis(300);

/// How long a key is seen before the next, in seconds of the film.
const TYPING: f64 = 0.09;
const READING: f64 = 1.1;
const ENDING: f64 = 3.0;

const DOWN: &str = "\x1b[B";

/// What is typed, and how long the outcome is looked at. Texts are typed letter by letter.
const SCRIPT: [(&str, f64); 24] = [
    ("", 0.4),
    ("askwell ask deploy.json", 0.5),
    ("\r", READING),
    (DOWN, 0.6),
    ("\r", READING),
    ("1.4", 0.3),
    ("\r", 1.6),
    (".2", 0.3),
    ("\r", READING),
    ("y", 0.6),
    ("\r", READING),
    ("Fixes the checkout for guests.", 0.5),
    ("\r", READING),
    (DOWN, 0.5),
    (DOWN, 0.8),
    ("\r", READING),
    (" ", 0.4),
    (DOWN, 0.3),
    (" ", 0.6),
    ("\r", READING),
    ("https://wiki.example.com/storefront", 0.8),
    ("\r", READING),
    ("\r", 1.6),
    ("\r", 0.5),
];

/// Ends the shell, as the program has ended.
const EXIT: &[u8] = b"exit\r";

/// Runs the program, records it, and writes both films.
pub(crate) fn run(root: &Path, _arguments: &Arguments) -> Result<()> {
    run_command(cargo(root).args(["build", "--package", "askwell-cli"]))?;
    let metadata = crate::metadata::read(root, crate::metadata::Depth::WorkspaceOnly)?;
    let program = metadata.target_directory.join("debug/askwell");
    let film = record(&program, &root.join("examples/forms/deployment-approval.json"))?;
    let folder = root.join("docs/images");
    std::fs::create_dir_all(&folder)?;
    for (name, text) in [("ask.cast", film.cast()), ("ask.svg", picture::animate(&film.frames))] {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// What was seen.
struct Recording {
    /// When something was written, and what.
    written: Vec<(f64, String)>,
    frames: Vec<Frame>,
}

impl Recording {
    /// In the second version of asciinema's format.
    fn cast(&self) -> String {
        let header = json!({"version": 2, "width": COLUMNS, "height": ROWS, "title": "askwell ask"});
        let mut lines = vec![header.to_string()];
        lines.extend(self.written.iter().map(|(time, text)| json!([time, "o", text]).to_string()));
        lines.join("\n") + "\n"
    }
}

fn record(program: &Path, form: &Path) -> Result<Recording> {
    // A countdown would make another film every time.
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(form)?)?;
    document.as_object_mut().map(|members| members.remove("timeout"));
    let folder = std::env::temp_dir().join(format!("askwell-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("deploy.json"), document.to_string())?;
    let film = act(program, &folder);
    std::fs::remove_dir_all(&folder)?;
    film
}

fn act(program: &Path, folder: &Path) -> Result<Recording> {
    let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).map_err(|error| anyhow::anyhow!("no terminal: {error}"))?;
    let mut command = CommandBuilder::new("/bin/sh");
    command.arg("-i");
    command.cwd(folder);
    command.env("PS1", "$ ");
    command.env_remove("ENV");
    let programs = program.parent().context("the program is in a folder")?;
    command.env("PATH", programs);
    command.env("TERM", "xterm");
    command.env("LANG", "C.UTF-8");
    for variable in ["NO_COLOR", "ACCESSIBLE", "LC_ALL", "LC_CTYPE"] {
        command.env_remove(variable);
    }
    let mut child =
        pair.slave.spawn_command(command).map_err(|error| anyhow::anyhow!("cannot start it: {error}"))?;
    drop(pair.slave);
    let mut writer = pair.master.take_writer().map_err(|error| anyhow::anyhow!("no keyboard: {error}"))?;
    let output =
        listen(pair.master.try_clone_reader().map_err(|error| anyhow::anyhow!("no screen: {error}"))?);

    let (Some(rows), Some(columns)) = (NonZero::new(ROWS), NonZero::new(COLUMNS)) else { bail!("no size") };
    let mut screen = vt100::Parser::new(rows, columns, 0);
    let mut film = Recording { written: Vec::new(), frames: Vec::new() };
    let mut now = 0.0;
    for (keys, seconds) in SCRIPT {
        let is_text = !keys.starts_with('\x1b') && keys.chars().count() > 1;
        let steps: Vec<String> =
            if is_text { keys.chars().map(String::from).collect() } else { vec![keys.to_owned()] };
        for (place, step) in steps.iter().enumerate() {
            writer.write_all(step.as_bytes())?;
            writer.flush()?;
            let written = until_rest(&output);
            screen.process(written.as_bytes());
            if !written.is_empty() {
                film.written.push((now, written));
            }
            let pause = if place + 1 == steps.len() { seconds } else { TYPING };
            film.frames.push(Frame::of(screen.screen(), now));
            now += pause;
        }
    }
    film.frames.push(Frame::of(screen.screen(), now + ENDING));
    // A program that has not ended by now waits for keys that the script does not have.
    writer.write_all(EXIT)?;
    writer.flush()?;
    screen.process(until_rest(&output).as_bytes());
    let ended = child.try_wait()?;
    if !ended.as_ref().is_some_and(portable_pty::ExitStatus::success) {
        child.kill().ok();
        bail!("the script does not fit the form any more: {ended:?}\n{}", screen.screen().contents());
    }
    Ok(film)
}

fn listen(mut reader: Box<dyn std::io::Read + Send>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = reader.read(&mut bytes) {
            if sender.send(bytes.get(..read).unwrap_or_default().to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Everything that is written until nothing more comes.
fn until_rest(output: &Receiver<Vec<u8>>) -> String {
    let mut written = Vec::new();
    while let Ok(bytes) = output.recv_timeout(REST) {
        written.extend(bytes);
    }
    String::from_utf8_lossy(&written).into_owned()
}
