//! Elicitations at rest: a compiled form takes many times the memory of its text, and most forms that are kept are not
//! looked at for a long time. Stores keep the forms compiled that were used last, and all others as packed text.

use std::collections::VecDeque;
use std::sync::Arc;

use askwell_form::Form;
use askwell_lifecycle::{Closed, Elicitation, ElicitationId, Outcome, Question, State};

/// So many elicitations have their forms compiled.
const RECENT: usize = 1024;

/// A form that has so many handles stays compiled: for each of those who share it, it is small.
pub const SHARED: usize = 16;

/// The elicitations of a store whose forms may be compiled, the longest unused first.
#[derive(Debug, Default)]
pub struct RecentForms {
    ids: VecDeque<ElicitationId>,
}

impl RecentForms {
    /// Notes that an elicitation is written. Returns one to put to rest in exchange, see [`at_rest`].
    pub fn note_written(&mut self, written: &Elicitation) -> Option<ElicitationId> {
        let noted = written.form().is_some_and(|form| form.handles() < SHARED);
        if noted { self.note(written.id) } else { None }
    }

    /// Notes that an elicitation is handed out, so that its form may be compiled. Returns one to put to rest in
    /// exchange, see [`at_rest`].
    pub fn note_read(&mut self, read: &Elicitation) -> Option<ElicitationId> {
        // One that is compiled was noted before.
        let noted = read.form().is_some_and(|form| form.is_dormant() && form.handles() < SHARED);
        if noted { self.note(read.id) } else { None }
    }

    fn note(&mut self, id: ElicitationId) -> Option<ElicitationId> {
        if self.ids.back() == Some(&id) {
            return None;
        }
        self.ids.push_back(id);
        if self.ids.len() > RECENT { self.ids.pop_front() } else { None }
    }
}

/// Returns the same elicitation with its form as packed text; `None` if that would save nothing.
#[must_use]
pub fn at_rest(elicitation: &Arc<Elicitation>) -> Option<Arc<Elicitation>> {
    let form = elicitation.form()?;
    // Somebody else who has this one may still look at its form, and compile it here, too.
    let alone = Arc::strong_count(elicitation) == 1 && form.handles() == 1;
    if form.handles() >= SHARED || (form.is_dormant() && alone) {
        return None;
    }
    let dormant = form.dormant();
    let state = dormant_state(&elicitation.state, &dormant);
    let question = Question::Form(dormant);
    Some(Arc::new(Elicitation { question, state, ..Elicitation::clone(elicitation) }))
}

fn dormant_state(state: &State, form: &Form) -> State {
    match state {
        State::Closed(closed @ Closed { outcome: Outcome::Answered(answers), .. }) => {
            State::Closed(Closed { outcome: Outcome::Answered(answers.with_dormant(form)), ..closed.clone() })
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_form::Form;
    use askwell_lifecycle::{Actor, Outcome, Surface};

    use super::{RECENT, SHARED};
    use crate::store::ElicitationStore;
    use crate::{Ask, Engine, Limits, MemoryStore};

    fn form(number: usize) -> Form {
        let document = serde_json::json!({"id": "f", "title": format!("Question {number}"), "fields": [
            {"id": "name", "type": "text", "label": "Name"},
            {"id": "key", "type": "text", "label": "Key", "rendering": {"inputType": "password"}},
        ]});
        Form::from_value(&document).unwrap()
    }

    #[tokio::test]
    async fn idle_forms_are_dormant_and_come_back_whole() {
        let store = Arc::new(MemoryStore::new());
        let engine =
            Engine::builder().limits(Limits::none()).shared_store(Arc::<MemoryStore>::clone(&store)).start();
        let client = Actor::client("a", Surface::Library);
        let shared = form(0);
        let (mut ids, mut sharing) = (Vec::new(), Vec::new());
        for number in 1..=RECENT + 20 {
            ids.push(engine.create(&client, Ask::form(form(number))).await.unwrap().id);
            if number <= 2 * SHARED {
                sharing.push(engine.create(&client, Ask::form(shared.clone())).await.unwrap().id);
            }
            if number == 1 {
                engine.submit(&client, ids[0], br#"{"name": "x", "key": "hush"}"#).await.unwrap();
            }
        }
        let form_of = |id| store.at_hand(id).unwrap().form().unwrap().clone();
        let is_dormant = |id| form_of(id).is_dormant();
        assert!(ids[..10].iter().all(|id| is_dormant(*id)) && !is_dormant(ids[RECENT + 19]));
        assert!(sharing[SHARED..].iter().all(|id| !is_dormant(*id)), "shared by many");
        // What is looked at is compiled, and stays so for a while.
        assert_eq!(form_of(ids[1]).title(), "Question 2");
        assert!(!is_dormant(ids[1]) && is_dormant(ids[2]));
        engine.submit(&client, ids[2], br#"{"name": "y"}"#).await.unwrap();
        let Outcome::Answered(answers) = engine.wait(&client, ids[0]).await.unwrap() else { panic!() };
        assert!(is_dormant(ids[0]), "nobody has looked at the form");
        assert_eq!(answers.to_json(), r#"{"name":"x","key":"hush"}"#);
        // And then no more.
        for number in 0..2 * RECENT {
            engine.create(&client, Ask::form(form(number))).await.unwrap();
        }
        assert!(ids.iter().all(|id| is_dormant(*id)));
    }
}
