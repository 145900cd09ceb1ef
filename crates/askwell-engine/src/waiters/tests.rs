//! Waiters are removed, and learn the outcome in every order in which waiting, closing and joining can
//! interleave. A step is one critical section of the waiters or one access to the store, so these orders are all that
//! several threads can produce.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use askwell_form::build::{form, text};
use askwell_lifecycle::{
    Actor, Audience, Elicitation, ElicitationId, Event, Mode, NewElicitation, OnDisconnect, Policy, Question,
    Surface, Timestamp, create, transition,
};

use super::{Waiter, WaiterEvent, Waiters};
use crate::{Ask, Engine, Limits};

const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);

/// A step of a thread. The number names the call.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A call that asked registers.
    Register(usize),
    /// A call that joins registers, and supersedes the others.
    Join(usize),
    /// A call reads the store.
    Look(usize),
    /// A call waits.
    Wait(usize),
    /// The close is committed to the store.
    Commit,
    /// The waiters get the closed elicitation, as after a commit of this node.
    Close,
    /// All waiters are told to look, as after a commit of another node.
    WakeAll,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Learned {
    Closed,
    Superseded,
}

struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

struct WaitingCall<'w> {
    waiter: Option<Waiter<&'w Waiters>>,
    woken: Arc<Woken>,
    learned: Option<Learned>,
}

struct World<'w> {
    waiters: &'w Waiters,
    closed: Arc<Elicitation>,
    is_closed: bool,
    calls: [WaitingCall<'w>; 2],
}

impl<'w> World<'w> {
    fn new(waiters: &'w Waiters, closed: &Arc<Elicitation>) -> Self {
        let call =
            || WaitingCall { waiter: None, woken: Arc::new(Woken(AtomicBool::new(false))), learned: None };
        World { waiters, closed: Arc::clone(closed), is_closed: false, calls: [call(), call()] }
    }

    fn run(&mut self, step: Step) {
        let id = self.closed.id;
        match step {
            Step::Register(call) => self.calls[call].waiter = Some(Waiter::of_new_call(self.waiters, id)),
            Step::Join(call) => {
                self.calls[call].waiter = Waiter::of_joining_call(self.waiters, id, NOW, true);
            }
            Step::Look(call) if self.is_closed => self.calls[call].learned = Some(Learned::Closed),
            Step::Look(_) => {}
            Step::Wait(call) => self.wait(call),
            Step::Commit => self.is_closed = true,
            Step::Close => self.waiters.close(&self.closed),
            Step::WakeAll => self.waiters.wake_all(),
        }
    }

    /// Polls a waiting call until it has to wait.
    fn wait(&mut self, call: usize) {
        let is_closed = self.is_closed;
        let WaitingCall { waiter: Some(waiter), woken, learned: learned @ None } = &mut self.calls[call]
        else {
            return;
        };
        woken.0.store(false, Ordering::SeqCst);
        let waker = Waker::from(Arc::clone(woken));
        while learned.is_none() {
            let polled = pin!(waiter.next_event()).poll(&mut Context::from_waker(&waker));
            match polled {
                Poll::Pending => return,
                Poll::Ready(WaiterEvent::Closed(_)) => *learned = Some(Learned::Closed),
                Poll::Ready(WaiterEvent::Superseded) => *learned = Some(Learned::Superseded),
                Poll::Ready(WaiterEvent::Recheck) if is_closed => *learned = Some(Learned::Closed),
                Poll::Ready(WaiterEvent::Recheck) => {}
            }
        }
    }

    /// Polls the calls that were woken, until none is left, and returns what each has learned.
    fn settle(mut self) -> [Option<Learned>; 2] {
        while let Some(call) = (0..2).find(|call| self.calls[*call].woken.0.load(Ordering::SeqCst)) {
            self.calls[call].woken.0.store(false, Ordering::SeqCst);
            self.wait(call);
        }
        [self.calls[0].learned, self.calls[1].learned]
    }
}

fn closed() -> Arc<Elicitation> {
    let form = form("f", "F").field(text("a", "A")).build().unwrap();
    let draft = NewElicitation {
        id: ElicitationId::new(NOW, [7; 10]),
        client: "a".into(),
        mode: Mode::Form,
        question: Question::Form(form),
        message: None,
        audience: Audience::Anyone,
        quorum: None,
        terms: Policy::default().terms(Mode::Form, None).unwrap(),
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
    };
    Arc::new(transition(&create(draft, NOW).next, Event::decline(), NOW).unwrap().step.next)
}

/// Returns every order of the steps that keeps the order within each thread.
fn interleavings(threads: &[&[Step]]) -> Vec<Vec<Step>> {
    if threads.iter().all(|thread| thread.is_empty()) {
        return vec![Vec::new()];
    }
    let mut orders = Vec::new();
    for (number, thread) in threads.iter().enumerate() {
        let Some((first, rest)) = thread.split_first() else { continue };
        let mut others = threads.to_vec();
        others[number] = rest;
        for mut order in interleavings(&others) {
            order.insert(0, *first);
            orders.push(order);
        }
    }
    orders
}

/// Returns what the two calls have learned after each order.
fn outcomes(threads: &[&[Step]]) -> Vec<(Vec<Step>, [Option<Learned>; 2])> {
    let closed = closed();
    let run = |order: Vec<Step>| {
        let waiters = Waiters::default();
        let mut world = World::new(&waiters, &closed);
        order.iter().for_each(|step| world.run(*step));
        let learned = world.settle();
        assert!(waiters.waiting.lock().by_id.is_empty(), "a waiter stays after {order:?}");
        (order, learned)
    };
    interleavings(threads).into_iter().map(run).collect()
}

const CALL: [Step; 3] = [Step::Register(0), Step::Look(0), Step::Wait(0)];

#[test]
fn waiting_call_learns_the_outcome_in_every_order() {
    for close in [Step::Close, Step::WakeAll] {
        let all = outcomes(&[&CALL, &[Step::Commit, close]]);
        assert_eq!(all.len(), 10);
        for (order, learned) in all {
            assert_eq!(learned[0], Some(Learned::Closed), "{order:?}");
        }
    }
}

#[test]
fn joining_call_learns_the_outcome_in_every_order() {
    for close in [Step::Close, Step::WakeAll] {
        let joining = [Step::Join(1), Step::Look(1), Step::Wait(1)];
        let all = outcomes(&[&CALL, &joining, &[Step::Commit, close]]);
        assert_eq!(all.len(), 560);
        for (order, learned) in all {
            assert_eq!(learned[1], Some(Learned::Closed), "{order:?}");
            assert!(learned[0].is_some(), "the first call waits for ever: {order:?}");
        }
    }
}

/// The control of the tests above: with the steps in the wrong order, they find an outcome that nobody learns.
#[test]
fn call_that_looks_before_it_registers_can_miss_the_outcome() {
    let wrong = [Step::Look(0), Step::Register(0), Step::Wait(0)];
    let all = outcomes(&[&wrong, &[Step::Commit, Step::Close]]);
    assert!(all.iter().any(|(_, learned)| learned[0].is_none()));
}

#[tokio::test]
async fn finished_and_aborted_waiters_are_removed() {
    let engine = Engine::builder().limits(Limits::none()).start();
    let client = Actor::client("a", Surface::Library);
    let mut waiting = Vec::new();
    for number in 0..20 {
        let asked = engine.create(&client, Ask::prompt("Why?").unwrap()).await.unwrap().id;
        for _ in 0..3 {
            let (engine, client) = (engine.clone(), client.clone());
            waiting.push(tokio::spawn(async move { engine.wait(&client, asked).await }));
        }
        tokio::task::yield_now().await;
        if number % 2 == 0 {
            engine.decline(&client, asked).await.unwrap();
        }
    }
    let waiters = &engine.shared.waiters;
    assert!(waiters.waiting.lock().by_id.len() >= 10);
    for (number, waiter) in waiting.into_iter().enumerate() {
        if (number / 3) % 2 == 1 {
            waiter.abort();
        }
        let _ = waiter.await;
    }
    assert!(waiters.waiting.lock().by_id.is_empty());
}
