//! Answers that take time to check.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use askwell_engine::{Ask, CreateError, Limits, SubmitError};
use askwell_form::build::{file, form, text, url};
use askwell_form::{Constraint, Finding, Form, Problems, Validators};
use askwell_lifecycle::Status;
use askwell_testkit::scripted_resolver::ScriptedResolver;

use crate::support::{GOOD, World};

fn links(fields: usize) -> Form {
    let form = form("links", "Links");
    (0..fields).fold(form, |form, number| form.field(url(&format!("link{number}"), "Link"))).build().unwrap()
}

async fn problems(world: &World, form: Form, json: &str) -> Problems {
    let asked = world.ask_with(Ask::form(form)).await.id;
    let refused = world.engine.submit(&world.client, asked, json.as_bytes()).await.unwrap_err();
    assert_eq!(world.status(asked).await, Status::Active, "it can be answered again");
    let SubmitError::Invalid { problems, .. } = refused else { panic!("{refused:?}") };
    problems
}

fn resolver() -> ScriptedResolver {
    ScriptedResolver::new()
        .name("public.example.com", ["93.184.216.34", "2606:2800:220:1::1"])
        .name("private.example.com", ["10.0.0.1"])
        .name("mixed.example.com", ["93.184.216.34", "192.168.0.1"])
        .name("metadata.example.com", ["169.254.169.254"])
        .name("loop.example.com", ["::1"])
        .fails("unknown.example.com")
        .silent("silent.example.com")
}

#[tokio::test]
async fn host_with_a_private_address_is_a_problem_of_its_field() {
    let world = World::with(|builder| builder.resolver(resolver()));
    for (name, constraint) in [
        ("private", Constraint::BlockPrivateIps),
        ("mixed", Constraint::BlockPrivateIps),
        ("metadata", Constraint::BlockPrivateIps),
        ("loop", Constraint::BlockLocalhost),
    ] {
        let json =
            format!(r#"{{"link0": "https://public.example.com/", "link1": "https://{name}.example.com/x"}}"#);
        let found = problems(&world, links(2), &json).await;
        let found: Vec<_> = found.iter().map(|problem| (&*problem.field, problem.constraint)).collect();
        assert_eq!(found, [("link1", constraint)], "{name}");
    }
    let asked = world.ask_with(Ask::form(links(1))).await.id;
    let json = br#"{"link0": "https://public.example.com/"}"#;
    world.engine.submit(&world.client, asked, json).await.unwrap();
}

#[tokio::test]
async fn host_without_an_address_is_accepted_unless_it_must_resolve() {
    let lenient = World::with(|builder| builder.resolver(resolver()));
    let strict = World::with(|builder| builder.resolver(resolver()).urls_must_resolve(true));
    let must = form("must", "Must").field(url("link0", "Link").must_resolve()).build().unwrap();
    for name in ["unknown", "not-in-the-table"] {
        let json = format!(r#"{{"link0": "https://{name}.example.com/"}}"#);
        let asked = lenient.ask_with(Ask::form(links(1))).await.id;
        lenient.engine.submit(&lenient.client, asked, json.as_bytes()).await.unwrap();
        for (world, form) in [(&lenient, must.clone()), (&strict, links(1)), (&strict, must.clone())] {
            let found = problems(world, form, &json).await;
            let found: Vec<_> = found.iter().map(|problem| problem.constraint).collect();
            assert_eq!(found, [Constraint::MustResolve], "{name}");
        }
    }
    let asked = strict.ask_with(Ask::form(must)).await.id;
    let json = br#"{"link0": "https://public.example.com/"}"#;
    strict.engine.submit(&strict.client, asked, json).await.unwrap();
}

#[tokio::test]
async fn file_at_a_web_address_is_checked_like_a_url_field() {
    let lenient = World::with(|builder| builder.resolver(resolver()));
    let strict = World::with(|builder| builder.resolver(resolver()).urls_must_resolve(true));
    let form = || form("files", "Files").field(file("log", "Log")).build().unwrap();
    let json = |name: &str| {
        format!(
            r#"{{"log": {{"filename": "a.txt", "content_type": "text/plain", "size": 5,
                "content": {{"type": "url", "location": "https://{name}.example.com/a"}}}}}}"#
        )
    };
    for name in ["private", "mixed", "metadata", "loop"] {
        let found = problems(&lenient, form(), &json(name)).await;
        let found: Vec<_> = found.iter().map(|problem| (problem.constraint, &*problem.message)).collect();
        let sentence = "Log refers to a web address that is not allowed.";
        assert_eq!(found, [(Constraint::Content, sentence)], "{name}");
    }
    for name in ["public", "unknown"] {
        let asked = lenient.ask_with(Ask::form(form())).await.id;
        lenient.engine.submit(&lenient.client, asked, json(name).as_bytes()).await.unwrap();
    }
    assert_eq!(problems(&strict, form(), &json("unknown")).await.len(), 1);
}

#[tokio::test]
async fn check_url_reports_problems_before_a_submission() {
    let world = World::with(|builder| builder.resolver(resolver()));
    let form = links(1);
    let field = form.field("link0").unwrap();
    for (address, refused_by) in [
        ("https://public.example.com/", None),
        ("https://private.example.com/", Some(Constraint::BlockPrivateIps)),
        ("https://127.0.0.1/", Some(Constraint::BlockLocalhost)),
        ("http://public.example.com/", Some(Constraint::AllowedSchemes)),
        ("nonsense", Some(Constraint::Format)),
    ] {
        let said = world.engine.check_url(field, address).await.err();
        let constraint = said.and_then(|problems| problems.iter().next().map(|problem| problem.constraint));
        assert_eq!(constraint, refused_by, "{address}");
    }
}

#[tokio::test(start_paused = true)]
async fn resolver_that_never_answers_times_out() {
    let world = World::with(|builder| builder.resolver(resolver()));
    let silent: Vec<_> =
        (0..20).map(|number| format!(r#""link{number}": "https://silent.example.com/{number}""#)).collect();
    let json = format!("{{{}}}", silent.join(","));
    let asked = world.ask_with(Ask::form(links(20))).await.id;
    let started = tokio::time::Instant::now();
    world.engine.submit(&world.client, asked, json.as_bytes()).await.unwrap();
    let took = started.elapsed();
    assert!((Duration::from_secs(1)..Duration::from_secs(3)).contains(&took), "{took:?}");

    let world = World::with(|builder| builder.resolver(resolver()).urls_must_resolve(true));
    let started = tokio::time::Instant::now();
    let found = problems(&world, links(20), &json).await;
    assert_eq!(found.len(), 20);
    assert!(found.iter().all(|problem| problem.constraint == Constraint::MustResolve));
    let took = started.elapsed();
    assert!((Duration::from_secs(9)..Duration::from_secs(12)).contains(&took), "{took:?}");
}

fn checked_by(names: &[&str]) -> Form {
    form("checked", "Checked").field(text("name", "Name")).validators(names.iter().copied()).build().unwrap()
}

#[tokio::test]
async fn validator_problems_and_panics_do_not_stop_the_engine() {
    let validators = Validators::new()
        .register("objects", |_| vec![Finding::in_field("name", "This name is taken.")])
        .register("panics", |_| panic!("on purpose"));
    let world = World::with(|builder| builder.validators(validators));
    let found = problems(&world, checked_by(&["objects"]), r#"{"name": "x"}"#).await;
    assert_eq!(found.to_string(), "This name is taken.");
    // A validator's own mistake is not counted as one of the person's.
    let asked = world.ask_with(Ask::form(checked_by(&["panics"]))).await.id;
    let refused = world.engine.submit(&world.client, asked, br#"{"name": "x"}"#).await.unwrap_err();
    assert_eq!((&refused, refused.retry_allowed()), (&SubmitError::Unchecked, true));
    assert_eq!(world.status(asked).await, Status::Pending);

    let unknown = world.engine.create(&world.client, Ask::form(checked_by(&["objects", "no_such"]))).await;
    let CreateError::Validators(unknown) = unknown.unwrap_err() else { panic!("another error") };
    assert_eq!(unknown.names, ["no_such"]);
}

#[tokio::test]
async fn validator_that_never_returns_times_out() {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let validators = Validators::new().register("slow", move |_| {
        while !stopped.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        Vec::new()
    });
    let world = World::with(|builder| builder.validators(validators));
    let asked = world.ask_with(Ask::form(checked_by(&["slow"]))).await.id;
    // A paused clock does not move by itself while a blocking task runs, so it is moved here.
    tokio::time::pause();
    let submit = world.engine.submit(&world.client, asked, br#"{"name": "x"}"#);
    let time_passes = async {
        for _ in 0..3 {
            tokio::task::yield_now().await;
            tokio::time::advance(Duration::from_secs(5)).await;
        }
    };
    let (refused, ()) = tokio::join!(submit, time_passes);
    stop.store(true, Ordering::Relaxed);
    let refused = refused.unwrap_err();
    assert_eq!((&refused, refused.retry_allowed()), (&SubmitError::Unchecked, true));
}

#[tokio::test]
async fn hanging_validators_leave_blocking_threads_free() {
    let release = Arc::new(AtomicBool::new(false));
    let running = Arc::new(AtomicUsize::new(0));
    let (released, counted) = (Arc::clone(&release), Arc::clone(&running));
    let validators = Validators::new().register("hangs", move |_| {
        counted.fetch_add(1, Ordering::SeqCst);
        while !released.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        Vec::new()
    });
    let limits = Limits { validators_at_once: 2, ..Limits::none() };
    let world = World::with(|builder| builder.validators(validators).limits(limits));
    let mut submits = Vec::new();
    for _ in 0..6 {
        let asked = world.ask_with(Ask::form(checked_by(&["hangs"]))).await.id;
        let (engine, client) = (world.engine.clone(), world.client.clone());
        let submit = async move { engine.submit(&client, asked, br#"{"name": "x"}"#).await };
        submits.push(tokio::spawn(submit));
    }
    while running.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    // A paused clock does not move by itself while a blocking task runs, so it is moved here.
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(11)).await;
    for submit in submits {
        assert_eq!(submit.await.unwrap().unwrap_err(), SubmitError::Unchecked);
    }
    assert_eq!(running.load(Ordering::SeqCst), 2, "no more than there are places");
    tokio::time::resume();
    // What needs no validator is not held up, and places that are free again are used again.
    let plain = world.ask().await.id;
    world.engine.submit(&world.client, plain, GOOD).await.unwrap();
    release.store(true, Ordering::Relaxed);
    let asked = world.ask_with(Ask::form(checked_by(&["hangs"]))).await.id;
    world.engine.submit(&world.client, asked, br#"{"name": "x"}"#).await.unwrap();
    assert_eq!(running.load(Ordering::SeqCst), 3);
}
