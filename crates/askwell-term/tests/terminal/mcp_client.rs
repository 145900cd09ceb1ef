//! The example of an MCP client that asks in the terminal, with a server that asks.

#[expect(dead_code, reason = "its `main` reads a command line, which belongs to the tests here")]
#[path = "../../examples/mcp_terminal.rs"]
mod example;

use crate::{on_terminal, task};

#[tokio::test]
async fn example_calls_a_tool() {
    let Some(tool) = task() else { return };
    let result = example::call(&tool, "sh", &["server.sh".to_owned()]).await.unwrap();
    println!("the tool said {result}");
}

#[test]
fn client_with_terminal_handler_answers_elicitations() {
    let folder = tempfile::tempdir().unwrap();
    let server = include_str!("../../../askwell-cli/tests/servers/asking.sh");
    std::fs::write(folder.path().join("server.sh"), server).unwrap();
    for (tool, steps, result) in [
        (
            "register",
            &[("1 of 2", "harbour\r"), ("2 of 2", "\r"), ("Review", "\r")][..],
            r#"{"action":"accept","content":{"project":"harbour","size":"small"}}"#,
        ),
        ("register", &[("F1 help", "\x1b"), ("Leave this form?", "d\r")], r#"{"action":"decline"}"#),
        (
            "connect",
            &[("Address: http://xn--pple-43d.example/sign-in?x=1", ""), ("Answer:", "y\r")],
            r#"{"action":"accept"}"#,
        ),
        ("connect", &[("Host: xn--pple-43d.example", ""), ("Answer:", "n\r")], r#"{"action":"decline"}"#),
    ] {
        let seen = on_terminal("mcp_client::example_calls_a_tool", tool, folder.path(), steps);
        let contents = seen.screen().contents();
        assert!(contents.contains(&format!("the tool said {result}")), "{contents}");
        assert!(contents.contains("SAME MODES, CODE 0"), "{contents}");
    }
}
