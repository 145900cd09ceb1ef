//! The wizard: a full-screen form, one field at a time.
//!
//! [`Wizard::update`] takes an event and returns an effect; [`Wizard::draw`] draws the current
//! state. Neither touches a terminal, a file or a clock, so both can be tested and measured without
//! them. [`run`](run()) performs the effects.

mod draw;
mod input;
pub(crate) mod key;
mod line_editor;
mod panel;
mod review;
mod rows;
mod run;

use askwell_locale::say;
use std::path::PathBuf;

use askwell_form::{Answers, Date, Field, FileKind, Kind};

use self::input::{FieldInput, KeyResult};
use self::key::Key;
use self::line_editor::LineEditor;
use self::panel::Panel;
use self::review::ReviewList;
use self::rows::AroundRow;
use crate::asker::{SubmitResult, WaitStatus};
use crate::local_files::Folder;
use crate::messages;
use crate::outcome::Outcome;
use crate::session::{FieldEntry, FormSession, LocalFile, Step};
use crate::theme::Theme;

pub(crate) use self::run::{blank, run};

/// A full-screen form.
#[derive(Debug)]
pub struct Wizard {
    session: FormSession,
    /// The form around, while `session` is the row of a repeating group.
    around_row: Option<AroundRow>,
    /// The input of the current field; `None` in the review.
    input: Option<FieldInput>,
    review: ReviewList,
    panel: Panel,
    /// The reason of a decline, while it is typed.
    reason: LineEditor,
    /// A message that disappears with the next key.
    notice: Option<Notice>,
    waiting: WaitStatus,
    /// What happens without an answer, as a sentence.
    without_answer: Option<String>,
    theme: Theme,
    today: Option<Date>,
    /// Where to go after a file has been read.
    after_reading: Option<Direction>,
    /// Whether a submission has been tried.
    sent: bool,
}

/// A message that is shown once.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Notice {
    /// An information.
    Info(String),
    /// An error.
    Trouble(String),
}

/// How to leave a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Next,
    Skip,
    Back,
    ToReview,
}

/// An event.
#[derive(Debug)]
pub(crate) enum WizardEvent {
    Key(Key),
    /// The waiting status was checked.
    WaitStatus(WaitStatus),
    FolderListed(Folder),
    FileRead(Result<LocalFile, String>),
    Submitted(Answers, SubmitResult),
}

/// What the event loop has to do.
#[derive(Debug)]
pub(crate) enum Effect {
    Nothing,
    ListFolder(PathBuf),
    ReadFile(PathBuf, FileKind),
    Send(Answers),
    Extend,
    Suspend,
    End(Outcome),
}

impl Wizard {
    /// Creates a wizard at the current step of a session.
    #[must_use]
    pub fn new(session: FormSession, theme: Theme) -> Wizard {
        Wizard::on_day(session, theme, crate::today::today())
    }

    pub(crate) fn on_day(session: FormSession, theme: Theme, today: Option<Date>) -> Wizard {
        let mut wizard = Wizard {
            session,
            around_row: None,
            input: None,
            review: ReviewList::default(),
            panel: Panel::Form,
            reason: LineEditor::new(""),
            notice: None,
            waiting: WaitStatus::NoDeadline,
            without_answer: None,
            theme,
            today,
            after_reading: None,
            sent: false,
        };
        wizard.open_step();
        wizard
    }

    /// Returns the session with all entries.
    #[must_use]
    pub fn into_session(mut self) -> FormSession {
        self.close_row(false);
        self.session
    }

    pub(crate) fn step(&self) -> Step {
        self.session.current()
    }

    /// Handles a key and ignores its effect. For tests and benchmarks.
    pub fn press(&mut self, key: Key) {
        self.update(WizardEvent::Key(key));
    }

    /// Returns the first effect to perform.
    pub(crate) fn begin(&self) -> Effect {
        self.input.as_ref().and_then(FieldInput::folder).map_or(Effect::Nothing, Effect::ListFolder)
    }

    /// Handles an event.
    pub(crate) fn update(&mut self, event: WizardEvent) -> Effect {
        match event {
            WizardEvent::Key(key) => {
                self.notice = None;
                self.key(&key)
            }
            WizardEvent::WaitStatus(waiting) => self.set_wait_status(waiting),
            WizardEvent::FolderListed(folder) => {
                if let Some(input) = &mut self.input {
                    input.listed(folder);
                }
                Effect::Nothing
            }
            WizardEvent::FileRead(read) => self.set_file(read),
            WizardEvent::Submitted(answers, result) => self.set_submit_result(answers, result),
        }
    }

    fn set_wait_status(&mut self, waiting: WaitStatus) -> Effect {
        self.waiting = waiting;
        match &self.waiting {
            WaitStatus::TimedOut => Effect::End(Outcome::TimedOut),
            WaitStatus::Closed(sentence) => Effect::End(Outcome::Closed(sentence.clone())),
            WaitStatus::NoDeadline | WaitStatus::TimeLeft { .. } => Effect::Nothing,
        }
    }

    fn key(&mut self, key: &Key) -> Effect {
        // Enter typed before the terminal was in raw mode arrives as a line feed.
        let lines = matches!(self.input, Some(FieldInput::Lines(_)));
        let key = if *key == Key::Ctrl('j') && !lines { &Key::Enter } else { key };
        if let Some(effect) = self.panel_key(key) {
            return effect;
        }
        match self.session.current() {
            Step::Field(index) => self.field_key(index, key),
            Step::Review => self.review_key(key),
        }
    }

    fn field_key(&mut self, index: usize, key: &Key) -> Effect {
        let (Some(field), Some(input)) = (self.session.field(index).cloned(), &mut self.input) else {
            return Effect::Nothing;
        };
        match input.key(&field, key) {
            KeyResult::Redraw => Effect::Nothing,
            KeyResult::Entered(entry) => {
                self.session.set(index, entry);
                Effect::Nothing
            }
            KeyResult::Completed(entry) => {
                self.session.set(index, entry);
                self.leave(Direction::Next)
            }
            KeyResult::Unclear(sentence) => {
                self.notice = Some(Notice::Trouble(sentence));
                Effect::Nothing
            }
            KeyResult::NeedsFolder(folder) => Effect::ListFolder(folder),
            KeyResult::Row(row) => self.open_row(row),
            KeyResult::Ignored => match key {
                Key::Enter | Key::Tab => self.leave(Direction::Next),
                Key::Ctrl('n') => self.leave(Direction::Skip),
                Key::BackTab | Key::Ctrl('p') => self.leave(Direction::Back),
                Key::Ctrl('r') => self.leave(Direction::ToReview),
                _ => self.common_key(key),
            },
        }
    }

    /// Handles a key that works at every step.
    fn common_key(&mut self, key: &Key) -> Effect {
        match key {
            Key::Ctrl('c') => return Effect::End(Outcome::Aborted),
            Key::Ctrl('z') => return Effect::Suspend,
            Key::Ctrl('t') => return self.extend_deadline(),
            Key::Escape => self.panel = Panel::Leave,
            Key::Help | Key::Ctrl('g') => self.panel = Panel::Help,
            Key::ReadAll | Key::Ctrl('e') => self.panel = Panel::Evidence(0),
            _ => {}
        }
        Effect::Nothing
    }

    fn extend_deadline(&mut self) -> Effect {
        let possible = matches!(self.waiting, WaitStatus::TimeLeft { extensions: 1.., .. });
        self.notice = Some(if possible {
            Notice::Info(say(messages::TIME_ASKED))
        } else {
            Notice::Trouble(say(messages::NO_MORE_TIME))
        });
        if possible { Effect::Extend } else { Effect::Nothing }
    }

    /// Leaves the current field, after the typed path has been read if necessary.
    fn leave(&mut self, direction: Direction) -> Effect {
        let kind = match (self.session.current(), self.current_field().map(Field::kind)) {
            (Step::Field(_), Some(Kind::File(kind))) => Some(kind.clone()),
            _ => None,
        };
        if let Some((path, kind)) = self.input.as_ref().and_then(FieldInput::unread).zip(kind) {
            self.after_reading = Some(direction);
            return Effect::ReadFile(path, kind);
        }
        self.go(direction)
    }

    fn set_file(&mut self, read: Result<LocalFile, String>) -> Effect {
        let Some(direction) = self.after_reading.take() else { return Effect::Nothing };
        let Step::Field(index) = self.session.current() else { return Effect::Nothing };
        match read {
            Ok(picked) => self.session.set(index, FieldEntry::File(Box::new(picked))),
            Err(sentence) if direction == Direction::Next => {
                self.notice = Some(Notice::Trouble(sentence));
                return Effect::Nothing;
            }
            // Going back is always possible.
            Err(_) => {}
        }
        self.go(direction)
    }

    fn go(&mut self, direction: Direction) -> Effect {
        if self.around_row.is_some() && direction == Direction::Back && self.session.is_at_first() {
            return self.close_row(true);
        }
        let gone = match direction {
            Direction::Next => self.session.advance().is_ok(),
            Direction::Skip => {
                self.session.skip();
                true
            }
            Direction::Back => {
                self.session.go_back();
                true
            }
            Direction::ToReview => {
                self.session.go_to_review();
                true
            }
        };
        if !gone {
            return Effect::Nothing;
        }
        if self.around_row.is_some() && self.session.current() == Step::Review {
            return self.close_row(false);
        }
        self.open_step();
        if self.session.current() == Step::Review && !self.sent && self.session.needs_no_review() {
            return self.send();
        }
        self.begin()
    }

    /// Creates the input for the current field.
    fn open_step(&mut self) {
        self.input = match self.session.current() {
            Step::Review => {
                self.review = ReviewList::at_end(&self.session);
                None
            }
            Step::Field(index) => self.session.field(index).map(|field| {
                let required = self.session.is_required(index);
                FieldInput::new(field, self.session.entry(index), required, self.today)
            }),
        };
    }

    fn current_field(&self) -> Option<&Field> {
        let Step::Field(index) = self.session.current() else { return None };
        self.session.field(index)
    }

    fn send(&mut self) -> Effect {
        self.sent = true;
        match self.session.check_answers() {
            Ok(answers) => {
                self.panel = Panel::Sending;
                Effect::Send(answers)
            }
            Err(found) => {
                self.notice = Some(Notice::Trouble(messages::problems_left(found.len())));
                self.open_step();
                self.begin()
            }
        }
    }

    fn set_submit_result(&mut self, answers: Answers, result: SubmitResult) -> Effect {
        self.panel = Panel::Form;
        match result {
            SubmitResult::Accepted => return Effect::End(Outcome::Accepted(answers)),
            SubmitResult::TooLate(waiting) => return self.set_wait_status(waiting),
            SubmitResult::Rejected(found) => {
                self.session.add_problems(&found);
                self.notice = Some(Notice::Trouble(messages::problems_left(found.len())));
            }
            SubmitResult::Unreachable(sentence) => {
                self.notice = Some(Notice::Trouble(format!("{sentence} {}", say(messages::KEPT))));
            }
        }
        self.open_step();
        self.begin()
    }
}

#[cfg(test)]
mod tests;
