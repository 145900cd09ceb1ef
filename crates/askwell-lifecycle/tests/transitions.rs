//! Each transition and each refusal once, as a table.

#![expect(clippy::unwrap_used, reason = "a test may insist")]

use std::sync::Arc;
use std::time::Duration;

use askwell_form::Form;
use askwell_form::build::{form, text};
use askwell_lifecycle::{
    Actor, Attempt, Audience, CancelReason, Decline, Effect, Elicitation, ElicitationId, Event, Mode,
    NewElicitation, OnDisconnect, Outcome, Policy, PolicyError, PolicySettings, Question, Refusal, ShortList,
    State, Status, Step, Surface, Terms, TimeoutError, Timestamp, Transition, create, transition,
};

fn at(milliseconds: u64) -> Timestamp {
    Timestamp::from_millis(milliseconds)
}

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// The defaults with a change.
fn settings(change: impl FnOnce(&mut PolicySettings)) -> PolicySettings {
    let mut settings = PolicySettings::default();
    change(&mut settings);
    settings
}

fn a_form(id: &str) -> Form {
    form(id, "A form").field(text("name", "Name").required()).build().unwrap()
}

/// Asked at 1000, warned of at 1800, over at 2000; one retry; two extensions of at most 500.
fn ask(question: Question) -> Elicitation {
    let terms = Terms {
        timeout: ms(1_000),
        retry_limit: 1,
        extension: ms(500),
        max_extensions: 2,
        warn_before: ms(200),
    };
    let draft = NewElicitation {
        id: ElicitationId::new(at(1_000), [0; 10]),
        client: "a".into(),
        mode: Mode::Form,
        question,
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::Anyone,
        quorum: None,
        terms,
    };
    let Step { next, effects } = create(draft, at(1_000));
    assert_eq!(
        (effects, next.status(), next.revision),
        (ShortList::one(Effect::Created), Status::Pending, 1)
    );
    next
}

fn form_question() -> Question {
    Question::Form(a_form("asked"))
}

fn page_question() -> Question {
    Question::Page { url: Arc::from("https://example.com/"), message: Arc::from("There") }
}

fn submit(id: &str) -> Event {
    Event::submit(a_form(id).check_json(br#"{"name": "Ops"}"#).unwrap())
}

/// Applies an event. After the deadline, insists that the timeout comes with the refusal.
fn step(before: &Elicitation, event: Event, now: Timestamp) -> Result<Step, Refusal> {
    let Transition { step, refusal } = transition(before, event, now)?;
    let Some(refusal) = refusal else { return Ok(step) };
    assert_eq!((step.next.status(), step.effects.len()), (Status::Timeout, 1), "{refusal}");
    Err(refusal)
}

/// Runs a life; says the last effects or the refusal.
fn live(question: Question, life: Vec<(u64, Event)>) -> (Elicitation, String) {
    let mut elicitation = ask(question);
    let mut last = String::new();
    for (now, event) in life {
        last = match step(&elicitation, event, at(now)) {
            Ok(Step { next, effects }) => {
                elicitation = next;
                format!("{effects:?}")
            }
            Err(refusal) => refusal.to_string(),
        };
    }
    (elicitation, last)
}

#[test]
fn each_event_gives_its_transition_or_refusal() {
    let extend = |by: Option<u64>| Event::Extend(by.map(ms));
    let page = |life| live(page_question(), life);
    let form = |life| live(form_question(), life);
    let finish = || Event::finish("{}");
    let claim = |name: &str| Event::Claim(Arc::from(name));
    let cancel = || Event::Cancel(CancelReason::UserCancelled);
    for ((elicitation, last), status, expected) in [
        (form(vec![(1_001, Event::Open)]), "active", "[Opened]"),
        (form(vec![(1_001, Event::Open), (1_002, Event::Open)]), "active", "[]"),
        (form(vec![(1_001, submit("asked"))]), "completed", "[Closed { status: Completed, reason: None }]"),
        (page(vec![(1_001, finish())]), "completed", "[Closed { status: Completed, reason: None }]"),
        (form(vec![(1_001, Event::decline())]), "declined", "[Closed { status: Declined, reason: None }]"),
        (
            form(vec![(1_001, cancel())]),
            "cancelled",
            "[Closed { status: Cancelled, reason: Some(\"user_cancelled\") }]",
        ),
        (form(vec![(1_001, Event::reject())]), "active", "[Rejected { count: 1, limit: 1 }]"),
        (
            form(vec![(1_001, Event::reject()), (1_002, Event::reject())]),
            "cancelled",
            "[Rejected { count: 1, limit: 1 }, Closed { status: Cancelled, reason: Some(\"max_retries_exceeded\") }]",
        ),
        (form(vec![(1_799, Event::Tick)]), "pending", "[]"),
        (
            form(vec![(1_800, Event::Tick)]),
            "pending",
            "[Warned { remaining: 200ms, extension: Some(500ms) }]",
        ),
        (form(vec![(1_950, Event::Tick)]), "pending", "[Warned { remaining: 50ms, extension: Some(500ms) }]"),
        (form(vec![(1_800, Event::Tick), (1_900, Event::Tick)]), "pending", "[]"),
        (
            form(vec![(2_000, Event::Tick)]),
            "timeout",
            "[Closed { status: Timeout, reason: Some(\"timeout\") }]",
        ),
        (form(vec![(2_000, Event::Tick), (2_000, Event::Tick)]), "timeout", "[]"),
        (form(vec![(1_001, extend(None))]), "active", "[Extended { deadline: Timestamp(2500), left: 1 }]"),
        (form(vec![(1_001, extend(Some(1)))]), "active", "[Extended { deadline: Timestamp(2001), left: 1 }]"),
        (
            form(vec![(1_800, Event::Tick), (1_900, extend(None)), (2_300, Event::Tick)]),
            "active",
            "[Warned { remaining: 200ms, extension: Some(500ms) }]",
        ),
        (
            form(vec![(1_001, extend(None)), (2_499, submit("asked"))]),
            "completed",
            "[Closed { status: Completed, reason: None }]",
        ),
        (form(vec![(1_001, claim("reviewer"))]), "pending", "[Claimed { by: \"reviewer\" }]"),
        (form(vec![(1_001, claim("reviewer")), (1_002, claim("reviewer"))]), "pending", "[]"),
        (
            form(vec![(1_001, claim("reviewer")), (1_002, claim("approver"))]),
            "pending",
            "[Claimed { by: \"approver\" }]",
        ),
        (form(vec![(1_001, claim("reviewer")), (1_002, Event::Release)]), "pending", "[Released]"),
        (form(vec![(1_001, Event::Release)]), "pending", "[]"),
        (
            form(vec![(1_001, claim("reviewer")), (1_002, submit("asked"))]),
            "completed",
            "[Closed { status: Completed, reason: None }]",
        ),
        // Refused:
        (
            form(vec![(1_001, Event::decline()), (1_002, claim("reviewer"))]),
            "declined",
            "already declined at 1001 ms",
        ),
        (form(vec![(2_000, Event::Release)]), "pending", "timed out at 2000 ms"),
        (
            form(vec![(1_001, submit("asked")), (1_002, Event::decline())]),
            "completed",
            "already completed at 1001 ms",
        ),
        (
            form(vec![(1_001, Event::decline()), (1_002, submit("asked"))]),
            "declined",
            "already declined at 1001 ms",
        ),
        (form(vec![(1_001, cancel()), (1_002, Event::Open)]), "cancelled", "already cancelled at 1001 ms"),
        (form(vec![(2_000, Event::Tick), (2_001, extend(None))]), "timeout", "timed out at 2000 ms"),
        (form(vec![(2_000, submit("asked"))]), "pending", "timed out at 2000 ms"),
        (form(vec![(2_000, extend(None))]), "pending", "timed out at 2000 ms"),
        (
            form(vec![(1_001, extend(None)), (1_001, extend(None)), (1_001, extend(None))]),
            "active",
            "the deadline cannot be moved again: 2 of 2 extensions are used",
        ),
        (
            form(vec![(1_001, extend(Some(501)))]),
            "pending",
            "an extension gives between 1 and 500 ms, not 501 ms",
        ),
        (
            form(vec![(1_001, extend(Some(0)))]),
            "pending",
            "an extension gives between 1 and 500 ms, not 0 ms",
        ),
        (form(vec![(1_001, submit("other"))]), "pending", "this is not an answer to what was asked"),
        (form(vec![(1_001, finish())]), "pending", "this is not an answer to what was asked"),
        (page(vec![(1_001, submit("asked"))]), "pending", "this is not an answer to what was asked"),
    ] {
        assert_eq!((elicitation.status().as_str(), last.as_str()), (status, expected));
    }
}

#[test]
fn cancel_reasons_are_recorded_and_returned() {
    let names: Vec<&str> = CancelReason::ALL
        .iter()
        .map(|(name, reason)| {
            let (elicitation, _) = live(form_question(), vec![(1_001, Event::Cancel(*reason))]);
            let outcome = elicitation.outcome().unwrap();
            assert_eq!((outcome, outcome.reason()), (&Outcome::Cancelled(*reason), Some(*name)));
            *name
        })
        .collect();
    let (timed_out, _) = live(form_question(), vec![(2_000, Event::Tick)]);
    assert_eq!(timed_out.outcome().and_then(Outcome::reason), Some("timeout"));
    assert_eq!(
        names,
        [
            "user_cancelled",
            "client_disconnected",
            "session_expired",
            "form_invalidated",
            "max_retries_exceeded"
        ]
    );
}

#[test]
fn wire_names_match_their_variants() {
    for (name, status) in Status::ALL {
        assert_eq!((status.as_str(), status.to_string().as_str()), (name, name));
    }
    for (name, mode) in Mode::ALL {
        assert_eq!(mode.as_str(), name);
    }
    for (name, surface) in Surface::ALL {
        assert_eq!(surface.as_str(), name);
    }
    assert_eq!(Status::ALL.map(|(_, status)| status.is_open()), [true, true, false, false, false, false]);
}

#[test]
fn longest_times_do_not_overflow() {
    let settings = settings(|settings| {
        settings.extension = Duration::MAX;
        settings.max_extensions = u8::MAX;
        settings.warn_before = Duration::MAX;
    });
    let terms = Policy::new(settings).unwrap().terms(Mode::Form, None).unwrap();
    let mut elicitation = ask(form_question());
    elicitation.terms = Terms { timeout: Duration::MAX, warn_before: Duration::MAX, ..terms };
    for _ in 0..3 {
        elicitation = step(&elicitation, Event::Extend(None), at(1_001)).unwrap().next;
    }
    assert_eq!(elicitation.deadline(), Some(at(u64::MAX)));
}

#[test]
fn extension_counts_whole_milliseconds() {
    let by = Some(Duration::from_micros(1_500));
    let (elicitation, _) =
        live(form_question(), vec![(1_001, Event::Extend(by)), (1_001, Event::Extend(by))]);
    assert_eq!(elicitation.deadline(), Some(at(2_002)));
}

#[test]
fn contradictory_policies_are_refused_with_a_reason() {
    for (settings, expected) in [
        (
            settings(|settings| settings.min_timeout = ms(0)),
            "the shortest timeout must be longer than nothing",
        ),
        (
            settings(|settings| settings.max_timeout = ms(999)),
            "the shortest timeout (1000 ms) is longer than the longest (999 ms)",
        ),
        (
            settings(|settings| settings.form_timeout = ms(999)),
            "the default timeout for forms (999 ms) lies outside the bounds 1000 to 3600000 ms",
        ),
        (
            settings(|settings| settings.inline_timeout = ms(3_600_001)),
            "the default timeout for inline prompts (3600001 ms) lies outside the bounds 1000 to 3600000 ms",
        ),
        (
            settings(|settings| settings.url_timeout = ms(1)),
            "the default timeout for web pages (1 ms) lies outside the bounds 1000 to 3600000 ms",
        ),
        (
            settings(|settings| settings.terminal_timeout = ms(1)),
            "the default timeout for terminals (1 ms) lies outside the bounds 1000 to 3600000 ms",
        ),
        (
            settings(|settings| settings.pushed_timeout = ms(1)),
            "the default timeout for pushed requests (1 ms) lies outside the bounds 1000 to 3600000 ms",
        ),
        (
            settings(|settings| settings.max_timeout = ms(2_592_000_001)),
            "the longest timeout (2592000001 ms) is more than 30 days (2592000000 ms)",
        ),
        (settings(|settings| settings.extension = ms(0)), "an extension must be longer than nothing"),
    ] {
        assert_eq!(Policy::new(settings).unwrap_err().to_string(), expected);
    }
    let crossed = Policy::default().with_bounds(ms(2), ms(1));
    assert_eq!(crossed, Err(PolicyError::CrossedBounds { min: 2, max: 1 }));
}

#[test]
fn timeout_errors_have_their_names_and_numbers() {
    let policy = Policy::default();
    for (requested, name, text) in [
        (999, "timeout_too_small", "a timeout of 999 ms is too short; the shortest is 1000 ms"),
        (3_600_001, "timeout_too_large", "a timeout of 3600001 ms is too long; the longest is 3600000 ms"),
        (0, "invalid_timeout", "a timeout must be a positive whole number of milliseconds, not 0"),
    ] {
        let error: TimeoutError = policy.terms(Mode::Form, Some(ms(requested))).unwrap_err();
        assert_eq!((error.name(), error.to_string().as_str()), (name, text));
    }
}

#[test]
fn extensions_are_refused_if_not_allowed() {
    let settings = settings(|settings| settings.extensions_allowed = false);
    let terms = Policy::new(settings).unwrap().terms(Mode::Form, None).unwrap();
    let mut elicitation = ask(form_question());
    elicitation.terms = terms;
    let refused = step(&elicitation, Event::Extend(None), at(1_001)).unwrap_err();
    assert_eq!(refused.to_string(), "the deadline cannot be moved again: 0 of 0 extensions are used");
}

#[test]
fn actor_sees_its_scope() {
    let client = Actor::client("a", Surface::Api);
    let operator = Actor::operator(Surface::Web).with_person("reviewer");
    let reviewer = Actor::person("reviewer", Surface::Web);
    assert_eq!(reviewer.person.as_deref(), Some("reviewer"));
    let for_person = |name: &str| Audience::Person(Arc::from(name));
    // Who is asked by whom, and whether that exists for client a, the operator, the engine and reviewer.
    for (asker, audience, seen) in [
        ("a", Audience::Anyone, [true, true, true, true]),
        ("b", Audience::Anyone, [false, true, true, true]),
        ("a", Audience::ClientOnly, [true, true, true, false]),
        ("b", Audience::ClientOnly, [false, true, true, false]),
        ("a", for_person("reviewer"), [true, true, true, true]),
        ("b", for_person("reviewer"), [false, true, true, true]),
        ("a", for_person("approver"), [true, true, true, false]),
        ("b", for_person("Reviewer"), [false, true, true, false]),
    ] {
        let elicitation = Elicitation { client: asker.into(), audience, ..ask(form_question()) };
        let found =
            [&client, &operator, &Actor::engine(), &reviewer].map(|actor| actor.may_see(&elicitation));
        assert_eq!(found, seen, "{asker} {:?}", elicitation.audience);
    }
}

#[test]
fn refusal_after_a_timeout_says_how_long_it_was_open_and_could_be() {
    let extended = step(&ask(form_question()), Event::Extend(Some(ms(300))), at(1_500)).unwrap().next;
    let late = step(&extended, Event::Open, at(2_350)).unwrap_err();
    assert_eq!(late, Refusal::TooLate { deadline: at(2_300), elapsed: ms(1_350), timeout: ms(1_300) });
    let over = step(&extended, Event::Tick, at(2_310)).unwrap().next;
    assert_eq!((over.extensions_used(), over.extensions_left()), (1, 0));
    let later = step(&over, Event::Open, at(9_000)).unwrap_err();
    assert_eq!(later, Refusal::TimedOut { at: at(2_310), elapsed: ms(1_310), timeout: ms(1_300) });
}

#[test]
fn last_attempt_is_kept_until_the_end_and_masked_in_debug() {
    let attempt = Attempt::new(Some(Arc::from("ops")), r#"{"name":""}"#).unwrap();
    let event = Event::Reject { attempt: Some(attempt.clone()) };
    let rejected = step(&ask(form_question()), event, at(1_001)).unwrap().next;
    let State::Open(open) = &rejected.state else { panic!("{rejected:?}") };
    assert_eq!(open.attempt, Some(attempt));
    assert!(!format!("{rejected:?}").contains("name\\\""), "{rejected:?}");
    assert!(format!("{rejected:?}").contains("Attempt([11 bytes])"));
    assert_eq!(Attempt::new(None, &"x".repeat(Attempt::MAX_BYTES + 1)), None);
}

#[test]
fn reason_of_a_decline_is_trimmed_and_bounded() {
    assert_eq!(Decline::because("  \n"), Decline::default());
    assert_eq!(Decline::because(" not today ").reason.as_deref(), Some("not today"));
    let long = Decline::because(&"ü".repeat(2_000));
    assert_eq!(long.reason.unwrap().chars().count(), Decline::REASON_CHARS);
}
