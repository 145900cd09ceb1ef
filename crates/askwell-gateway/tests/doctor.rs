//! The doctor examines servers of every kind, and never hangs.

use std::time::{Duration, Instant};

use askwell_gateway::doctor::{DoctorLimits, ServerReport, examine, find_client, list_tools};
use askwell_gateway::quirks::QuirksTable;
use askwell_mcp::client::{Command, Target};
use askwell_mcp::transport::memory;
use askwell_mcp::wire::Era;
use askwell_mcp::{Call, Server, Tool, ToolResult};

fn server() -> Server {
    Server::builder("files", "1.2.3")
        .tool(Tool::new("delete", "Deletes a file after it asks the user."), async |_: Call| {
            Ok(ToolResult::text("done"))
        })
        .tool(Tool::new("read", "Reads a file."), async |_: Call| Ok(ToolResult::text("done")))
        .build()
}

fn connection(server: &Server) -> Target {
    let (ours, theirs) = memory::pair();
    let server = server.clone();
    tokio::spawn(async move { server.serve_for(theirs, "local").await });
    ours.into()
}

fn quick() -> DoctorLimits {
    DoctorLimits {
        start: Duration::from_millis(700),
        list: Duration::from_millis(700),
        end: Duration::from_millis(700),
    }
}

async fn examine_program(program: &str, arguments: &[&str]) -> ServerReport {
    let command = Command::new(program).arguments(arguments.iter().copied());
    let started = Instant::now();
    let report = examine(program, || Ok(command.clone().into()), None, quick()).await;
    assert!(started.elapsed() < Duration::from_secs(30), "{program}");
    report
}

#[tokio::test]
async fn healthy_server_is_described() {
    let server = server();
    let report = examine("files", || Ok(connection(&server)), None, DoctorLimits::default()).await;
    assert_eq!(report.problems, Vec::<String>::new());
    assert!(report.speaks(Era::Legacy) && report.speaks(Era::Modern));
    let revisions: Vec<_> = report.eras.iter().map(|era| era.revision.as_deref().unwrap()).collect();
    assert_eq!(revisions, ["2026-07-28", "2025-11-25"]);
    assert_eq!(report.eras[0].server.as_deref(), Some("files 1.2.3"));
    assert!(report.eras[0].capabilities.contains(&"tools".to_owned()));
    let tools: Vec<_> = report.tools.iter().map(|tool| (tool.name.as_str(), tool.may_ask)).collect();
    assert_eq!(tools, [("delete", true), ("read", false)]);
    assert_eq!(report.clients.len(), 5);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["eras"][0]["era"], "modern");
    assert_eq!(json["tools"][0]["mayAsk"], true);
}

#[tokio::test]
async fn named_client_gets_its_own_outlook() {
    let server = server();
    let client = find_client(&QuirksTable::default(), "codex-mcp-client", "0.166.0").unwrap();
    let report = examine("files", || Ok(connection(&server)), Some(client), DoctorLimits::default()).await;
    assert_eq!(report.clients.len(), 1);
    assert_eq!(report.clients[0].client, "Codex");
    assert!(report.clients[0].notes.iter().any(|note| note.contains("asks on the page")));
}

#[tokio::test]
async fn program_that_does_not_exist_is_a_clear_error() {
    let report = examine_program("askwell-no-such-program", &[]).await;
    assert!(!report.is_healthy());
    let problem = &report.problems[0];
    assert!(problem.contains("cannot start `askwell-no-such-program`"), "{problem}");
    assert!(problem.contains("is the program installed and in PATH?"), "{problem}");
    assert_eq!(report.clients[0].with, "The server cannot be reached.");
}

#[cfg(unix)]
#[tokio::test]
async fn programs_that_are_no_servers_do_not_hang_the_doctor() {
    for (program, arguments, expected) in [
        ("true", &[][..], "the program ended before it answered"),
        ("sleep", &["600"], "no answer within"),
        ("sh", &["-c", "echo not json; sleep 600"], "no answer within"),
        ("sh", &["-c", "yes"], ""),
    ] {
        let report = examine_program(program, arguments).await;
        assert!(!report.is_healthy(), "{program}");
        assert!(report.problems[0].starts_with("no connection: "), "{:?}", report.problems);
        assert!(report.problems[0].contains(expected), "{program}: {:?}", report.problems);
    }
}

#[tokio::test]
async fn tools_are_listed_for_a_dry_run() {
    let server = server();
    let tools = list_tools(connection(&server), Duration::from_secs(5)).await.unwrap();
    assert_eq!(tools.len(), 2);
    let missing = Command::new("askwell-no-such-program");
    assert!(list_tools(missing.into(), Duration::from_secs(5)).await.unwrap_err().contains("cannot start"));
}
