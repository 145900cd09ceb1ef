//! An elicitation behaves the same wherever it is kept: in a store, or as a record that travels and is decoded, changed and
//! encoded again for each event.

use std::time::Duration;

use askwell_engine::{Ask, CheckResult, Content, Engine, SubmitError};
use askwell_lifecycle::encoding::{self, DecodeContext, EncodeOptions};
use askwell_lifecycle::{
    Actor, CancelReason, Decline, Elicitation, Event, Question, State, Surface, Transition, transition,
};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};

use super::support::{BAD, GOOD, World, a_form, secs};

#[derive(Debug, Clone)]
enum Action {
    Open,
    Submit(&'static [u8]),
    Decline(&'static str),
    Cancel,
    Extend(Option<u64>),
    Claim(&'static str),
    Release,
    Wait(u64),
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        1 => Just(Action::Open),
        1 => Just(Action::Submit(GOOD)),
        1 => Just(Action::Submit(br#"{"host": "db1", "unknown": 1}"#)),
        6 => Just(Action::Submit(BAD)),
        1 => Just(Action::Submit(b"no JSON")),
        1 => Just(Action::Decline("")),
        1 => Just(Action::Decline("not now")),
        1 => Just(Action::Cancel),
        3 => prop_oneof![Just(None), (1..400_000_u64).prop_map(Some)].prop_map(Action::Extend),
        2 => prop_oneof![Just("reviewer"), Just("approver")].prop_map(Action::Claim),
        1 => Just(Action::Release),
        8 => (0..200_000_u64).prop_map(Action::Wait),
    ]
}

/// A record that travels, and what is known where it arrives.
struct Sealed {
    record: Vec<u8>,
    asked: Elicitation,
}

impl Sealed {
    fn new(asked: &Elicitation) -> Sealed {
        let mut sealed = Sealed { record: Vec::new(), asked: asked.clone() };
        sealed.write(asked);
        sealed
    }

    fn write(&mut self, elicitation: &Elicitation) {
        self.record.clear();
        let options = EncodeOptions { omit_message: true, ..EncodeOptions::default() };
        let confidential = encoding::encode(elicitation, options, &mut self.record).unwrap();
        assert!(confidential.entries().is_empty());
    }

    fn read(&self) -> Elicitation {
        let Elicitation { id, client, question, message, .. } = &self.asked;
        let Question::Form(form) = question else { panic!("not a form") };
        let (client, form, message) = (client.clone(), Some(form.clone()), message.clone());
        encoding::decode(&self.record, DecodeContext { id: *id, client, form, message, secrets: &[] })
            .unwrap()
    }

    /// Applies what happens; says what came of it.
    fn apply(&mut self, engine: &Engine, action: &Action) -> String {
        let before = self.read();
        let mut said = "done";
        let event = match action {
            Action::Open => Event::Open,
            Action::Submit(json) => {
                let content = Content::of_dialog(json);
                match engine.checker().check_now(&before, content) {
                    Some(CheckResult::Answers(answers)) => Event::submit(answers),
                    Some(CheckResult::Problems(_)) => {
                        said = "rejected";
                        Event::reject()
                    }
                    other => panic!("{other:?}"),
                }
            }
            Action::Decline(reason) => Event::Decline(Decline::because(reason)),
            Action::Cancel => Event::Cancel(CancelReason::UserCancelled),
            Action::Extend(by) => Event::Extend(by.map(Duration::from_millis)),
            Action::Claim(by) => Event::Claim((*by).into()),
            Action::Release => Event::Release,
            Action::Wait(_) => Event::Tick,
        };
        match transition(&before, event, engine.now()) {
            Ok(Transition { step, refusal }) => {
                self.write(&step.next);
                refusal.map_or_else(|| said.to_owned(), |refusal| refusal.to_string())
            }
            Err(refusal) => refusal.to_string(),
        }
    }
}

/// The same in an engine's store.
async fn apply_stored(world: &World, actor: &Actor, asked: &Elicitation, action: &Action) -> String {
    let (engine, id) = (&world.engine, asked.id);
    let done = match action {
        Action::Open => engine.open(actor, id).await.map(drop),
        Action::Submit(json) => {
            return match engine.submit_with(actor, id, Content::of_dialog(json).into()).await {
                Ok(_) => "done".to_owned(),
                Err(SubmitError::Invalid { .. }) => "rejected".to_owned(),
                Err(other) => other.to_string(),
            };
        }
        Action::Decline(reason) => engine.decline_with(actor, id, Decline::because(reason)).await.map(drop),
        Action::Cancel => engine.cancel(actor, id, CancelReason::UserCancelled).await.map(drop),
        Action::Extend(by) => engine.extend(actor, id, by.map(Duration::from_millis)).await.map(drop),
        Action::Claim(by) => engine.claim(&actor.clone().with_person(by), id).await.map(drop),
        Action::Release => engine.release(actor, id).await.map(drop),
        Action::Wait(_) => Ok(()),
    };
    done.map_or_else(|error| error.to_string(), |()| "done".to_owned())
}

async fn live_twice(life: Vec<Action>) -> Result<(), proptest::test_runner::TestCaseError> {
    let world = World::new();
    let actor = Actor { surface: Surface::Mcp, ..world.client.clone() };
    let ask = Ask::form(a_form()).message("A new server?").timeout(secs(300)).answer_limit(1_000);
    let asked = world.engine.create(&actor, ask).await.unwrap();
    let mut sealed = Sealed::new(&asked);
    for action in life {
        if let Action::Wait(milliseconds) = action {
            world.clock.advance_and_settle(Duration::from_millis(milliseconds)).await;
        }
        let expected = apply_stored(&world, &actor, &asked, &action).await;
        prop_assert_eq!(sealed.apply(&world.engine, &action), expected, "{:?}", action);
        let stored = world.engine.status(&actor, asked.id).await.unwrap();
        let travelled = sealed.read();
        prop_assert_eq!(format!("{travelled:?}"), format!("{stored:?}"), "after {:?}", action);
        let is_same = match (&travelled.state, &stored.state) {
            (State::Closed(one), State::Closed(other)) => one.outcome == other.outcome,
            (one, other) => matches!((one, other), (State::Open(_), State::Open(_))),
        };
        prop_assert!(is_same, "after {:?}", action);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sealed_and_stored_elicitations_behave_alike(life in vec(action(), 1..25)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(live_twice(life))?;
    }
}
