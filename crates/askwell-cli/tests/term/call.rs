//! `askwell call` on a real terminal: elicitations are asked in the wizard, pages need consent, and
//! every interruption restores the terminal and ends the server.

use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::pty::{Tty, askwell, assert_harmless, hang_up_after, shell};

const SIZE: (u16, u16) = (80, 24);

/// The asking server as it is shown; this terminal omits the replaced escape in its name.
const ASKED_BY: &str = "Asked by shell[2J (sh server.sh).";

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("server.sh"), include_str!("../servers/asking.sh")).unwrap();
    folder
}

fn call(folder: &TempDir, arguments: &[&str]) -> Tty {
    Tty::start(askwell(folder.path(), &[&["call", "sh server.sh"], arguments].concat()), SIZE)
}

#[test]
fn elicitations_are_asked_one_after_the_other() {
    let folder = folder();
    let mut tty = call(&folder, &["both"]);
    tty.wait_for("Which project?");
    tty.wait_for(ASKED_BY);
    tty.wait_for("1 of 2");
    tty.keys("h\r");
    tty.wait_for("must have at least 2 characters");
    tty.keys("arbour\r");
    tty.wait_for("2 of 2");
    tty.keys("\x1b[B\r");
    tty.wait_for("Review");
    tty.keys("\r");
    tty.wait_for("Anything [31mred?");
    tty.keys("hello\r");
    let result = r#"{"action":"accept","content":{"project":"harbour","size":"large"}}"#;
    tty.wait_until("the result", |screen| {
        screen.contents().replace('\n', "").contains(result) && !screen.alternate_screen()
    });
    let raw = String::from_utf8_lossy(&tty.raw()).into_owned();
    assert!(raw.contains("[31mred\u{fffd}?") && !raw.contains("\u{1b}[31mred"), "{raw:?}");
    assert!(raw.contains("shell\u{fffd}[2J"), "{raw:?}");
    assert_eq!(tty.finish().0.exit_code(), 0);
}

/// Escape sequences, C1 controls, turned and hidden text and a megabyte, in everything that a server can say.
#[test]
fn hostile_text_never_hides_the_asking_server() {
    for (arguments, steps) in [
        (&["hostile"][..], [("1 of 2", "\x1b[B\r"), ("2 of 2", "\x1b[B\r"), ("Review", "\r")]),
        (
            &["hostile", "--plain"],
            [("Question 1 of 2", "\r"), ("Question 2 of 2", "?\r1\r"), ("Review", "y\r")],
        ),
    ] {
        let folder = folder();
        // A tall terminal, on which the whole conversation in lines can be seen.
        let command = askwell(folder.path(), &[&["call", "sh server.sh"], arguments].concat());
        let mut tty = Tty::start(command, (200, 200));
        tty.wait_for(ASKED_BY);
        for (ready, keys) in steps {
            tty.wait_for(ready);
            tty.keys(keys);
        }
        tty.wait_for(r#"{"action":"accept""#);
        let raw = String::from_utf8_lossy(&tty.raw()).into_owned();
        for harm in ["\u{1b}]", "\u{7}", "\u{9b}", "\u{202e}", "\u{200b}", "\u{2066}", "\u{feff}"] {
            assert!(!raw.contains(harm), "{arguments:?}: {harm:?} got through");
        }
        assert!(raw.len() < 200_000, "{arguments:?}: {} bytes", raw.len());
        assert_eq!(tty.finish().0.exit_code(), 0);
    }
}

/// Terminal escapes in error messages, names, results, progress and logs of a server are shown as `\u{fffd}`.
#[test]
fn escapes_of_a_server_never_reach_the_terminal() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("server.sh"), include_str!("../servers/hostile.sh")).unwrap();
    for (server, arguments, code) in [
        ("sh server.sh initialize", &["call"][..], 2),
        ("sh server.sh list", &["call"], 2),
        ("sh server.sh call", &["call"], 2),
        ("sh server.sh call", &["call", "--color", "always"], 2),
        ("sh server.sh", &["call"], 1),
        ("sh server.sh", &["call", "--json"], 1),
        ("sh server.sh", &["none"], 2),
        ("sh server.sh", &["--list"], 0),
        ("sh server.sh", &["--list", "--json"], 0),
        ("sh server.sh \u{1b}]52;c;x\u{7}", &["--list"], 0),
        ("http://127.0.0.1:9/\u{1b}]52;c;x\u{7}\u{9b}2J", &["--list"], 2),
        ("sh server.sh", &["--\u{1b}]52;c;x\u{7}\u{202e}"], 2),
    ] {
        let command = askwell(folder.path(), &[&["call", server], arguments].concat());
        let (status, raw) = Tty::start(command, (200, 50)).finish_raw();
        assert_eq!(status.exit_code(), code, "{server} {arguments:?}: {raw}");
        assert_harmless(&raw);
    }
}

#[test]
fn declining_and_cancelling_reach_the_server() {
    for (keys, action) in [("d\r", "decline"), ("c", "cancel")] {
        let folder = folder();
        let mut tty = call(&folder, &["register"]);
        tty.wait_for("F1 help");
        tty.keys("\x1b");
        tty.wait_for("Leave this form?");
        tty.keys(keys);
        let (status, screen) = tty.finish();
        assert_eq!(status.exit_code(), 0, "{screen}");
        assert!(screen.contains(&format!(r#"{{"action":"{action}"}}"#)), "{screen}");
    }
}

/// The whole address, the host by itself, and what is odd about it are seen before anything happens; a page is opened
/// for a yes alone.
#[test]
fn page_needs_consent() {
    let opener = "#!/bin/sh\nprintf '%s' \"$1\" > opened.part && mv opened.part opened\n";
    for (keys, action, opens) in
        [("y\r", Some("accept"), true), ("n\r", Some("decline"), false), ("\x03", None, false)]
    {
        let folder = folder();
        std::fs::write(folder.path().join("browser"), opener).unwrap();
        let made = std::process::Command::new("chmod").arg("+x").arg(folder.path().join("browser")).status();
        assert!(made.unwrap().success());
        let mut tty = call(&folder, &["connect", "--open-with", "./browser"]);
        tty.wait_for("Open this page?");
        for said in [
            ASKED_BY,
            "It says: “Sign in there.”",
            "Address: http://xn--pple-43d.example/sign-in?x=1",
            "Host: xn--pple-43d.example (reads as аpple.example)",
            "Warning: The page is not encrypted",
            "Warning: The host mixes letters of several alphabets",
        ] {
            tty.wait_for(said);
        }
        assert!(!folder.path().join("opened").exists());
        tty.wait_for("Answer:");
        tty.keys(keys);
        let (status, screen) = tty.finish();
        match action {
            Some(action) => {
                assert!(screen.contains(&format!(r#"{{"action":"{action}"}}"#)), "{screen}");
                assert_eq!(status.exit_code(), 0, "{screen}");
            }
            None => assert_eq!(status.signal(), Some("Interrupt"), "{screen}"),
        }
        if opens {
            let opened = read_when_there(&folder.path().join("opened"));
            assert_eq!(opened, "http://xn--pple-43d.example/sign-in?x=1");
        } else {
            assert!(!folder.path().join("opened").exists(), "{keys:?}");
        }
    }
}

#[test]
fn ctrl_c_during_a_question_ends_the_call_and_the_server() {
    for (arguments, ready) in
        [(&["register"][..], "F1 help"), (&["register", "--plain"], "Answer:"), (&["connect"], "Answer:")]
    {
        let folder = folder();
        let mut tty = call(&folder, arguments);
        tty.wait_for(ready);
        let server = child_of(tty.pid());
        tty.keys("\x03");
        let (status, screen) = tty.finish();
        assert_eq!(status.signal(), Some("Interrupt"), "{arguments:?}: {screen}");
        assert!(!screen.contains("action"), "nothing was answered, so there is no result: {screen}");
        assert!(has_ended(server), "{arguments:?}: the server is left behind");
    }
}

#[test]
fn ctrl_c_between_questions_ends_the_call_and_the_server() {
    for plain in [&[][..], &["--plain"]] {
        let folder = folder();
        let mut tty = call(&folder, &[&["pause"], plain].concat());
        tty.wait_for(if plain.is_empty() { "F1 help" } else { "Answer:" });
        let server = child_of(tty.pid());
        tty.keys("harbour\r");
        tty.wait_for("2 of 2");
        tty.keys("\r");
        tty.wait_for("Review");
        tty.keys(if plain.is_empty() { "\r" } else { "y\r" });
        read_when_there(&folder.path().join("silent.pid"));
        tty.wait_for("waiting for pause …");
        tty.keys("\x03");
        let (status, screen) = tty.finish();
        assert_eq!(status.signal(), Some("Interrupt"), "{plain:?}: {screen}");
        assert!(has_ended(server), "{plain:?}: the server is left behind");
    }
}

#[test]
fn other_signals_restore_the_terminal_and_end_the_server() {
    for (signal, name) in [("TERM", "Terminated"), ("HUP", "Hangup"), ("INT", "Interrupt")] {
        for arguments in [&["register"][..], &["register", "--plain"]] {
            let folder = folder();
            let tty = call(&folder, arguments);
            tty.wait_for("Which project?");
            let server = child_of(tty.pid());
            tty.signal(signal);
            let (status, screen) = tty.finish();
            assert_eq!(status.signal(), Some(name), "{arguments:?}: {screen}");
            assert!(has_ended(server), "{signal} {arguments:?}: the server is left behind");
        }
    }
}

#[test]
fn hang_up_ends_the_server() {
    let folder = folder();
    let server = "sh -c 'echo $$ > server.pid; exec sh server.sh'";
    let status = hang_up_after(askwell(folder.path(), &["call", server, "register"]), "Which project?");
    assert!(!status.success(), "{status:?}");
    let pid = read_when_there(&folder.path().join("server.pid")).trim().parse().unwrap();
    assert!(has_ended(pid), "the server is left behind");
}

/// A server that does not exit gets its time after a hang-up, even a repeated one; an interrupt
/// kills it.
#[test]
fn slow_server_is_awaited_until_a_second_interrupt() {
    for again in ["HUP", "INT"] {
        let folder = folder();
        let server = "sh -c 'trap \"touch told\" TERM; sh server.sh; touch ended; for turn in 1 2 3 4 5 6; do sleep 9; done'";
        let tty = Tty::start(askwell(folder.path(), &["call", server, "register"]), SIZE);
        tty.wait_for("Which project?");
        let server = child_of(tty.pid());
        tty.signal("HUP");
        // Its input has ended, so the signal has been heard.
        wait_for_file(&folder.path().join("ended"));
        tty.signal(again);
        let (status, screen) = tty.finish();
        let expected = if again == "HUP" { "Hangup" } else { "Interrupt" };
        assert_eq!(status.signal(), Some(expected), "{screen}");
        assert!(again == "INT" || folder.path().join("told").exists(), "it was asked to go");
        wait_for_end(server);
    }
}

/// A withdrawn question makes room for the next one, or for the result, and the terminal is
/// restored at the end.
#[test]
fn withdrawn_question_releases_the_screen_first() {
    for (arguments, ready, next, keys, result) in [
        ("fickle", "F1 help", "Anything", "hello\r", r#""note":"hello""#),
        ("fickle --plain", "Answer:", "Anything", "hello\r", r#""note":"hello""#),
        ("hasty", "F1 help", "", "", "never mind"),
        ("hasty --plain", "Answer:", "", "", "never mind"),
    ] {
        let folder = folder();
        let script = format!(
            "stty -a > before; $ASKWELL call 'sh server.sh' {arguments}; stty -a > after; cmp before after && echo SAME"
        );
        let mut tty = Tty::start(shell(folder.path(), &script), SIZE);
        tty.wait_for(ready);
        std::fs::write(folder.path().join("go"), "").unwrap();
        tty.wait_for(next);
        tty.wait_for(if keys.is_empty() { "" } else { ready });
        tty.keys(keys);
        tty.wait_for("SAME");
        let (_, screen) = tty.finish();
        assert!(screen.contains(result), "{arguments}: {screen}");
    }
}

#[test]
fn terminal_is_restored_and_stdout_holds_the_result() {
    let folder = folder();
    let script = "stty -a > before; $ASKWELL call 'sh server.sh' register > out; stty -a > after; \
                  cmp before after && echo SAME";
    let mut tty = Tty::start(shell(folder.path(), script), SIZE);
    tty.wait_for("F1 help");
    tty.keys("harbour\r");
    tty.wait_for("2 of 2");
    tty.keys("\r\r");
    tty.wait_for("SAME");
    tty.finish();
    let out = std::fs::read_to_string(folder.path().join("out")).unwrap();
    assert_eq!(out, "{\"action\":\"accept\",\"content\":{\"project\":\"harbour\",\"size\":\"small\"}}\n");
}

/// The file's text, once it is all there.
fn read_when_there(path: &Path) -> String {
    until(&format!("{} is written", path.display()), || {
        std::fs::read_to_string(path).ok().filter(|text| !text.is_empty())
    })
}

fn wait_for_file(path: &Path) {
    until(&format!("{} is there", path.display()), || path.exists().then_some(()));
}

fn wait_for_end(pid: u32) {
    until("the server is gone", || has_ended(pid).then_some(()));
}

/// Asks again and again, as nothing tells when another process has got that far.
fn until<T>(what: &str, ask: impl Fn() -> Option<T>) -> T {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(Instant::now() < deadline, "in vain: {what}");
        std::thread::yield_now();
    }
}

/// The process that this one has started.
fn child_of(pid: u32) -> u32 {
    let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    let children = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("children")).unwrap());
    let children: String = children.collect();
    children.split_whitespace().next().unwrap().parse().unwrap()
}

/// Returns whether a process has ended; a zombie counts as ended.
fn has_ended(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start().chars().next();
    matches!(state, None | Some('Z'))
}
