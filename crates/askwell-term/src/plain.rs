//! Plain mode: a form as a dialog in lines, for pipes, scripts, screen readers and simple
//! terminals.
//!
//! Output is never redrawn and never depends on colour. The first line tells the mode and how to
//! get help.

mod command;
pub(crate) mod line_io;
mod question;
mod rows;

use std::path::Path;
use std::time::Duration;

use askwell_form::{Date, Field, Kind};
use askwell_locale::{say, text};
use zeroize::Zeroizing;

use self::command::{COMMANDS, ParsedLine};
use crate::asker::{Asker, SubmitResult, WaitStatus};
use crate::local_files;
use crate::outcome::{Outcome, TermError};
use crate::session::option_index::OptionIndex;
use crate::session::typed_input::{self, UnclearInput};
use crate::session::{FieldEntry, FormSession, Step};
use crate::today;
use crate::{evidence, field_style, messages, safe_text};

pub use line_io::{Echo, LineInput, LineIo, PipedLines, WaitAction};

/// The first line of every dialog.
const MODE: &str = "term-plain-mode";

/// Time left at which a warning is printed.
const SHORT: Duration = Duration::from_secs(60);

/// Asks a person to fill in a form, one line at a time, and returns what they did.
///
/// # Errors
/// Returns an error if the input ends, or if reading or writing fails.
pub fn ask_plain(
    session: &mut FormSession,
    asker: &mut dyn Asker,
    lines: &mut dyn LineIo,
) -> Result<Outcome, TermError> {
    let mut dialog = PlainDialog { session, asker, lines, today: today::today(), warned: false, sent: false };
    dialog.print_header()?;
    loop {
        let turn = match dialog.session.current() {
            Step::Field(index) => dialog.ask_field(index)?,
            Step::Review => dialog.review()?,
        };
        if let NextPrompt::End(outcome) = turn {
            dialog.print_outcome(&outcome)?;
            return Ok(outcome);
        }
    }
}

struct PlainDialog<'t> {
    session: &'t mut FormSession,
    asker: &'t mut dyn Asker,
    lines: &'t mut dyn LineIo,
    today: Option<Date>,
    /// Whether the warning about the deadline has been printed.
    warned: bool,
    /// Whether a submission has been tried.
    sent: bool,
}

/// What follows a line of input.
enum NextPrompt {
    /// Prompts for the current field again, without the question.
    Repeat,
    /// Continues at the current step of the session.
    Continue,
    End(Outcome),
}

impl PlainDialog<'_> {
    fn print_header(&mut self) -> Result<(), TermError> {
        let mut out = header(self.session);
        if let WaitStatus::TimeLeft { time, extensions } = self.asker.wait_status() {
            let more = if extensions > 0 { format!(" {}", say("term-plain-more")) } else { String::new() };
            out += &format!("{}.{more}\n", messages::time_left(time));
            if let Some(sentence) = self.asker.without_answer() {
                out += &format!("{}\n", safe_text::line(&sentence));
            }
        }
        self.lines.write(&out)
    }

    fn print_outcome(&mut self, outcome: &Outcome) -> Result<(), TermError> {
        let sentence = match outcome {
            Outcome::Accepted(_) => say(messages::SENT),
            Outcome::Declined { .. } => say(messages::DECLINED),
            Outcome::Cancelled => say(messages::CANCELLED),
            Outcome::Aborted => say(messages::ABORTED),
            Outcome::TimedOut => say(messages::TIMED_OUT),
            Outcome::Closed(sentence) => sentence.clone(),
        };
        self.lines.write(&format!("{}\n", safe_text::line(&sentence)))
    }

    fn read_answer(
        &mut self,
        prompt: &str,
        echo: Echo,
    ) -> Result<Result<Zeroizing<String>, Outcome>, TermError> {
        let PlainDialog { asker, lines, warned, .. } = self;
        let mut wait_action = || match asker.wait_status() {
            WaitStatus::NoDeadline => WaitAction::Continue,
            WaitStatus::TimeLeft { time, .. } if time > SHORT => {
                *warned = false;
                WaitAction::Continue
            }
            WaitStatus::TimeLeft { .. } if *warned => WaitAction::Continue,
            WaitStatus::TimeLeft { time, extensions } => {
                *warned = true;
                let more = if extensions > 0 { say("term-plain-short-more") } else { String::new() };
                WaitAction::Print(format!("\n({}{more})\n", messages::time_left(time)))
            }
            over => WaitAction::Stop(over),
        };
        Ok(match lines.read_line(prompt, echo, &mut wait_action)? {
            LineInput::Line(line) => Ok(line),
            LineInput::TooLate(waiting) => Err(over(waiting)),
            LineInput::Interrupted => Err(Outcome::Aborted),
            LineInput::EndOfInput => {
                // The output may be closed, too.
                let _ = lines.write(&format!("{}\n", say(messages::ABORTED)));
                return Err(TermError::InputEnded);
            }
        })
    }

    /// Asks for one field until it is answered or left.
    fn ask_field(&mut self, index: usize) -> Result<NextPrompt, TermError> {
        let Some(field) = self.session.field(index).cloned() else { return Ok(NextPrompt::Continue) };
        self.lines.write(&question_text(self.session, index, &field))?;
        loop {
            let echo = if field.is_secret() { Echo::Hidden } else { Echo::Visible };
            let line = match self.read_answer(&question::prompt(&field), echo)? {
                Ok(line) => line,
                Err(outcome) => return Ok(NextPrompt::End(outcome)),
            };
            let turn = match command::parse(&line) {
                ParsedLine::Answer(answer) => self.answer(index, &field, answer)?,
                ParsedLine::Clear => {
                    self.session.set(index, FieldEntry::emptied(&field));
                    self.lines.write(&format!("{}\n", say("term-plain-emptied")))?;
                    NextPrompt::Repeat
                }
                ParsedLine::Help => {
                    let text = question::question(self.session, index, &field) + &commands();
                    self.lines.write(&text)?;
                    NextPrompt::Repeat
                }
                other => self.run_command(other)?,
            };
            if !matches!(turn, NextPrompt::Repeat) {
                return Ok(turn);
            }
        }
    }

    /// Runs a command that works at every step.
    fn run_command(&mut self, line: ParsedLine<'_>) -> Result<NextPrompt, TermError> {
        match line {
            ParsedLine::Back => {
                self.session.go_back();
            }
            ParsedLine::Review => {
                self.session.go_to_review();
            }
            ParsedLine::Decline(reason) => {
                let reason = Some(reason.trim()).filter(|reason| !reason.is_empty()).map(str::to_owned);
                return Ok(NextPrompt::End(Outcome::Declined { reason }));
            }
            ParsedLine::Cancel => return Ok(NextPrompt::End(Outcome::Cancelled)),
            ParsedLine::More => {
                self.extend_deadline()?;
                return Ok(NextPrompt::Repeat);
            }
            ParsedLine::Answer(_) | ParsedLine::Help | ParsedLine::Menu | ParsedLine::Clear => {
                self.lines.write(&commands())?;
                return Ok(NextPrompt::Repeat);
            }
        }
        Ok(NextPrompt::Continue)
    }

    fn extend_deadline(&mut self) -> Result<(), TermError> {
        let possible = matches!(self.asker.wait_status(), WaitStatus::TimeLeft { extensions: 1.., .. });
        if !possible {
            return self.lines.write(&format!("{}\n", say(messages::NO_MORE_TIME)));
        }
        self.asker.extend_deadline();
        let left = match self.asker.wait_status() {
            WaitStatus::TimeLeft { time, .. } => format!(" {}.", messages::time_left(time)),
            _ => String::new(),
        };
        self.lines.write(&format!("{}{left}\n", say(messages::TIME_ASKED)))
    }

    fn answer(&mut self, index: usize, field: &Field, answer: &str) -> Result<NextPrompt, TermError> {
        if let Kind::Rows(kind) = field.kind() {
            return self.answer_rows(index, (field, kind), answer);
        }
        if !answer.trim().is_empty() || field.is_secret() && !answer.is_empty() {
            let entry = match self.parse_answer(field, answer)? {
                Ok(Some(entry)) => entry,
                Ok(None) => return Ok(NextPrompt::Repeat),
                Err(outcome) => return Ok(NextPrompt::End(outcome)),
            };
            self.session.set(index, entry);
        }
        match self.session.advance() {
            Ok(_) => {
                let entry = self.session.entry(index);
                if let (Kind::Url(kind), FieldEntry::Typed(typed)) = (field.kind(), entry) {
                    self.destination(kind, &typed.clone())?;
                }
                Ok(NextPrompt::Continue)
            }
            Err(found) => {
                self.lines.write(&problems(self.session, found.iter()))?;
                Ok(NextPrompt::Repeat)
            }
        }
    }

    fn destination(&mut self, kind: &askwell_form::UrlKind, typed: &str) -> Result<(), TermError> {
        match messages::destination(kind, typed) {
            Some(messages::Destination::Doubtful(sentence)) => {
                self.lines.write(&labelled("term-plain-warning", sentence))
            }
            Some(messages::Destination::Plain(sentence)) => self.lines.write(&format!("{sentence}\n")),
            None => Ok(()),
        }
    }

    /// Parses an answer into an entry. Returns `None` if it is unclear; the reason has been
    /// printed.
    fn parse_answer(
        &mut self,
        field: &Field,
        answer: &str,
    ) -> Result<Result<Option<FieldEntry>, Outcome>, TermError> {
        if let Kind::File(kind) = field.kind() {
            return Ok(Ok(match local_files::read(Path::new(answer.trim()), kind) {
                Ok(picked) => Some(FieldEntry::File(Box::new(picked))),
                Err(sentence) => {
                    self.lines.write(&labelled("term-plain-problem", sentence))?;
                    None
                }
            }));
        }
        if field_style::is_multi_line(field) {
            return self.read_text(field, answer);
        }
        if field.options_source().is_some() {
            return Ok(Ok(self.find_options(field, answer)?));
        }
        let unclear = match typed_input::parse(field, answer, self.today) {
            Ok(entry) => return Ok(Ok(Some(entry))),
            Err(unclear) => unclear,
        };
        let sentence = match unclear {
            UnclearInput::Truth => labelled("term-plain-problem", messages::how_to_decide(field)),
            UnclearInput::NoSuchOption(typed) => {
                labelled("term-plain-problem", messages::no_such_option(&typed))
            }
            UnclearInput::Several(places) => several(field, &places),
        };
        self.lines.write(&sentence)?;
        Ok(Ok(None))
    }

    /// Turns what was typed into options of a service. Without an answer of the service it stays as it is: the service
    /// checks it when the form is sent.
    fn find_options(&mut self, field: &Field, answer: &str) -> Result<Option<FieldEntry>, TermError> {
        let is_list = matches!(field.kind(), Kind::MultiSelect(_));
        let parts: Vec<&str> = if is_list { answer.split([',', ';']).collect() } else { vec![answer] };
        let mut values: Vec<String> = Vec::new();
        for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            let Some(found) = self.asker.search_options(field.id(), part) else {
                values.push(part.to_owned());
                continue;
            };
            let is_named = |(value, title): &&(String, String)| {
                value == part || title.to_lowercase() == part.to_lowercase()
            };
            let meant = found.iter().find(is_named).or(if found.len() == 1 { found.first() } else { None });
            let Some((value, _)) = meant else {
                let sentence = match found.is_empty() {
                    true => labelled("term-plain-problem", messages::no_such_option(part)),
                    false => several_found(&found),
                };
                self.lines.write(&sentence)?;
                return Ok(None);
            };
            if !values.contains(value) {
                values.push(value.clone());
            }
            self.session.know_options(field.id(), &found);
        }
        Ok(Some(match (is_list, values.pop()) {
            (false, Some(value)) => FieldEntry::Choice(value),
            (true, Some(last)) => {
                values.push(last);
                FieldEntry::chosen(field, values)
            }
            (_, None) => FieldEntry::emptied(field),
        }))
    }

    fn read_text(
        &mut self,
        field: &Field,
        first: &str,
    ) -> Result<Result<Option<FieldEntry>, Outcome>, TermError> {
        let mut lines = first.to_owned();
        loop {
            match self.read_answer("", Echo::Visible)? {
                Ok(line) if *line == "." => return Ok(Ok(Some(FieldEntry::typed(field, &lines)))),
                Ok(line) => {
                    lines.push('\n');
                    lines.push_str(&line);
                }
                Err(outcome) => return Ok(Err(outcome)),
            }
        }
    }

    fn review(&mut self) -> Result<NextPrompt, TermError> {
        let first_time = !self.sent;
        if first_time && self.session.needs_no_review() {
            return self.send();
        }
        self.lines.write(&question::review(self.session))?;
        loop {
            let line = match self.read_answer(&format!("{} ", say("term-plain-answer")), Echo::Visible)? {
                Ok(line) => line,
                Err(outcome) => return Ok(NextPrompt::End(outcome)),
            };
            let turn = match command::parse(&line) {
                ParsedLine::Answer(answer) => self.choose(answer.trim())?,
                other => self.run_command(other)?,
            };
            if !matches!(turn, NextPrompt::Repeat) {
                return Ok(turn);
            }
        }
    }

    /// Handles an answer to the review: submits, or selects a field to change.
    fn choose(&mut self, answer: &str) -> Result<NextPrompt, TermError> {
        if let Ok(number) = answer.parse::<usize>() {
            let picked = number.checked_sub(1).and_then(|place| self.session.review().nth(place));
            return match picked.map(|index| self.session.edit(index)) {
                Some(Step::Field(_)) => Ok(NextPrompt::Continue),
                Some(Step::Review) => {
                    self.lines.write(&format!("{}\n", say("term-plain-fixed")))?;
                    Ok(NextPrompt::Repeat)
                }
                None => {
                    self.lines.write(&format!("{}\n", say("term-plain-no-such-number")))?;
                    Ok(NextPrompt::Repeat)
                }
            };
        }
        match typed_input::truth(answer) {
            Some(true) => self.send(),
            Some(false) => {
                self.lines.write(&format!("{}\n", say("term-plain-not-sent")))?;
                Ok(NextPrompt::Repeat)
            }
            None => {
                self.lines.write(&format!("{}\n", say("term-plain-unclear")))?;
                Ok(NextPrompt::Repeat)
            }
        }
    }

    fn send(&mut self) -> Result<NextPrompt, TermError> {
        self.sent = true;
        let answers = match self.session.check_answers() {
            Ok(answers) => answers,
            Err(found) => {
                self.lines.write(&format!("{}\n", messages::problems_left(found.len())))?;
                return Ok(NextPrompt::Continue);
            }
        };
        match self.asker.submit(&answers) {
            SubmitResult::Accepted => Ok(NextPrompt::End(Outcome::Accepted(answers))),
            SubmitResult::Rejected(found) => {
                self.session.add_problems(&found);
                self.lines.write(&format!("{}\n", messages::problems_left(found.len())))?;
                Ok(NextPrompt::Continue)
            }
            SubmitResult::TooLate(waiting) => Ok(NextPrompt::End(over(waiting))),
            SubmitResult::Unreachable(sentence) => {
                self.lines.write(&format!("{} {}\n", safe_text::line(&sentence), say(messages::KEPT)))?;
                Ok(NextPrompt::Continue)
            }
        }
    }
}

/// Returns the first lines of a dialog: its mode, and the title and description of the form.
pub(crate) fn header(session: &FormSession) -> String {
    let form = session.form();
    let mut out = format!("{}\n\n{}\n", say(MODE), safe_text::line(form.title()));
    for line in form.description().map(|text| evidence::text_lines(form, text)).unwrap_or_default() {
        out += &format!("{line}\n");
    }
    out
}

fn question_text(session: &FormSession, index: usize, field: &Field) -> String {
    question::question(session, index, field) + &problems(session, session.visible_problems(index))
}

/// Returns the question about a field with its prompt.
pub(crate) fn field_text(session: &FormSession, index: usize) -> String {
    let Some(field) = session.field(index) else { return String::new() };
    format!("{}{}\n", question_text(session, index, field), question::prompt(field))
}

/// Returns the review.
pub(crate) fn review_text(session: &FormSession) -> String {
    question::review(session)
}

/// Returns the outcome for the person when an answer is no longer wanted.
fn over(waiting: WaitStatus) -> Outcome {
    if let WaitStatus::Closed(sentence) = waiting { Outcome::Closed(sentence) } else { Outcome::TimedOut }
}

/// Returns a line that says what kind of sentence follows.
fn labelled(key: &str, sentence: String) -> String {
    format!("{}\n", text(key, &[("sentence", sentence.into())]))
}

fn problems<'p>(session: &FormSession, found: impl Iterator<Item = &'p askwell_form::Problem>) -> String {
    found.map(|problem| labelled("term-plain-problem", messages::problem(session.form(), problem))).collect()
}

fn commands() -> String {
    let lines = COMMANDS.iter().map(|(name, _, what)| format!("  {name:<9} {}\n", say(what)));
    let (title, end) = (say("term-plain-commands"), say("term-plain-backslash"));
    format!("{title}\n{}  {end}\n", lines.collect::<String>())
}

/// Lists options of a service of which one was meant.
fn several_found(found: &[(String, String)]) -> String {
    let mut out = format!("{}\n", say("term-plain-several"));
    for (value, title) in found.iter().take(question::LISTED) {
        out += &format!("  {} ({})\n", safe_text::line(title), safe_text::line(value));
    }
    if found.len() > question::LISTED {
        let more = text("term-plain-and-more", &[("count", (found.len() - question::LISTED).into())]);
        out += &format!("  {more}\n");
    }
    out
}

fn several(field: &Field, places: &[usize]) -> String {
    let Some(options) = field.kind().options() else { return String::new() };
    let mut out = format!("{}\n", say("term-plain-several"));
    question::list(&mut out, &OptionIndex::new(options), places.iter().copied().take(question::LISTED));
    if places.len() > question::LISTED {
        let more = text("term-plain-and-more", &[("count", (places.len() - question::LISTED).into())]);
        out += &format!("  {more}\n");
    }
    out
}
