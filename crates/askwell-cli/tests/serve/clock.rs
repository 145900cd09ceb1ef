//! The machine's clock is set while the service runs. The wall clock of a child's C library is
//! replaced (`data/clock.c`); everything else is as for users.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{GENEROUS, Server, data_in, name_form, program};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// A wall clock that can be set.
pub(crate) struct Clock {
    moved: PathBuf,
    library: PathBuf,
}

impl Clock {
    pub(crate) fn new(folder: &Path) -> Clock {
        let (source, library) = (folder.join("clock.c"), folder.join("clock.so"));
        fs::write(&source, include_str!("data/clock.c")).unwrap();
        // A machine that built SQLite has a compiler.
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
        let built = Command::new(compiler)
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library, &source])
            .arg("-ldl")
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let clock = Clock { moved: folder.join("moved"), library };
        fs::write(&clock.moved, 0_i64.to_ne_bytes()).unwrap();
        clock
    }

    /// From now on it is so many seconds later than it is, or earlier.
    pub(crate) fn set(&self, seconds: i64) {
        let mut file = OpenOptions::new().write(true).open(&self.moved).unwrap();
        file.write_all(&seconds.to_ne_bytes()).unwrap();
    }

    /// Gives the clock to a process.
    pub(crate) fn give_to(&self, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("WALL_CLOCK", &self.moved);
    }

    fn serve(&self, folder: &Path, data: &Path) -> Server {
        let mut command = program(folder);
        self.give_to(&mut command);
        Server::from(command, &[&["--data", data.to_str().unwrap()], &GENEROUS[..]].concat())
    }
}

fn ask(server: &Server, timeout: i64) -> String {
    let params = json!({"formDefinition": name_form(), "timeout": timeout * 1000});
    server.call("elicitation/create", params).unwrap()["elicitationId"].as_str().unwrap().to_owned()
}

/// Waits for the outcome. No test is as patient as the deadlines are.
fn outcome(server: &Server, id: &str) -> Value {
    server.call("elicitation/wait", json!({"elicitationId": id, "timeoutMs": 60_000})).unwrap()["status"]
        .clone()
}

fn status(server: &Server, id: &str) -> Value {
    server.call("elicitation/status", json!({"elicitationId": id})).unwrap()["status"].clone()
}

fn answer(server: &Server, id: &str) {
    let params = json!({"elicitationId": id, "responses": {"name": "x"}});
    server.call("elicitation/submit", params).unwrap();
}

#[test]
fn clock_jump_ends_only_expired_elicitations() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let clock = Clock::new(folder.path());
    let server = clock.serve(folder.path(), &data);
    let mut events = server.events("/events");
    let (short, long, answered) = (ask(&server, 10 * MINUTE), ask(&server, HOUR), ask(&server, HOUR));
    answer(&server, &answered);

    // Forward: elicitations that have expired by the new time end, and waits return.
    clock.set(20 * MINUTE);
    assert_eq!(outcome(&server, &short), "timeout");
    assert_eq!((status(&server, &long), status(&server, &answered)), (json!("pending"), json!("completed")));

    // Back, to before anything was created: nothing is reopened, nothing is lost, and new
    // elicitations work.
    clock.set(-2 * HOUR);
    let early = ask(&server, 10 * MINUTE);
    let late = ask(&server, 30 * MINUTE);
    assert_eq!((status(&server, &short), status(&server, &long)), (json!("timeout"), json!("pending")));
    answer(&server, &long);
    assert_eq!(outcome(&server, &long), "completed");

    // A restart in between changes nothing about that.
    let seen: Vec<u64> = (0..8).map(|_| events.next().unwrap().id).collect();
    assert!(seen.is_sorted_by(|one, next| one < next), "{seen:?}");
    drop(events);
    assert!(server.stop().0.success());
    let server = clock.serve(folder.path(), &data);
    assert_eq!((status(&server, &early), status(&server, &late)), (json!("pending"), json!("pending")));

    // Forward a little: what was asked by the early clock ends by it.
    clock.set(-2 * HOUR + 15 * MINUTE);
    assert_eq!(outcome(&server, &early), "timeout");
    assert_eq!(status(&server, &late), "pending");
    answer(&server, &late);
    let listed = server.call("elicitation/list", json!({})).unwrap();
    assert_eq!(listed["elicitations"].as_array().unwrap().len(), 5, "{listed}");
    assert!(server.stop().0.success());
}

const YEAR: i64 = 365 * 24 * HOUR;

fn whole(server: &Server, id: &str) -> Value {
    server.call("elicitation/status", json!({"elicitationId": id})).unwrap()
}

#[test]
fn clock_set_back_closes_nothing_before_it_was_asked() {
    let folder = TempDir::new().unwrap();
    let clock = Clock::new(folder.path());
    let server = clock.serve(folder.path(), &data_in(&folder));
    let asked = ask(&server, HOUR);
    clock.set(-2 * HOUR);
    answer(&server, &asked);
    let closed = whole(&server, &asked);
    assert!(closed["closedAt"].as_u64().unwrap() >= closed["createdAt"].as_u64().unwrap(), "{closed}");
    let history = server.call("elicitation/history", json!({"elicitationId": asked})).unwrap();
    let times: Vec<u64> =
        history["history"].as_array().unwrap().iter().map(|entry| entry["at"].as_u64().unwrap()).collect();
    assert!(times.is_sorted(), "{history}");
}

#[test]
fn clock_set_forward_by_a_year_purges_nothing_at_once() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let clock = Clock::new(folder.path());
    let server = clock.serve(folder.path(), &data);
    let closed: Vec<String> = (0..3).map(|_| ask(&server, HOUR)).collect();
    closed.iter().for_each(|id| answer(&server, id));
    let kept = |server: &Server| {
        // The driver purges after it has fired what is due: when it fires the second one, it has purged after the first.
        for _ in 0..2 {
            let due = ask(server, 1);
            assert_eq!(outcome(server, &due), "timeout");
        }
        closed.iter().all(|id| status(server, id) == "completed")
    };
    clock.set(YEAR);
    assert!(kept(&server));
    // Nor when it was set while the service did not run.
    assert!(server.stop().0.success());
    clock.set(2 * YEAR);
    let server = clock.serve(folder.path(), &data);
    assert!(kept(&server));
    // A clock that is set right again changes nothing about that.
    clock.set(0);
    assert!(kept(&server));
    assert!(server.stop().0.success());
}
