//! The terminal: the time from a key to the screen, and from the start to the first prompt.

use std::error::Error;
use std::io::Read as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use askwell_form::Form;
use askwell_form::build::{FormBuilder, form, select, text};
use askwell_term::{Colours, FormSession, Key, Symbols, Theme, Wizard};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::harness::{Contender, Effort, Race, compare};

const FIELDS: usize = 100;
const OPTIONS: usize = 10_000;
const SIZE: (u16, u16) = (120, 40);

/// What a keystroke may cost, in empty draws of the same screen: a screen full of text is not free either.
const MOST_DRAWS: f64 = 10.0;

/// Sixty pictures a second, and a keystroke well within one.
const FRAME: Duration = Duration::from_micros(16_667);

/// The first prompt may take this many times as long as `--version`.
const MOST_VERSIONS: f64 = 2.0;

const THEME: Theme = Theme { colours: Colours::Sixteen, symbols: Symbols::Unicode };

/// Runs every measurement whose name is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut met = true;
    if wanted("term key") {
        met &= keystrokes(effort)?;
    }
    if wanted("term start") {
        met &= start(effort)?;
    }
    Ok(met)
}

fn large_form() -> Result<Form, Box<dyn Error>> {
    let field = |form: FormBuilder, number: usize| {
        let label = format!("Field number {number}");
        form.field(text(&format!("field_{number}"), &label).required().help("A few words."))
    };
    Ok((0..FIELDS).fold(form("large", "A large form"), field).build()?)
}

fn wide_form() -> Result<Form, Box<dyn Error>> {
    let options: Vec<String> = (0..OPTIONS).map(|number| format!("option number {number}")).collect();
    let options = options.iter().map(String::as_str);
    let form = form("wide", "A wide form").field(select("one", "One of many").options(options).required());
    Ok(form.field(text("other", "Another")).build()?)
}

fn wizard(form: Form) -> Wizard {
    Wizard::new(FormSession::new(form), THEME)
}

fn screen() -> Result<Terminal<TestBackend>, Box<dyn Error>> {
    Ok(Terminal::new(TestBackend::new(SIZE.0, SIZE.1))?)
}

/// One key typed and one taken back, each drawn: so the form is after every round what it was before.
fn type_and_draw<'r>(mut wizard: Wizard, mut terminal: Terminal<TestBackend>) -> impl FnMut() + 'r {
    move || {
        for key in [Key::Char('7'), Key::Backspace] {
            wizard.press(key);
            // A screen in memory takes everything.
            let _ = terminal.draw(|frame| wizard.draw(frame));
        }
    }
}

fn keystrokes(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut middle = wizard(large_form()?);
    for _ in 0..FIELDS / 2 {
        middle.press(Key::Char('x'));
        middle.press(Key::Enter);
    }
    let mut empty = screen()?;
    let mut race = Race {
        name: "term key",
        about: "a keystroke, from the key to the cells of a screen of 120 × 40; two keys to a round",
        contenders: vec![
            Contender::new("100 fields", type_and_draw(middle, screen()?)).for_units(2.0),
            Contender::new("10,000 options, searched", type_and_draw(wizard(wide_form()?), screen()?))
                .for_units(2.0),
            Contender::new("an empty draw", || {
                for _ in 0..2 {
                    let _ = empty.draw(|_| {});
                }
            })
            .for_units(2.0)
            .within(MOST_DRAWS),
        ],
    };
    let met = compare(&mut race, effort);
    let mut slow = type_and_draw(wizard(wide_form()?), screen()?);
    let begin = Instant::now();
    slow();
    let worst = begin.elapsed() / 2;
    let within = worst < FRAME;
    println!("  the first keystroke on 10,000 options: {worst:?}, a frame is {FRAME:?}: {}", verdict(within));
    Ok(met && within)
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}

/// From starting the program on a terminal until the first prompt is there, beside `--version` on a terminal, in turns.
fn start(effort: Effort) -> Result<bool, Box<dyn Error>> {
    let Some(program) = program() else {
        println!(
            "\nterm start: left out; `cargo build --release -p askwell-cli` makes the program to be measured"
        );
        return Ok(true);
    };
    let rounds = if effort == Effort::FULL { 60 } else { 5 };
    let folder = tempfile::tempdir()?;
    std::fs::write(
        folder.path().join("form.json"),
        include_str!("../../examples/forms/deployment-approval.json"),
    )?;
    let mut times = [("--version", Vec::new()), ("the wizard", Vec::new()), ("plain lines", Vec::new())];
    for _ in 0..rounds {
        for (name, times) in &mut times {
            let (arguments, until): (&[&str], &str) = match *name {
                "--version" => (&["--version"], "askwell "),
                "the wizard" => (&["ask", "form.json"], "F1"),
                _ => (&["ask", "form.json", "--plain"], "Answer: "),
            };
            let mut command = CommandBuilder::new(&program);
            command.args(arguments);
            command.cwd(folder.path());
            command.env("TERM", "xterm");
            command.env("LANG", "C.UTF-8");
            times.push(time_until(command, until)?);
        }
    }
    println!("\nterm start: until the first prompt is on the terminal, median of {rounds}, in turns");
    let medians = times.map(|(name, mut times)| {
        times.sort_unstable();
        (name, times.get(times.len() / 2).copied().unwrap_or_default())
    });
    let version = medians.first().map_or(1.0, |(_, time)| time.as_secs_f64());
    let mut met = true;
    for (name, time) in medians {
        let ratio = time.as_secs_f64() / version;
        met &= ratio <= MOST_VERSIONS;
        println!(
            "  {name:34}{time:>12.1?}{ratio:>12.2}   target ≤ {MOST_VERSIONS}  {}",
            verdict(ratio <= MOST_VERSIONS)
        );
    }
    Ok(met)
}

/// The optimised program, beside this one.
fn program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.with_file_name("askwell");
    program.exists().then_some(program)
}

fn time_until(command: CommandBuilder, text: &str) -> Result<Duration, Box<dyn Error>> {
    let pair =
        native_pty_system().openpty(PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 })?;
    let mut reader = pair.master.try_clone_reader()?;
    let begin = Instant::now();
    let mut child = pair.slave.spawn_command(command)?;
    drop(pair.slave);
    let mut seen = Vec::new();
    let mut bytes = [0; 4096];
    while !seen.windows(text.len()).any(|window| window == text.as_bytes()) {
        let read = reader.read(&mut bytes)?;
        if read == 0 {
            return Err("the program ended without a prompt".into());
        }
        seen.extend_from_slice(bytes.get(..read).unwrap_or_default());
    }
    let time = begin.elapsed();
    // The process is ours, and may have ended by itself.
    let _ = child.kill();
    child.wait()?;
    Ok(time)
}
