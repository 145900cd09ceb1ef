//! An elicitation behaves the same wherever it is kept: in a store, or as a record that travels and is decoded, changed and
//! encoded again for each event.

use std::time::Duration;

use askwell_engine::{Ask, CheckResult, Content, Engine, SubmitError};
use askwell_lifecycle::record::{self, Beside, Omit};
use askwell_lifecycle::{
    Actor, CancelReason, Decline, Elicitation, Event, Question, State, Surface, Transition, transition,
};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, prop_oneof, proptest};
use proptest::{prop_assert, prop_assert_eq};

use super::support::{BAD, GOOD, World, a_form, secs};

#[derive(Debug, Clone)]
enum Happening {
    Open,
    Submit(&'static [u8]),
    Decline(&'static str),
    Cancel,
    Extend(Option<u64>),
    Claim(&'static str),
    Release,
    Wait(u64),
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        1 => Just(Happening::Open),
        1 => Just(Happening::Submit(GOOD)),
        1 => Just(Happening::Submit(br#"{"host": "db1", "unknown": 1}"#)),
        6 => Just(Happening::Submit(BAD)),
        1 => Just(Happening::Submit(b"no JSON")),
        1 => Just(Happening::Decline("")),
        1 => Just(Happening::Decline("not now")),
        1 => Just(Happening::Cancel),
        3 => prop_oneof![Just(None), (1..400_000_u64).prop_map(Some)].prop_map(Happening::Extend),
        2 => prop_oneof![Just("reviewer"), Just("approver")].prop_map(Happening::Claim),
        1 => Just(Happening::Release),
        8 => (0..200_000_u64).prop_map(Happening::Wait),
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
        let omit = Omit { answers: false, message: true };
        let confidential = record::encode(elicitation, omit, &mut self.record).unwrap();
        assert!(confidential.entries().is_empty());
    }

    fn read(&self) -> Elicitation {
        let Elicitation { id, client, question, message, .. } = &self.asked;
        let Question::Form(form) = question else { panic!("not a form") };
        let (client, form, message) = (client.clone(), Some(form.clone()), message.clone());
        record::decode(&self.record, Beside { id: *id, client, form, message, secrets: &[] }).unwrap()
    }

    /// Applies what happens; says what came of it.
    fn apply(&mut self, engine: &Engine, happening: &Happening) -> String {
        let before = self.read();
        let mut said = "done";
        let event = match happening {
            Happening::Open => Event::Open,
            Happening::Submit(json) => {
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
            Happening::Decline(reason) => Event::Decline(Decline::because(reason)),
            Happening::Cancel => Event::Cancel(CancelReason::UserCancelled),
            Happening::Extend(by) => Event::Extend(by.map(Duration::from_millis)),
            Happening::Claim(by) => Event::Claim((*by).into()),
            Happening::Release => Event::Release,
            Happening::Wait(_) => Event::Tick,
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
async fn apply_stored(world: &World, actor: &Actor, asked: &Elicitation, happening: &Happening) -> String {
    let (engine, id) = (&world.engine, asked.id);
    let done = match happening {
        Happening::Open => engine.open(actor, id).await.map(drop),
        Happening::Submit(json) => {
            return match engine.submit_with(actor, id, Content::of_dialog(json).into()).await {
                Ok(_) => "done".to_owned(),
                Err(SubmitError::Invalid { .. }) => "rejected".to_owned(),
                Err(other) => other.to_string(),
            };
        }
        Happening::Decline(reason) => {
            engine.decline_with(actor, id, Decline::because(reason)).await.map(drop)
        }
        Happening::Cancel => engine.cancel(actor, id, CancelReason::UserCancelled).await.map(drop),
        Happening::Extend(by) => engine.extend(actor, id, by.map(Duration::from_millis)).await.map(drop),
        Happening::Claim(by) => engine.claim(&actor.clone().with_person(by), id).await.map(drop),
        Happening::Release => engine.release(actor, id).await.map(drop),
        Happening::Wait(_) => Ok(()),
    };
    done.map_or_else(|error| error.to_string(), |()| "done".to_owned())
}

async fn live_twice(life: Vec<Happening>) -> Result<(), proptest::test_runner::TestCaseError> {
    let world = World::new();
    let actor = Actor { surface: Surface::Mcp, ..world.client.clone() };
    let ask = Ask::form(a_form()).message("A new server?").timeout(secs(300)).answer_limit(1_000);
    let asked = world.engine.create(&actor, ask).await.unwrap();
    let mut sealed = Sealed::new(&asked);
    for happening in life {
        if let Happening::Wait(milliseconds) = happening {
            world.clock.advance_and_settle(Duration::from_millis(milliseconds)).await;
        }
        let expected = apply_stored(&world, &actor, &asked, &happening).await;
        prop_assert_eq!(sealed.apply(&world.engine, &happening), expected, "{:?}", happening);
        let stored = world.engine.status(&actor, asked.id).await.unwrap();
        let travelled = sealed.read();
        prop_assert_eq!(format!("{travelled:?}"), format!("{stored:?}"), "after {:?}", happening);
        let is_same = match (&travelled.state, &stored.state) {
            (State::Closed(one), State::Closed(other)) => one.outcome == other.outcome,
            (one, other) => matches!((one, other), (State::Open(_), State::Open(_))),
        };
        prop_assert!(is_same, "after {:?}", happening);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sealed_and_stored_elicitations_behave_alike(life in vec(happening(), 1..25)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(live_twice(life))?;
    }
}
