//! Servers that are child processes: started, called, and ended.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use askwell_mcp::client::{Client, Command, ConnectError, StderrMode};
use askwell_mcp::wire::Era;
use serde_json::json;

use super::scripted_server::builder;

/// A legacy server in a shell: says hello, answers one call with the arguments of the program, and leaves notes of
/// the process ids that have to be gone in the end.
const SERVER: &str = r#"
echo $$ >> "$NOTES"
sleep 600 & echo $! >> "$NOTES"
answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$1" "$2"; }
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\),.*/\1/p')
  case "$line" in
    *server/discover*) [ "$MOOD" = touchy ] && exit 3; echo "not a message"; printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\n' "$id" ;;
    *'"initialize"'*) answer "$id" '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"shell","version":"1"}}' ;;
    *tools/call*) answer "$id" '{"content":[{"type":"text","text":"'"$1 $MOOD $PWD"'"}]}' ;;
  esac
done
[ "$MOOD" = stubborn ] && { trap '' TERM; while :; do sleep 1; done; }
exit 0
"#;

async fn client(mood: &str, folder: &Path) -> Result<Client, ConnectError> {
    let command = Command::new("sh")
        .arguments(["-c", SERVER, "sh", "argument"])
        .variable("MOOD", mood)
        .variable("NOTES", folder.join("notes"))
        .folder(folder)
        .stderr_mode(StderrMode::Discard);
    builder().connect(command).await
}

/// Waits until none of the recorded processes runs.
async fn all_gone(folder: &Path) {
    let notes = fs::read_to_string(folder.join("notes")).unwrap();
    let runs = |id: &str| {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).ok();
        state.is_some_and(|stat| !stat.rsplit(')').next().unwrap_or_default().trim().starts_with('Z'))
    };
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while notes.lines().any(runs) {
        assert!(std::time::Instant::now() < deadline, "still running: {notes}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn child_answers_and_exits_with_its_group() {
    for mood in ["gentle", "stubborn", "touchy"] {
        let folder = tempfile::tempdir().unwrap();
        let client = client(mood, folder.path()).await.unwrap();
        assert_eq!(
            (client.server().peer.name.as_str(), client.server().revision.as_str()),
            ("shell", "2025-11-25")
        );
        assert!(client.server().address.starts_with("sh -c"));
        let result = client.call_tool("t", json!({})).await.unwrap();
        let here = folder.path().canonicalize().unwrap();
        assert_eq!(result.text(), format!("argument {mood} {}", here.display()));
        client.close().await;
        all_gone(folder.path()).await;
    }
}

#[tokio::test]
async fn dropped_client_kills_its_child() {
    let folder = tempfile::tempdir().unwrap();
    drop(client("stubborn", folder.path()).await.unwrap());
    all_gone(folder.path()).await;
}

#[tokio::test]
async fn program_that_cannot_start_or_exits_at_once_is_an_error() {
    let error = builder().connect(Command::new("/nonexistent/server")).await.unwrap_err();
    assert!(
        matches!(&error, ConnectError::Start { program, .. } if program == "/nonexistent/server"),
        "{error}"
    );
    for era in [None, Some(Era::Legacy), Some(Era::Modern)] {
        let builder = era.map_or_else(builder, |era| builder().only_era(era));
        let error = builder.connect(Command::new("true")).await.unwrap_err();
        assert!(matches!(error, ConnectError::Refused(_)), "{error}");
    }
}
