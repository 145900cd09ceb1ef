//! Random lives of elicitations against a small model that knows nothing of `step`.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist")]

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Form;
use askwell_form::build::{form, text};
use askwell_lifecycle::{
    Audience, CancelReason, Effect, Elicitation, ElicitationId, Event, Mode, NewElicitation, OnDisconnect,
    Outcome, Question, Refusal, State, Status, Step, Terms, Timestamp, Transition, create, transition,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq};

const START: u64 = 1_800_000_000_000;

/// What the model remembers: times in milliseconds since the start, everything else as plain numbers.
#[derive(Debug, Clone)]
struct Model {
    page: bool,
    timeout: u64,
    retries: u32,
    extension: u64,
    extensions: u32,
    warn_before: u64,

    begun: bool,
    mistakes: u32,
    extended: u32,
    deadline: u64,
    at_it: Option<&'static str>,
    /// Deadlines that were warned of.
    warned: Vec<u64>,
    over: Option<(&'static str, Option<&'static str>, u64)>,
}

/// What the model says to an event.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Reply {
    /// Names of what is told.
    Told(Vec<&'static str>),
    Closed,
    TooLate,
    NoExtensionLeft,
    OutOfBounds,
    WrongQuestion,
}

/// An event without its data.
#[derive(Debug, Clone, Copy)]
enum Action {
    Open,
    Submit,
    SubmitElsewhere,
    Reject,
    Finish,
    Decline,
    Cancel(CancelReason),
    Extend(Option<u64>),
    Claim(&'static str),
    Release,
    Tick,
}

impl Model {
    fn new(page: bool, terms: &Terms) -> Model {
        let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap();
        Model {
            page,
            timeout: millis(terms.timeout),
            retries: u32::from(terms.retry_limit),
            extension: millis(terms.extension),
            extensions: u32::from(terms.max_extensions),
            warn_before: millis(terms.warn_before),
            begun: false,
            mistakes: 0,
            extended: 0,
            deadline: millis(terms.timeout),
            at_it: None,
            warned: Vec::new(),
            over: None,
        }
    }

    fn status(&self) -> &'static str {
        match (self.over, self.begun || self.extended > 0) {
            (Some((status, ..)), _) => status,
            (None, true) => "active",
            (None, false) => "pending",
        }
    }

    fn ends(&mut self, now: u64, status: &'static str, reason: Option<&'static str>) -> Reply {
        self.over = Some((status, reason, now));
        Reply::Told(vec![if status == "completed" { "complete" } else { status }])
    }

    fn happens(&mut self, action: Action, now: u64) -> Reply {
        let tick = matches!(action, Action::Tick);
        if self.over.is_some() {
            return if tick { Reply::Told(vec![]) } else { Reply::Closed };
        }
        if now >= self.deadline {
            return if tick { self.ends(now, "timeout", Some("timeout")) } else { Reply::TooLate };
        }
        match action {
            Action::Tick => {
                // A timeout that is shorter than the warning time comes without a warning.
                let soon = self.warn_before > 0
                    && self.deadline > self.warn_before
                    && now >= self.deadline - self.warn_before;
                if soon && !self.warned.contains(&self.deadline) {
                    self.warned.push(self.deadline);
                    return Reply::Told(vec!["timeout_warning"]);
                }
                Reply::Told(vec![])
            }
            Action::Open if self.begun => Reply::Told(vec![]),
            Action::Open => {
                self.begun = true;
                Reply::Told(vec!["opened"])
            }
            Action::Submit if !self.page => self.ends(now, "completed", None),
            Action::Finish if self.page => self.ends(now, "completed", None),
            Action::Submit | Action::SubmitElsewhere | Action::Finish => Reply::WrongQuestion,
            Action::Reject => {
                self.begun = true;
                self.mistakes += 1;
                if self.mistakes > self.retries {
                    self.ends(now, "cancelled", Some("max_retries_exceeded"));
                    return Reply::Told(vec!["rejected", "cancelled"]);
                }
                Reply::Told(vec!["rejected"])
            }
            Action::Decline => self.ends(now, "declined", None),
            Action::Cancel(reason) => self.ends(now, "cancelled", Some(reason.as_str())),
            Action::Extend(_) if self.extended == self.extensions => Reply::NoExtensionLeft,
            Action::Extend(by) => {
                let by = by.unwrap_or(self.extension);
                if by == 0 || by > self.extension {
                    return Reply::OutOfBounds;
                }
                self.extended += 1;
                self.deadline += by;
                Reply::Told(vec!["extended"])
            }
            Action::Claim(name) => {
                let news = self.at_it.replace(name) != Some(name);
                Reply::Told(if news { vec!["claimed"] } else { vec![] })
            }
            Action::Release => Reply::Told(self.at_it.take().map(|_| "released").into_iter().collect()),
        }
    }
}

fn a_form(id: &str) -> Form {
    form(id, "A form").field(text("name", "Name")).build().unwrap()
}

fn event(action: Action) -> Event {
    let answers = |id: &str| a_form(id).check_json(br#"{"name": "Ops"}"#).unwrap();
    match action {
        Action::Open => Event::Open,
        Action::Submit => Event::submit(answers("asked")),
        Action::SubmitElsewhere => Event::submit(answers("not_asked")),
        Action::Reject => Event::reject(),
        Action::Finish => Event::finish("{}"),
        Action::Decline => Event::decline(),
        Action::Cancel(reason) => Event::Cancel(reason),
        Action::Extend(by) => Event::Extend(by.map(Duration::from_millis)),
        Action::Claim(name) => Event::Claim(Arc::from(name)),
        Action::Release => Event::Release,
        Action::Tick => Event::Tick,
    }
}

fn asked(page: bool, terms: Terms) -> Step {
    let question = if page {
        Question::Page { url: Arc::from("https://example.com/"), message: Arc::from("There") }
    } else {
        Question::Form(a_form("asked"))
    };
    let draft = NewElicitation {
        id: ElicitationId::new(Timestamp::from_millis(START), [7; 10]),
        client: "a".into(),
        mode: if page { Mode::Url } else { Mode::Form },
        question,
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::Anyone,
        quorum: None,
        terms,
    };
    create(draft, Timestamp::from_millis(START))
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let ms = |range| Strategy::prop_map(range, Duration::from_millis);
    (ms(1..200_u64), 0..5_u8, ms(1..100_u64), 0..4_u8, ms(0..150_u64)).prop_map(
        |(timeout, retry_limit, extension, max_extensions, warn_before)| Terms {
            timeout,
            retry_limit,
            extension,
            max_extensions,
            warn_before,
        },
    )
}

fn any_happening() -> BoxedStrategy<Action> {
    let reasons = CancelReason::ALL.map(|(_, reason)| reason);
    prop_oneof![
        6 => Just(Action::Tick),
        2 => Just(Action::Open),
        3 => Just(Action::Reject),
        4 => option::of(0..120_u64).prop_map(Action::Extend),
        3 => select(vec!["reviewer", "approver"]).prop_map(Action::Claim),
        2 => Just(Action::Release),
        1 => Just(Action::Submit),
        1 => Just(Action::SubmitElsewhere),
        1 => Just(Action::Finish),
        1 => Just(Action::Decline),
        1 => select(reasons.to_vec()).prop_map(Action::Cancel),
    ]
    .boxed()
}

/// Time mostly creeps, sometimes leaps, and now and then is set back.
fn any_pause() -> BoxedStrategy<i64> {
    prop_oneof![4 => Just(0_i64), 6 => 1..30_i64, 2 => 30..300_i64, 1 => -40..0_i64].boxed()
}

fn name_of(refusal: &Refusal) -> Reply {
    match refusal {
        Refusal::Closed { .. } | Refusal::TimedOut { .. } => Reply::Closed,
        Refusal::TooLate { .. } => Reply::TooLate,
        Refusal::NoExtensionLeft { .. } => Reply::NoExtensionLeft,
        Refusal::ExtensionOutOfBounds { .. } => Reply::OutOfBounds,
        Refusal::WrongQuestion => Reply::WrongQuestion,
        other => panic!("the model does not know {other:?}"),
    }
}

/// Applies an event. After the deadline, insists that the timeout comes with the refusal.
fn step(before: &Elicitation, event: Event, now: Timestamp) -> Result<Step, Refusal> {
    let Transition { step, refusal } = transition(before, event, now)?;
    let Some(refusal) = refusal else { return Ok(step) };
    assert_eq!((step.next.status(), step.effects.len()), (Status::Timeout, 1), "{refusal}");
    Err(refusal)
}

/// All that can be seen of an elicitation, as text: two that print the same are the same.
fn seen(elicitation: &Elicitation) -> String {
    format!("{:?} {:?}", elicitation.revision, elicitation.state)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn lifecycle_matches_the_model(
        page in any::<bool>(),
        terms in any_terms(),
        life in vec((any_pause(), any_happening()), 1..40),
    ) {
        let mut model = Model::new(page, &terms);
        let mut elicitation = asked(page, terms).next;
        let mut now = 0_u64;
        let mut told: Vec<Effect> = Vec::new();
        // Nothing closes before it was asked or opened, however the clock is set.
        let mut not_before = START;
        for (pause, action) in life {
            now = now.saturating_add_signed(pause);
            let at = Timestamp::from_millis(START + now);
            let before = elicitation.clone();
            let expected = model.happens(action, now);
            match step(&elicitation, event(action), at) {
                Ok(Step { next, effects }) => {
                    let names: Vec<_> = effects.iter().map(Effect::name).collect();
                    prop_assert_eq!(&expected, &Reply::Told(names), "{:?} at {}", action, now);
                    let steps = u64::from(!effects.is_empty());
                    prop_assert_eq!(next.revision, before.revision + steps);
                    if effects.is_empty() {
                        prop_assert_eq!(seen(&next), seen(&before), "silence means that nothing changed");
                    }
                    told.extend(effects);
                    elicitation = next;
                }
                Err(refusal) => {
                    prop_assert_eq!(&expected, &name_of(&refusal), "{:?} at {}", action, now);
                    let told = match &refusal {
                        Refusal::Closed { status, at, reason } => Some((status.as_str(), *reason, *at)),
                        Refusal::TimedOut { at, .. } => Some(("timeout", Some("timeout"), *at)),
                        _ => None,
                    };
                    if let (Some((status, reason, at)), Some((named, why, when))) = (told, model.over) {
                        let closed_at = (START + when).max(not_before);
                        prop_assert_eq!((status, reason, at.as_millis()), (named, why, closed_at));
                    }
                }
            }
            prop_assert_eq!(elicitation.status().as_str(), model.status());
            prop_assert_eq!(elicitation.status().is_open(), model.over.is_none());
            let deadline = model.over.is_none().then_some(START + model.deadline);
            prop_assert_eq!(elicitation.deadline().map(Timestamp::as_millis), deadline);
            prop_assert_eq!(elicitation.outcome().is_some(), model.over.is_some());
            let left = if model.over.is_some() { 0 } else { model.extensions - model.extended };
            prop_assert_eq!(u32::from(elicitation.extensions_left()), left);
            if let State::Open(open) = &elicitation.state {
                not_before = open.opened_at.map_or(not_before, Timestamp::as_millis);
                prop_assert!(not_before >= START);
                prop_assert_eq!(u32::from(open.rejected), model.mistakes);
                prop_assert_eq!(u32::from(open.extensions), model.extended);
                prop_assert_eq!(open.claimed_by.as_deref(), model.at_it);
            }

            // Time passing again in the same moment is harmless.
            let ticked = step(&elicitation, Event::Tick, at).unwrap();
            let again = step(&ticked.next, Event::Tick, at).unwrap();
            prop_assert!(again.effects.is_empty());
            prop_assert_eq!(seen(&again.next), seen(&ticked.next));
            // When something is due, a tick does it; before that, it does nothing.
            if let Some(due) = elicitation.next_due() {
                prop_assert_eq!(!ticked.effects.is_empty(), at >= due);
            }
        }
        let closings = told.iter().filter(|effect| matches!(effect, Effect::Closed { .. })).count();
        prop_assert_eq!(closings, usize::from(model.over.is_some()), "it ends once, or not at all");
        let warnings = told.iter().filter(|effect| matches!(effect, Effect::Warned { .. })).count();
        prop_assert_eq!(warnings, model.warned.len());
        prop_assert!(model.deadline <= model.timeout + u64::from(model.extensions) * model.extension);
    }

    /// A driver that only ever looks when something is due warns once for each deadline, then expires.
    #[test]
    fn ticks_at_next_due_reach_the_timeout(
        terms in any_terms(),
        extensions in vec(1..100_u64, 0..4),
    ) {
        let mut elicitation = asked(false, terms).next;
        let mut extensions = extensions.into_iter();
        let mut looks = 0;
        while let Some(due) = elicitation.next_due() {
            looks += 1;
            prop_assert!(looks < 20, "a driver would never rest");
            let Step { next, effects } = step(&elicitation, Event::Tick, due).unwrap();
            prop_assert_eq!(effects.len(), 1, "what is due does something");
            elicitation = next;
            if let Some(by) = extensions.next().map(Duration::from_millis)
                && let Ok(extended) = step(&elicitation, Event::Extend(Some(by)), due)
            {
                elicitation = extended.next;
            }
        }
        prop_assert!(matches!(elicitation.outcome(), Some(Outcome::TimedOut)));
    }
}
