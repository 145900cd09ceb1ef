//! Keeps the memory of idle forms small. A compiled form takes many times the memory of its text, so stores
//! keep only recently used forms compiled, and all others as packed text.

use std::collections::VecDeque;
use std::sync::Arc;

use askwell_form::Form;
use askwell_lifecycle::{Closed, Elicitation, ElicitationId, Outcome, Question, State};

/// The most elicitations with compiled forms.
const MAX_COMPILED: usize = 1024;

/// A form with this many handles stays compiled, as its users share the memory.
pub const SHARED_HANDLES: usize = 16;

/// The elicitations whose forms may be compiled, least recently used first.
#[derive(Debug, Default)]
pub struct RecentForms {
    ids: VecDeque<ElicitationId>,
}

impl RecentForms {
    /// Tracks an elicitation that is written. Returns one whose form is to become dormant in exchange, see
    /// [`with_dormant_form`].
    pub fn track_written(&mut self, written: &Elicitation) -> Option<ElicitationId> {
        let is_tracked = written.form().is_some_and(|form| form.handles() < SHARED_HANDLES);
        if is_tracked { self.track(written.id) } else { None }
    }

    /// Tracks an elicitation that is returned to a caller, who may compile its form. Returns one whose form
    /// is to become dormant in exchange, see [`with_dormant_form`].
    pub fn track_read(&mut self, read: &Elicitation) -> Option<ElicitationId> {
        // A compiled one is tracked already.
        let is_tracked = read.form().is_some_and(|form| form.is_dormant() && form.handles() < SHARED_HANDLES);
        if is_tracked { self.track(read.id) } else { None }
    }

    fn track(&mut self, id: ElicitationId) -> Option<ElicitationId> {
        if self.ids.back() == Some(&id) {
            return None;
        }
        self.ids.push_back(id);
        if self.ids.len() > MAX_COMPILED { self.ids.pop_front() } else { None }
    }
}

/// Returns the elicitation with its form as packed text; `None` if that saves no memory.
#[must_use]
pub fn with_dormant_form(elicitation: &Arc<Elicitation>) -> Option<Arc<Elicitation>> {
    let form = elicitation.form()?;
    // Another holder of this elicitation may still compile its form.
    let alone = Arc::strong_count(elicitation) == 1 && form.handles() == 1;
    if form.handles() >= SHARED_HANDLES || (form.is_dormant() && alone) {
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

    use super::{MAX_COMPILED, SHARED_HANDLES};
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
    async fn idle_forms_become_dormant_and_are_restored_on_use() {
        let store = Arc::new(MemoryStore::new());
        let engine =
            Engine::builder().limits(Limits::none()).shared_store(Arc::<MemoryStore>::clone(&store)).start();
        let client = Actor::client("a", Surface::Library);
        let shared = form(0);
        let (mut ids, mut sharing) = (Vec::new(), Vec::new());
        for number in 1..=MAX_COMPILED + 20 {
            ids.push(engine.create(&client, Ask::form(form(number))).await.unwrap().id);
            if number <= 2 * SHARED_HANDLES {
                sharing.push(engine.create(&client, Ask::form(shared.clone())).await.unwrap().id);
            }
            if number == 1 {
                engine.submit(&client, ids[0], br#"{"name": "x", "key": "hush"}"#).await.unwrap();
            }
        }
        let form_of = |id| store.get_cached(id).unwrap().form().unwrap().clone();
        let is_dormant = |id| form_of(id).is_dormant();
        assert!(ids[..10].iter().all(|id| is_dormant(*id)) && !is_dormant(ids[MAX_COMPILED + 19]));
        assert!(sharing[SHARED_HANDLES..].iter().all(|id| !is_dormant(*id)), "shared by many");
        // A form that is read is compiled, and stays so for a while.
        assert_eq!(form_of(ids[1]).title(), "Question 2");
        assert!(!is_dormant(ids[1]) && is_dormant(ids[2]));
        engine.submit(&client, ids[2], br#"{"name": "y"}"#).await.unwrap();
        let Outcome::Answered(answers) = engine.wait(&client, ids[0]).await.unwrap() else { panic!() };
        assert!(is_dormant(ids[0]), "the form was not read");
        assert_eq!(answers.to_json(), r#"{"name":"x","key":"hush"}"#);
        // Later it is dormant again.
        for number in 0..2 * MAX_COMPILED {
            engine.create(&client, Ask::form(form(number))).await.unwrap();
        }
        assert!(ids.iter().all(|id| is_dormant(*id)));
    }
}
