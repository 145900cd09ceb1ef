//! Quorums on disk: votes survive a restart, and races have one outcome.

use std::sync::Arc;

use askwell_engine::store::{ChangeLog as _, ElicitationStore as _, Op};
use askwell_engine::{Engine, Limits};
use askwell_form::build::{decision, form};
use askwell_lifecycle::{Audience, Elicitation, Event, OnRejection, Quorum, Status};
use askwell_testkit::quorum_races::race_votes;
use serde_json::json;
use tempfile::TempDir;

use crate::helpers::{at, created, moved, open, put};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn racing_votes_have_one_outcome_each() {
    let folder = TempDir::new().unwrap();
    let engine = Engine::builder().store(open(folder.path())).limits(Limits::none()).start();
    race_votes(&engine, 1_000).await;
}

#[tokio::test]
async fn votes_survive_a_restart() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    let quorum =
        Quorum { approvals: 2, on_rejection: OnRejection::Continue, requester: Some(Arc::from("owner")) };
    let deploy = form("deploy", "Deploy?").decision(decision()).build().unwrap();
    let (made, op) = created(&deploy, None);
    let made = Arc::new(Elicitation { quorum: Some(quorum), audience: group(), ..Elicitation::clone(&made) });
    let Op::Create { quota, changes, .. } = op else { panic!("not a create") };
    let op = Op::Create { elicitation: Arc::clone(&made), key: None, quota, changes };
    let made = put(&store, (made, op)).await;
    let vote = |name: &str, approved: bool| Event::Vote {
        by: Some(Arc::from(name)),
        answers: deploy.check(&json!({"approved": approved, "comment": name})).unwrap(),
        metadata: None,
    };
    let once = put(&store, moved(&made, vote("grace", false), at(5))).await;
    let twice = put(&store, moved(&once, vote("ada", true), at(6))).await;
    drop(store);
    let store = open(folder.path());
    let found = store.get(made.id).await.unwrap().unwrap();
    assert_eq!((&found.votes, &found.quorum), (&twice.votes, &made.quorum));
    assert_eq!((found.votes.len(), found.approvals()), (2, 1));
    let closed = put(&store, moved(&found, vote("grace", true), at(7))).await;
    assert_eq!(closed.status(), Status::Completed);
    drop(store);
    let store = open(folder.path());
    assert_eq!(store.get(made.id).await.unwrap().unwrap().votes, closed.votes);
    let names: Vec<_> =
        store.history(made.id, 100).await.unwrap().iter().map(|one| one.effect.name()).collect();
    assert_eq!(names, ["created", "voted", "voted", "voted", "complete"]);
}

fn group() -> Audience {
    Audience::Group(Arc::from("ops"))
}
