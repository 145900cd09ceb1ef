//! A form as a conversation in lines: for pipes, for scripts, for screen readers, for terminals that can do no more.
//!
//! Nothing is redrawn and nothing is said by colour. The first line says what this is and how to get help.

mod command;
pub(crate) mod person;
mod question;

use std::path::Path;
use std::time::Duration;

use askwell_form::{Date, Field, Kind};
use zeroize::Zeroizing;

use self::command::{COMMANDS, Line};
use crate::asker::{Asker, Reception, Waiting};
use crate::day;
use crate::files;
use crate::outcome::{Outcome, TermError};
use crate::session::catalogue::Catalogue;
use crate::session::typed::{self, Unclear};
use crate::session::{Entry, Session, Step};
use crate::{style, text, wording};

pub use person::{Heard, Patience, Person, Piped, Privacy};

/// The first line of every conversation.
const MODE: &str = "Plain mode: one question at a time. ? says more, < goes back, ! lists all commands.\n";

/// When little time is left, it is said.
const SHORT: Duration = Duration::from_secs(60);

/// Goes through a form with a person, line by line.
///
/// # Errors
/// If the person cannot be reached.
pub fn converse(
    session: &mut Session,
    asker: &mut dyn Asker,
    person: &mut dyn Person,
) -> Result<Outcome, TermError> {
    let mut talk = Talk { session, asker, person, today: day::today(), warned: false, sent: false };
    talk.open()?;
    loop {
        let turn = match talk.session.current() {
            Step::Field(index) => talk.ask(index)?,
            Step::Review => talk.review()?,
        };
        if let Turn::End(outcome) = turn {
            talk.close(&outcome)?;
            return Ok(outcome);
        }
    }
}

struct Talk<'t> {
    session: &'t mut Session,
    asker: &'t mut dyn Asker,
    person: &'t mut dyn Person,
    today: Option<Date>,
    /// Whether it was said that little time is left.
    warned: bool,
    /// Whether sending was tried.
    sent: bool,
}

/// What comes after a line.
enum Turn {
    /// The question at hand, without its preamble.
    Again,
    /// Whatever the session is at now.
    Onward,
    End(Outcome),
}

impl Talk<'_> {
    fn open(&mut self) -> Result<(), TermError> {
        let form = self.session.form();
        let mut out = format!("{MODE}\n{}\n", text::line(form.title()));
        for line in form.description().map(text::lines).unwrap_or_default() {
            out += &format!("{line}\n");
        }
        if let Waiting::Left { time, extensions } = self.asker.waiting() {
            let more = if extensions > 0 { " !more asks for more." } else { "" };
            out += &format!("{}.{more}\n", wording::time_left(time));
        }
        self.person.say(&out)
    }

    fn close(&mut self, outcome: &Outcome) -> Result<(), TermError> {
        let sentence = match outcome {
            Outcome::Accepted(_) => wording::SENT,
            Outcome::Declined => wording::DECLINED,
            Outcome::Cancelled => wording::CANCELLED,
            Outcome::BrokenOff => wording::BROKEN_OFF,
            Outcome::TimedOut => wording::TIMED_OUT,
            Outcome::Closed(sentence) => sentence,
        };
        self.person.say(&format!("{}\n", text::line(sentence)))
    }

    fn hear(
        &mut self,
        prompt: &str,
        privacy: Privacy,
    ) -> Result<Result<Zeroizing<String>, Outcome>, TermError> {
        let Talk { asker, person, warned, .. } = self;
        let mut patience = || match asker.waiting() {
            Waiting::Unhurried => Patience::Wait,
            Waiting::Left { time, .. } if time > SHORT => {
                *warned = false;
                Patience::Wait
            }
            Waiting::Left { .. } if *warned => Patience::Wait,
            Waiting::Left { time, extensions } => {
                *warned = true;
                let more = if extensions > 0 { "; !more asks for more" } else { "" };
                Patience::Say(format!("\n({}{more})\n", wording::time_left(time)))
            }
            over => Patience::Stop(over),
        };
        Ok(match person.hear(prompt, privacy, &mut patience)? {
            Heard::Line(line) => Ok(line),
            Heard::TooLate(waiting) => Err(over(waiting)),
            Heard::Interrupted => Err(Outcome::BrokenOff),
            Heard::Ended => {
                // Nobody may be there to read it.
                let _ = person.say(&format!("{}\n", wording::BROKEN_OFF));
                return Err(TermError::Ended);
            }
        })
    }

    /// Asks one question until it is answered or left.
    fn ask(&mut self, index: usize) -> Result<Turn, TermError> {
        let Some(field) = self.session.field(index).cloned() else { return Ok(Turn::Onward) };
        let mut out = question::question(self.session, index, &field);
        out += &problems(self.session.timely_problems(index));
        self.person.say(&out)?;
        loop {
            let privacy = if field.is_secret() { Privacy::Secret } else { Privacy::Open };
            let line = match self.hear(question::prompt(&field), privacy)? {
                Ok(line) => line,
                Err(outcome) => return Ok(Turn::End(outcome)),
            };
            let turn = match command::read(&line) {
                Line::Answer(answer) => self.answer(index, &field, answer)?,
                Line::Clear => {
                    self.session.set(index, Entry::emptied(&field));
                    self.person.say("Emptied.\n")?;
                    Turn::Again
                }
                Line::Help => {
                    let text = question::question(self.session, index, &field) + &commands();
                    self.person.say(&text)?;
                    Turn::Again
                }
                other => self.obey(other)?,
            };
            if !matches!(turn, Turn::Again) {
                return Ok(turn);
            }
        }
    }

    /// Commands that mean the same everywhere.
    fn obey(&mut self, line: Line<'_>) -> Result<Turn, TermError> {
        match line {
            Line::Back => {
                self.session.back();
            }
            Line::Review => {
                self.session.to_review();
            }
            Line::Decline => return Ok(Turn::End(Outcome::Declined)),
            Line::Cancel => return Ok(Turn::End(Outcome::Cancelled)),
            Line::More => {
                self.extend()?;
                return Ok(Turn::Again);
            }
            Line::Answer(_) | Line::Help | Line::Menu | Line::Clear => {
                self.person.say(&commands())?;
                return Ok(Turn::Again);
            }
        }
        Ok(Turn::Onward)
    }

    fn extend(&mut self) -> Result<(), TermError> {
        let possible = matches!(self.asker.waiting(), Waiting::Left { extensions: 1.., .. });
        if !possible {
            return self.person.say(&format!("{}\n", wording::NO_MORE_TIME));
        }
        self.asker.extend();
        let left = match self.asker.waiting() {
            Waiting::Left { time, .. } => format!(" {}.", wording::time_left(time)),
            _ => String::new(),
        };
        self.person.say(&format!("{}{left}\n", wording::TIME_ASKED))
    }

    fn answer(&mut self, index: usize, field: &Field, answer: &str) -> Result<Turn, TermError> {
        if !answer.trim().is_empty() || field.is_secret() && !answer.is_empty() {
            let entry = match self.read(field, answer)? {
                Ok(Some(entry)) => entry,
                Ok(None) => return Ok(Turn::Again),
                Err(outcome) => return Ok(Turn::End(outcome)),
            };
            self.session.set(index, entry);
        }
        match self.session.advance() {
            Ok(_) => {
                let entry = self.session.entry(index);
                if let (Kind::Url(kind), Entry::Typed(typed)) = (field.kind(), entry) {
                    self.destination(kind, &typed.clone())?;
                }
                Ok(Turn::Onward)
            }
            Err(found) => {
                self.person.say(&problems(found.iter()))?;
                Ok(Turn::Again)
            }
        }
    }

    fn destination(&mut self, kind: &askwell_form::UrlKind, typed: &str) -> Result<(), TermError> {
        match wording::destination(kind, typed) {
            Some(wording::Destination::Doubtful(sentence)) => {
                self.person.say(&format!("Warning: {sentence}\n"))
            }
            Some(wording::Destination::Plain(sentence)) => self.person.say(&format!("{sentence}\n")),
            None => Ok(()),
        }
    }

    /// An entry from what was typed; nothing if it was not clear, and that was said.
    fn read(&mut self, field: &Field, answer: &str) -> Result<Result<Option<Entry>, Outcome>, TermError> {
        if let Kind::File(kind) = field.kind() {
            return Ok(Ok(match files::read(Path::new(answer.trim()), kind) {
                Ok(picked) => Some(Entry::File(Box::new(picked))),
                Err(sentence) => {
                    self.person.say(&format!("Problem: {sentence}\n"))?;
                    None
                }
            }));
        }
        if style::is_multi_line(field) {
            return self.read_lines(field, answer);
        }
        let unclear = match typed::read(field, answer, self.today) {
            Ok(entry) => return Ok(Ok(Some(entry))),
            Err(unclear) => unclear,
        };
        let sentence = match unclear {
            Unclear::Truth => format!("Problem: {}\n", wording::YES_OR_NO),
            Unclear::NoSuchOption(typed) => format!("Problem: {}\n", wording::no_such_option(&typed)),
            Unclear::Several(places) => several(field, &places),
        };
        self.person.say(&sentence)?;
        Ok(Ok(None))
    }

    fn read_lines(
        &mut self,
        field: &Field,
        first: &str,
    ) -> Result<Result<Option<Entry>, Outcome>, TermError> {
        let mut lines = first.to_owned();
        loop {
            match self.hear("", Privacy::Open)? {
                Ok(line) if *line == "." => return Ok(Ok(Some(Entry::typed(field, &lines)))),
                Ok(line) => {
                    lines.push('\n');
                    lines.push_str(&line);
                }
                Err(outcome) => return Ok(Err(outcome)),
            }
        }
    }

    fn review(&mut self) -> Result<Turn, TermError> {
        let first_time = !self.sent;
        if first_time && self.session.steps().count() <= 1 {
            return self.send();
        }
        self.person.say(&question::review(self.session))?;
        loop {
            let line = match self.hear("Answer: ", Privacy::Open)? {
                Ok(line) => line,
                Err(outcome) => return Ok(Turn::End(outcome)),
            };
            let turn = match command::read(&line) {
                Line::Answer(answer) => self.choose(answer.trim())?,
                other => self.obey(other)?,
            };
            if !matches!(turn, Turn::Again) {
                return Ok(turn);
            }
        }
    }

    /// What to do at the end: send, or change something.
    fn choose(&mut self, answer: &str) -> Result<Turn, TermError> {
        if let Ok(number) = answer.parse::<usize>() {
            let picked = number.checked_sub(1).and_then(|place| self.session.review().nth(place));
            return match picked.map(|index| self.session.edit(index)) {
                Some(Step::Field(_)) => Ok(Turn::Onward),
                Some(Step::Review) => {
                    self.person.say("This answer cannot be changed.\n")?;
                    Ok(Turn::Again)
                }
                None => {
                    self.person.say("There is no such number.\n")?;
                    Ok(Turn::Again)
                }
            };
        }
        match typed::truth(answer) {
            Some(true) => self.send(),
            Some(false) => {
                self.person.say("Not sent. !decline says no to the whole form, !cancel leaves it.\n")?;
                Ok(Turn::Again)
            }
            None => {
                self.person.say("Please answer with y, a number, < or !.\n")?;
                Ok(Turn::Again)
            }
        }
    }

    fn send(&mut self) -> Result<Turn, TermError> {
        self.sent = true;
        let answers = match self.session.outcome() {
            Ok(answers) => answers,
            Err(found) => {
                self.person.say(&format!("{}\n", wording::to_mend(found.len())))?;
                return Ok(Turn::Onward);
            }
        };
        match self.asker.submit(&answers) {
            Reception::Taken => Ok(Turn::End(Outcome::Accepted(answers))),
            Reception::Refused(found) => {
                self.session.refuse(&found);
                self.person.say(&format!("{}\n", wording::to_mend(found.len())))?;
                Ok(Turn::Onward)
            }
            Reception::Over(waiting) => Ok(Turn::End(over(waiting))),
            Reception::Unreachable(sentence) => {
                self.person.say(&format!("{} {}\n", text::line(&sentence), wording::KEPT))?;
                Ok(Turn::Onward)
            }
        }
    }
}

/// What it means for the person that nobody waits any more.
fn over(waiting: Waiting) -> Outcome {
    if let Waiting::Closed(sentence) = waiting { Outcome::Closed(sentence) } else { Outcome::TimedOut }
}

fn problems<'p>(found: impl Iterator<Item = &'p askwell_form::Problem>) -> String {
    found.map(|problem| format!("Problem: {}\n", text::line(&problem.message))).collect()
}

fn commands() -> String {
    let lines = COMMANDS.iter().map(|(name, _, what)| format!("  {name:<9} {what}\n"));
    format!(
        "Commands:\n{}  An answer that looks like one of these takes a \\ before it.\n",
        lines.collect::<String>()
    )
}

fn several(field: &Field, places: &[usize]) -> String {
    let Some(options) = field.kind().options() else { return String::new() };
    let mut out = "Several options fit:\n".to_owned();
    question::list(&mut out, &Catalogue::new(options), places.iter().copied().take(question::LISTED));
    if places.len() > question::LISTED {
        out += &format!("  … and {} more. Type more of the name.\n", places.len() - question::LISTED);
    }
    out
}
