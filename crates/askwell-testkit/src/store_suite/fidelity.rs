use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Op, Verdict};
use askwell_form::Form;
use askwell_form::build::{form, text};
use askwell_lifecycle::{
    Attempt, Audience, CancelReason, Decline, Event, Mode, NewElicitation, OnDisconnect, Question, Terms,
};

use super::Nodes;
use super::sample::{ROOMY, TERMS, a_form, advance, asked, assert_same, at, draft, everything, new_id};
use crate::{answers, forms};

/// What comes out is what went in: every mode, every question, every end, long answers, exact numbers, secrets.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn fidelity(nodes: &Nodes) {
    let lives = lives();
    let mut all = Vec::new();
    for (turn, (draft, events)) in lives.into_iter().enumerate() {
        let (elicitation, changes) = asked(draft, at(0));
        let op = Op::Create { elicitation: Arc::clone(&elicitation), key: None, quota: ROOMY, changes };
        assert_eq!(nodes.turn(turn).commit(vec![op]).await, Ok(vec![Verdict::Committed]));
        let mut now = elicitation;
        for (step, event) in events.into_iter().enumerate() {
            now = advance(nodes.turn(turn + step), &now, event, at(1 + step as u64)).await;
            let found = nodes.turn(turn + step + 1).get(now.id).await.unwrap().unwrap();
            assert_same(&found, &now);
        }
        all.push(now);
    }
    let listed = nodes.turn(0).list(everything(1000)).await.unwrap().items;
    assert_eq!(listed.len(), all.len());
    for expected in &all {
        let found = listed.iter().find(|found| found.id == expected.id).unwrap();
        assert_same(found, expected);
    }
}

fn lives() -> Vec<(NewElicitation, Vec<Event>)> {
    let page = || Question::Page {
        url: Arc::from("https://example.com/ü?x=1"),
        message: Arc::from("Go “there” 🙂"),
    };
    let terms = Terms {
        timeout: Duration::from_nanos(3_600_000_000_001),
        retry_limit: 255,
        extension: Duration::from_micros(1_500_000),
        max_extensions: 255,
        warn_before: Duration::ZERO,
    };
    let with =
        |form: &Form| NewElicitation { question: Question::Form(form.clone()), ..draft("a client", at(0)) };
    let submit = |form: &Form, json: &str| Event::submit(form.check_json(json.as_bytes()).unwrap());
    let with_metadata = |event: Event| match event {
        Event::Submit { answers, .. } => {
            Event::Submit { answers, metadata: Some(Arc::from(r#"{"locale":"de"}"#)) }
        }
        other => other,
    };
    let comprehensive = forms::comprehensive();
    let valid = answers::valid_answer(&comprehensive).to_string();
    let long = form("long", "Long").field(text("text", "Text")).build().unwrap();
    let text = format!("{{\"text\":\"{}\"}}", "ü\\n".repeat(200_000));
    let exact =
        Form::parse(r#"{"id": "n", "title": "N", "fields": [{"id": "n", "type": "number", "label": "N"}]}"#);
    let exact = exact.unwrap();
    let partial = Form::parse(
        r#"{"id": "p", "title": "P", "allowPartial": true, "fields": [
            {"id": "one", "type": "text", "label": "One", "required": true},
            {"id": "two", "type": "text", "label": "Two", "required": true}]}"#,
    )
    .unwrap();
    let claim = |name: &str| Event::Claim(Arc::from(name));
    let reject_all =
        || [Event::Open, Event::reject(), Event::reject(), Event::reject(), Event::reject()].to_vec();
    let mut lives = vec![
        (with(&comprehensive), vec![Event::Open, submit(&comprehensive, &valid)]),
        (with(&long), vec![submit(&long, &text)]),
        (with(&exact), vec![submit(&exact, r#"{"n": 123456789012345678.000000000000001}"#)]),
        (with(&partial), vec![submit(&partial, r#"{"two": "2"}"#)]),
        (
            with(&a_form()),
            vec![Event::reject(), Event::Extend(None), Event::Extend(Some(Duration::from_secs(1)))],
        ),
        (with(&a_form()), reject_all()),
        (with(&a_form()), vec![Event::decline()]),
        (with(&a_form()), vec![Event::Decline(Decline::because("not on a Friday, prüfer"))]),
        (
            with(&a_form()),
            vec![Event::Reject { attempt: Attempt::new(Some(Arc::from("ops")), r#"{"name":"ü"}"#) }],
        ),
        (
            NewElicitation {
                message: Some(Arc::from("Please read\nthis first.")),
                answer_limit: Some(300),
                on_disconnect: OnDisconnect::Abandon,
                ..with(&a_form())
            },
            vec![Event::Open],
        ),
        (with(&a_form()), vec![with_metadata(submit(&a_form(), r#"{"name": "x"}"#))]),
        (
            NewElicitation {
                id: new_id(at(0)),
                question: page(),
                mode: Mode::Url,
                terms,
                ..draft("", at(0))
            },
            vec![Event::Extend(None), Event::finish(r#"{"done": [1, "ü"]}"#)],
        ),
        (
            NewElicitation {
                audience: Audience::ClientOnly,
                terms: Terms { timeout: Duration::from_millis(2), ..TERMS },
                ..draft("b", at(0))
            },
            vec![Event::Open, Event::Tick],
        ),
        (
            NewElicitation {
                audience: Audience::Person(Arc::from("prüfer@example.com")),
                ..draft("b", at(0))
            },
            vec![claim("reviewer"), claim("approver"), Event::Release, claim(""), Event::Extend(None)],
        ),
        (
            NewElicitation { audience: Audience::Person(Arc::from("")), ..draft("b", at(0)) },
            vec![claim("reviewer"), Event::Open, submit(&a_form(), r#"{"name": "x"}"#)],
        ),
    ];
    for (_, mode) in Mode::ALL {
        lives.push((NewElicitation { mode, ..draft("c", at(0)) }, vec![Event::Open]));
    }
    for (_, reason) in CancelReason::ALL {
        lives.push((draft("c", at(0)), vec![Event::Cancel(reason)]));
    }
    lives
}
