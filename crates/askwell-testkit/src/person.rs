//! A simulated person who answers elicitations.
//!
//! The questions come from the elicitation; the answers from [`answers`] and [`violations`]. A
//! person who times out or leaves just stops: the test lets the time pass.

use std::sync::Arc;

use askwell_engine::{CallError, Engine, SubmitError};
use askwell_form::Form;
use askwell_lifecycle::{Actor, CancelReason, Elicitation, ElicitationId, Question, Surface};

use crate::{answers, violations};

/// How a person behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scenario {
    /// Answers correctly.
    AnswersAtOnce,
    /// Makes a mistake, then answers correctly.
    ErrsThenCorrects,
    /// Makes mistakes until the elicitation is closed.
    ErrsUntilOut,
    /// Opens the elicitation and never returns.
    TimesOut,
    /// Opens the elicitation in the asking client, which then disconnects.
    Vanishes,
    /// Asks for more time, then answers correctly.
    ExtendsThenAnswers,
    /// Declines.
    Declines,
    /// Cancels.
    Cancels,
}

impl Scenario {
    /// All behaviours.
    pub const ALL: [Scenario; 8] = [
        Scenario::AnswersAtOnce,
        Scenario::ErrsThenCorrects,
        Scenario::ErrsUntilOut,
        Scenario::TimesOut,
        Scenario::Vanishes,
        Scenario::ExtendsThenAnswers,
        Scenario::Declines,
        Scenario::Cancels,
    ];
}

/// A person who attends to elicitations.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// use askwell_engine::{Ask, Engine};
/// use askwell_lifecycle::{Actor, Status, Surface};
/// use askwell_testkit::forms;
/// use askwell_testkit::person::{Person, Scenario};
///
/// let engine = Engine::builder().start();
/// let client = Actor::client("tests", Surface::Library);
/// let asked = engine.create(&client, Ask::form(forms::minimal())).await.unwrap();
/// let person = Person::new(engine.clone(), Scenario::ErrsThenCorrects);
/// assert_eq!(person.attend(asked.id).await.unwrap().status(), Status::Completed);
/// # }
/// ```
///
/// URL fields are answered with public names, which the engine has to resolve: give it a
/// [`ScriptedResolver`](crate::scripted_resolver::ScriptedResolver).
#[derive(Debug, Clone)]
pub struct Person {
    engine: Engine,
    scenario: Scenario,
    actor: Actor,
}

impl Person {
    /// Creates a person on a hosted page.
    #[must_use]
    pub fn new(engine: Engine, scenario: Scenario) -> Self {
        let actor = Actor::operator(Surface::Web).with_person("a simulated person");
        Person { engine, scenario, actor }
    }

    /// Returns the same person with another name or surface.
    #[must_use]
    pub fn acting_as(mut self, actor: Actor) -> Self {
        self.actor = actor;
        self
    }

    /// Behaves as configured and returns the elicitation: closed, or open if its timeout has to
    /// close it.
    ///
    /// # Errors
    /// When the engine refuses what the person does, other than mistakes made on purpose.
    ///
    /// # Panics
    /// When no valid answer is known, see [`answers::valid_answer`].
    pub async fn attend(&self, id: ElicitationId) -> Result<Arc<Elicitation>, SubmitError> {
        let (engine, actor) = (&self.engine, &self.actor);
        let asked = engine.open(actor, id).await?;
        match self.scenario {
            Scenario::AnswersAtOnce => self.answer(&asked).await,
            Scenario::ErrsThenCorrects => {
                self.err(&asked).await?;
                self.answer(&asked).await
            }
            Scenario::ErrsUntilOut => {
                while self.err(&asked).await? {}
                Ok(engine.status(actor, id).await?)
            }
            Scenario::TimesOut => Ok(asked),
            Scenario::Vanishes => {
                drop(engine.lease_presence(asked.client.clone()));
                Ok(asked)
            }
            Scenario::ExtendsThenAnswers => {
                engine.extend(actor, id, None).await?;
                self.answer(&asked).await
            }
            Scenario::Declines => Ok(engine.decline(actor, id).await?),
            Scenario::Cancels => Ok(engine.cancel(actor, id, CancelReason::UserCancelled).await?),
        }
    }

    async fn answer(&self, asked: &Elicitation) -> Result<Arc<Elicitation>, SubmitError> {
        let accepted = self.engine.submit(&self.actor, asked.id, &right_answer(&asked.question)).await?;
        Ok(accepted.elicitation)
    }

    /// Makes a mistake. Returns whether another one is possible.
    async fn err(&self, asked: &Elicitation) -> Result<bool, SubmitError> {
        match self.engine.submit(&self.actor, asked.id, &wrong_answer(&asked.question)).await {
            Err(mistake @ SubmitError::Invalid { .. }) => Ok(mistake.retry_allowed()),
            Err(other) => Err(other),
            // Unheard of: a mistake was taken for an answer, and there is nothing left to correct.
            Ok(_) => Err(SubmitError::Call(CallError::NotFound)),
        }
    }
}

fn right_answer(question: &Question) -> Vec<u8> {
    match question {
        Question::Form(form) => answers::valid_answer(form).to_string().into_bytes(),
        Question::Page { .. } => br#"{"done": true}"#.to_vec(),
    }
}

fn wrong_answer(question: &Question) -> Vec<u8> {
    match question {
        Question::Form(form) => some_mistake(form),
        Question::Page { .. } => b"this is not JSON".to_vec(),
    }
}

/// Leaves out a required field; if none is required, adds an unknown one.
fn some_mistake(form: &Form) -> Vec<u8> {
    let mistakes = [violations::ViolationKind::MissingRequired, violations::ViolationKind::UnknownKey];
    let wrong = mistakes.into_iter().find_map(|mistake| violations::invalid_answer(form, mistake));
    wrong.map_or_else(|| b"[]".to_vec(), |wrong| wrong.to_string().into_bytes())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_engine::{Ask, Engine, Limits};
    use askwell_form::url_guard::UrlPolicy;
    use askwell_lifecycle::{Actor, Status, Surface};

    use super::{Person, Scenario};
    use crate::clock::ManualClock;
    use crate::forms;
    use crate::scripted_resolver::ScriptedResolver;

    #[tokio::test]
    async fn each_behaviour_ends_as_described() {
        let clock = ManualClock::new();
        let grace = Duration::from_secs(10);
        let builder = Engine::builder().clock(clock.clone()).limits(Limits::none()).grace(grace);
        let engine = builder.resolver(ScriptedResolver::new()).start();
        let client = Actor::client("tests", Surface::Library);
        for scenario in Scenario::ALL {
            let page = Ask::page("https://example.com/", "Over there", &UrlPolicy::default()).unwrap();
            for ask in [Ask::form(forms::minimal()), page, Ask::prompt("Why?").unwrap()] {
                let vanishes = scenario == Scenario::Vanishes;
                let ask = if vanishes { ask.client_only() } else { ask };
                let asked = engine.create(&client, ask).await.unwrap();
                let person = Person::new(engine.clone(), scenario);
                let (at_once, in_the_end) = match scenario {
                    Scenario::AnswersAtOnce | Scenario::ErrsThenCorrects | Scenario::ExtendsThenAnswers => {
                        (Status::Completed, Status::Completed)
                    }
                    Scenario::ErrsUntilOut | Scenario::Cancels => (Status::Cancelled, Status::Cancelled),
                    Scenario::Declines => (Status::Declined, Status::Declined),
                    Scenario::TimesOut => (Status::Active, Status::Timeout),
                    Scenario::Vanishes => (Status::Active, Status::Cancelled),
                };
                assert_eq!(person.attend(asked.id).await.unwrap().status(), at_once, "{scenario:?}");
                clock.advance_and_settle(if vanishes { grace } else { 60 * grace }).await;
                let status = engine.status(&client, asked.id).await.unwrap().status();
                assert_eq!(status, in_the_end, "{scenario:?}");
            }
        }
    }
}
