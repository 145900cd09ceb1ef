//! The wizard: a form on the whole screen, one field at a time.
//!
//! [`Wizard::update`] takes what happened and says what to do about it; [`Wizard::draw`] shows how things are. Neither
//! touches a terminal, a file or a clock, so that both can be tested and timed without. [`run`] does all of that.

mod draw;
mod input;
pub(crate) mod key;
mod line;
mod panel;
mod review;
mod run;

use std::path::PathBuf;

use askwell_form::{Answers, Date, Field, FileKind, Kind};

use self::input::{Input, Reaction};
use self::key::Key;
use self::panel::Panel;
use self::review::ReviewList;
use crate::asker::{Reception, Waiting};
use crate::files::Folder;
use crate::look::Look;
use crate::outcome::Outcome;
use crate::session::{Entry, Picked, Session, Step};
use crate::wording;

pub(crate) use self::run::{blank, run};

/// A form on the whole screen.
#[derive(Debug)]
pub struct Wizard {
    session: Session,
    /// The input of the field at hand; none in the review.
    input: Option<Input>,
    review: ReviewList,
    panel: Panel,
    /// Something to say once: it goes with the next key.
    notice: Option<Notice>,
    waiting: Waiting,
    look: Look,
    today: Option<Date>,
    /// Where to go when a file has been read.
    after_reading: Option<Going>,
    /// Whether sending was tried.
    sent: bool,
}

/// Something to say once.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Notice {
    /// All is well.
    Info(String),
    /// Something went wrong.
    Trouble(String),
}

/// Which way to leave a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Going {
    On,
    Past,
    Back,
    ToReview,
}

/// Something that happened.
#[derive(Debug)]
pub(crate) enum Event {
    Key(Key),
    /// Time has passed.
    Looked(Waiting),
    Listed(Folder),
    Read(Result<Picked, String>),
    Received(Answers, Reception),
}

/// Something to be done about it.
#[derive(Debug)]
pub(crate) enum Effect {
    Nothing,
    List(PathBuf),
    Read(PathBuf, FileKind),
    Send(Answers),
    Extend,
    Suspend,
    End(Outcome),
}

impl Wizard {
    /// Begins where the session is.
    #[must_use]
    pub fn new(session: Session, look: Look) -> Wizard {
        Wizard::on_day(session, look, crate::day::today())
    }

    pub(crate) fn on_day(session: Session, look: Look, today: Option<Date>) -> Wizard {
        let mut wizard = Wizard {
            session,
            input: None,
            review: ReviewList::default(),
            panel: Panel::Form,
            notice: None,
            waiting: Waiting::Unhurried,
            look,
            today,
            after_reading: None,
            sent: false,
        };
        wizard.arrive();
        wizard
    }

    /// What has been entered so far.
    #[must_use]
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Takes a key, with no more to it: for those who want to time or test it.
    pub fn press(&mut self, key: Key) {
        self.update(Event::Key(key));
    }

    /// What to do first.
    pub(crate) fn begin(&self) -> Effect {
        self.input.as_ref().and_then(Input::folder).map_or(Effect::Nothing, Effect::List)
    }

    /// Takes in what happened.
    pub(crate) fn update(&mut self, event: Event) -> Effect {
        match event {
            Event::Key(key) => {
                self.notice = None;
                self.key(&key)
            }
            Event::Looked(waiting) => self.looked(waiting),
            Event::Listed(folder) => {
                if let Some(input) = &mut self.input {
                    input.listed(folder);
                }
                Effect::Nothing
            }
            Event::Read(read) => self.read(read),
            Event::Received(answers, reception) => self.received(answers, reception),
        }
    }

    fn looked(&mut self, waiting: Waiting) -> Effect {
        self.waiting = waiting;
        match &self.waiting {
            Waiting::TimedOut => Effect::End(Outcome::TimedOut),
            Waiting::Closed(sentence) => Effect::End(Outcome::Closed(sentence.clone())),
            Waiting::Unhurried | Waiting::Left { .. } => Effect::Nothing,
        }
    }

    fn key(&mut self, key: &Key) -> Effect {
        // Enter that was typed before the terminal was ours arrives as a line feed.
        let lines = matches!(self.input, Some(Input::Lines(_)));
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
            Reaction::Moved => Effect::Nothing,
            Reaction::Entered(entry) => {
                self.session.set(index, entry);
                Effect::Nothing
            }
            Reaction::Settled(entry) => {
                self.session.set(index, entry);
                self.leave(Going::On)
            }
            Reaction::Puzzled(sentence) => {
                self.notice = Some(Notice::Trouble(sentence));
                Effect::Nothing
            }
            Reaction::Wants(folder) => Effect::List(folder),
            Reaction::Ignored => match key {
                Key::Enter | Key::Tab => self.leave(Going::On),
                Key::Ctrl('n') => self.leave(Going::Past),
                Key::BackTab | Key::Ctrl('p') => self.leave(Going::Back),
                Key::Ctrl('r') => self.leave(Going::ToReview),
                _ => self.common_key(key),
            },
        }
    }

    /// Keys that mean the same everywhere.
    fn common_key(&mut self, key: &Key) -> Effect {
        match key {
            Key::Ctrl('c') => return Effect::End(Outcome::BrokenOff),
            Key::Ctrl('z') => return Effect::Suspend,
            Key::Ctrl('t') => return self.extend(),
            Key::Escape => self.panel = Panel::Leaving,
            Key::Help | Key::Ctrl('g') => self.panel = Panel::Help,
            _ => {}
        }
        Effect::Nothing
    }

    fn extend(&mut self) -> Effect {
        let possible = matches!(self.waiting, Waiting::Left { extensions: 1.., .. });
        self.notice = Some(if possible {
            Notice::Info(wording::TIME_ASKED.to_owned())
        } else {
            Notice::Trouble(wording::NO_MORE_TIME.to_owned())
        });
        if possible { Effect::Extend } else { Effect::Nothing }
    }

    /// Leaves the field at hand, once what was typed has been read from the disk, if it has to be.
    fn leave(&mut self, going: Going) -> Effect {
        let kind = match (self.session.current(), self.field_at_hand().map(Field::kind)) {
            (Step::Field(_), Some(Kind::File(kind))) => Some(kind.clone()),
            _ => None,
        };
        if let Some((path, kind)) = self.input.as_ref().and_then(Input::unread).zip(kind) {
            self.after_reading = Some(going);
            return Effect::Read(path, kind);
        }
        self.go(going)
    }

    fn read(&mut self, read: Result<Picked, String>) -> Effect {
        let Some(going) = self.after_reading.take() else { return Effect::Nothing };
        let Step::Field(index) = self.session.current() else { return Effect::Nothing };
        match read {
            Ok(picked) => self.session.set(index, Entry::File(Box::new(picked))),
            Err(sentence) if going == Going::On => {
                self.notice = Some(Notice::Trouble(sentence));
                return Effect::Nothing;
            }
            // Going back is always possible.
            Err(_) => {}
        }
        self.go(going)
    }

    fn go(&mut self, going: Going) -> Effect {
        let gone = match going {
            Going::On => self.session.advance().is_ok(),
            Going::Past => {
                self.session.skip();
                true
            }
            Going::Back => {
                self.session.back();
                true
            }
            Going::ToReview => {
                self.session.to_review();
                true
            }
        };
        if !gone {
            return Effect::Nothing;
        }
        self.arrive();
        // One question needs no review.
        if self.session.current() == Step::Review && !self.sent && self.session.steps().count() <= 1 {
            return self.send();
        }
        self.begin()
    }

    /// Makes the input for the field at hand.
    fn arrive(&mut self) {
        self.input = match self.session.current() {
            Step::Review => {
                self.review = ReviewList::at_end(&self.session);
                None
            }
            Step::Field(index) => self.session.field(index).map(|field| {
                let required = self.session.is_required(index);
                Input::new(field, self.session.entry(index), required, self.today)
            }),
        };
    }

    fn field_at_hand(&self) -> Option<&Field> {
        let Step::Field(index) = self.session.current() else { return None };
        self.session.field(index)
    }

    fn send(&mut self) -> Effect {
        self.sent = true;
        match self.session.outcome() {
            Ok(answers) => {
                self.panel = Panel::Sending;
                Effect::Send(answers)
            }
            Err(found) => {
                self.notice = Some(Notice::Trouble(wording::to_mend(found.len())));
                self.arrive();
                self.begin()
            }
        }
    }

    fn received(&mut self, answers: Answers, reception: Reception) -> Effect {
        self.panel = Panel::Form;
        match reception {
            Reception::Taken => return Effect::End(Outcome::Accepted(answers)),
            Reception::Over(waiting) => return self.looked(waiting),
            Reception::Refused(found) => {
                self.session.refuse(&found);
                self.notice = Some(Notice::Trouble(wording::to_mend(found.len())));
            }
            Reception::Unreachable(sentence) => {
                self.notice = Some(Notice::Trouble(format!("{sentence} {}", wording::KEPT)));
            }
        }
        self.arrive();
        self.begin()
    }
}

#[cfg(test)]
mod tests;
