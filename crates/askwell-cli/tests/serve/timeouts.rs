//! Timeouts as programs and operators meet them: bounds, errors, configuration, policies of keys.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::{GENEROUS, Server, data_in, make_key, name_form, program, run};

fn form_with(timeout: u64) -> Value {
    let mut form = name_form();
    form["timeout"] = json!(timeout);
    json!({"formDefinition": form})
}

/// Sends a call whose timeout is written exactly so, and gives the error's data.
fn refusal(server: &Server, timeout: &str) -> Value {
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{{"prompt":"?","timeout":{timeout}}}}}"#
    );
    server.post_text(&message).json()["error"]["data"].clone()
}

#[test]
fn create_and_status_return_the_granted_timeout() {
    let server = Server::in_memory();
    for (params, granted) in [
        (json!({"prompt": "?", "timeout": 45_000}), 45_000),
        (json!({"prompt": "?"}), 30_000),
        (form_with(600_000), 600_000),
    ] {
        let created = server.call("elicitation/create", params).unwrap();
        assert_eq!(created["timeoutMs"], granted);
        let id = &created["elicitationId"];
        server.call("elicitation/extend_timeout", json!({"elicitationId": id})).unwrap();
        assert_eq!(
            server.call("elicitation/status", json!({"elicitationId": id})).unwrap()["timeoutMs"],
            granted
        );
    }
}

#[test]
fn refused_timeout_comes_back_in_the_type_it_was_sent_in() {
    let server = Server::in_memory();
    for (sent, kind, requested) in [
        ("500", "timeout_too_small", json!(500)),
        ("500.0", "timeout_too_small", json!(500.0)),
        ("5e2", "timeout_too_small", json!(500.0)),
        ("1500.5", "invalid_timeout", json!(1500.5)),
        ("0", "invalid_timeout", json!(0)),
        ("-5", "invalid_timeout", json!(-5)),
        ("\"60000\"", "invalid_timeout", json!("60000")),
        ("true", "invalid_timeout", json!(true)),
        ("[1000]", "invalid_timeout", json!([1000])),
        ("3600001", "timeout_too_large", json!(3_600_001)),
        ("18446744073709551615", "timeout_too_large", json!(u64::MAX)),
        ("18446744073709551616", "timeout_too_large", json!(1.844_674_407_370_955_2e19)),
        ("1e300", "timeout_too_large", json!(1e300)),
        ("99999999999.5", "timeout_too_large", json!(99_999_999_999.5)),
        // No double holds it, so that many readers of JSON would give up on the whole answer.
        ("1e400", "timeout_too_large", json!("1e400")),
    ] {
        let data = refusal(&server, sent);
        assert_eq!((&data["type"], &data["requested"]), (&json!(kind), &requested), "{sent}: {data}");
        if kind == "timeout_too_large" {
            assert_eq!(data["maximum"], 3_600_000, "{sent}: {data}");
        }
    }
    let long = refusal(&server, &format!("\"{}\"", "x".repeat(100_000)));
    assert_eq!(long["requested"], "x".repeat(64));
    let metrics = server.get("/metrics").text();
    for (kind, count) in [("timeout_too_small", 3), ("timeout_too_large", 6), ("invalid_timeout", 7)] {
        let line = format!("askwell_timeout_violations_total{{kind=\"{kind}\"}} {count}\n");
        assert!(metrics.contains(&line), "{line}{metrics}");
    }
    let buckets = "askwell_timeout_requested_seconds_bucket{mode=\"inline\",le=\"3600\"}";
    assert!(metrics.contains(buckets), "{metrics}");
}

#[test]
fn raised_maximum_holds_for_form_documents() {
    let day = 86_400_000;
    let usual = Server::in_memory();
    let refused = usual.call("elicitation/create", form_with(day)).unwrap_err();
    let data = json!({"type": "timeout_too_large", "requested": day, "maximum": 3_600_000});
    assert_eq!((&refused["code"], &refused["data"]), (&json!(-32009), &data));
    let long = Server::with(Path::new("/"), &["--memory", "--set", "timeouts.max_ms=2592000000"]);
    let created = long.call("elicitation/create", form_with(2_592_000_000)).unwrap();
    assert_eq!(created["timeoutMs"], 2_592_000_000_u64);
    for beyond in [2_592_000_001, u64::MAX] {
        let refused = long.call("elicitation/create", form_with(beyond)).unwrap_err();
        let data = json!({"type": "timeout_too_large", "requested": beyond, "maximum": 2_592_000_000_u64});
        assert_eq!(refused["data"], data);
    }
}

#[test]
fn form_with_a_long_timeout_gets_a_warning() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("form.json");
    for (timeout, warns) in [(3_600_000, false), (3_600_001, true), (2_592_000_000_u64, true)] {
        fs::write(&file, form_with(timeout)["formDefinition"].to_string()).unwrap();
        let checked = run(folder.path(), &["check", "form.json"]);
        assert_eq!(checked.status.code(), Some(0), "{checked:?}");
        let told = String::from_utf8(checked.stderr).unwrap();
        assert_eq!(told.contains("a service refuses more than 3600000 ms"), warns, "{told}");
    }
}

#[test]
fn timeouts_are_reported_by_api_and_command_with_their_source() {
    let server = Server::in_memory();
    let found = server.call("elicitation/timeouts", json!({})).unwrap();
    assert_eq!(found["config_source"], "default");
    let terminal =
        json!({"default_ms": 600_000, "min_ms": 1_000, "max_ms": 3_600_000, "config_source": "default"});
    assert_eq!(found["modes"]["terminal"], terminal);

    let capped = Server::with(Path::new("/"), &["--memory", "--set", "timeouts.max_ms=300000"]);
    let found = capped.call("elicitation/timeouts", json!({})).unwrap();
    let terminal =
        json!({"default_ms": 300_000, "min_ms": 1_000, "max_ms": 300_000, "config_source": "custom"});
    assert_eq!((&found["modes"]["terminal"], &found["config_source"]), (&terminal, &json!("custom")));
    let url = format!("http://{}", capped.address);
    let printed = run(Path::new("/"), &["timeouts", "--url", &url]);
    let table = String::from_utf8(printed.stdout).unwrap();
    let line = table.lines().find(|line| line.starts_with("terminal")).unwrap();
    assert_eq!(
        line.split_whitespace().collect::<Vec<_>>(),
        ["terminal", "300000", "1000", "300000", "custom"]
    );
    let printed = run(Path::new("/"), &["timeouts", "--json", "--url", &url]);
    assert_eq!(serde_json::from_slice::<Value>(&printed.stdout).unwrap(), found);
}

#[test]
fn timeouts_of_a_key_are_enforced_and_reported() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let short = ["--timeout-min-ms", "2000", "--timeout-max-ms", "60000", "--timeout-default-ms", "10000"];
    let narrow = make_key(&data, &[&["narrow"], &short[..]].concat());
    let wide = make_key(&data, &["wide", "--timeout-max-ms", "86400000"]);
    let usual = make_key(&data, &["usual"]);
    let listed = run(Path::new("/"), &["keys", "--data", data.to_str().unwrap(), "list"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(
        listed.contains("waits at least 2000 ms, waits at most 60000 ms, waits by default 10000 ms"),
        "{listed}"
    );
    let crossed = [
        "keys",
        "--data",
        data.to_str().unwrap(),
        "create",
        "x",
        "--timeout-min-ms",
        "2",
        "--timeout-max-ms",
        "1",
    ];
    let refused = run(Path::new("/"), &crossed);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && told.contains("is longer than the longest (1 ms)"), "{told}");

    let mut server = Server::on_disk(&data);
    let mut create = |key: &str, params: Value| {
        server.key = Some(key.to_owned());
        server.call("elicitation/create", params)
    };
    let ask = |timeout: u64| json!({"formDefinition": name_form(), "timeout": timeout});
    assert_eq!(create(&narrow, json!({"formDefinition": name_form()})).unwrap()["timeoutMs"], 10_000);
    assert_eq!(create(&narrow, ask(60_001)).unwrap_err()["data"]["maximum"], 60_000);
    assert_eq!(create(&narrow, form_with(60_001)).unwrap_err()["data"]["maximum"], 60_000);
    assert_eq!(create(&narrow, ask(1_999)).unwrap_err()["data"]["minimum"], 2_000);
    assert_eq!(create(&wide, ask(86_400_000)).unwrap()["timeoutMs"], 86_400_000);
    assert_eq!(create(&usual, ask(3_600_001)).unwrap_err()["data"]["maximum"], 3_600_000);
    server.key = Some(narrow);
    let found = server.call("elicitation/timeouts", json!({})).unwrap();
    let form = json!({"default_ms": 10_000, "min_ms": 2_000, "max_ms": 60_000, "config_source": "custom"});
    assert_eq!(found["modes"]["form"], form);
}

#[test]
fn printed_settings_are_those_in_force_with_their_origin() {
    let folder = TempDir::new().unwrap();
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let text = format!(
        "memory = true\n[timeouts]\nmax_ms = 300000\n[[webhooks]]\nname = \"crm\"\nurl = \"https://a.example/token\"\nsecret = \"{secret}\"\n"
    );
    fs::write(folder.path().join("askwell.toml"), text).unwrap();
    let mut command = program(folder.path());
    command.env("ASKWELL_LIMITS_PER_WINDOW", "7");
    let printed = command.args(["serve", "--print-config", "--set", "rpc.batch=3"]).output().unwrap();
    assert!(printed.status.success(), "{printed:?}");
    let text = String::from_utf8(printed.stdout).unwrap();
    for line in [
        "\nmemory = true # askwell.toml, line 1\n",
        "\nmax_ms = 300000 # askwell.toml, line 3\n",
        "\nterminal_ms = 300000 # follows timeouts.max_ms\n",
        "\nform_ms = 300000 # default\n",
        "\nper_window = 7 # ASKWELL_LIMITS_PER_WINDOW\n",
        "\nbatch = 3 # --set rpc.batch\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    assert!(text.contains("crm") && !text.contains(secret) && !text.contains("a.example"), "{text}");
    // What is printed starts a service with the same settings.
    fs::write(folder.path().join("askwell.toml"), &text).unwrap();
    let server = Server::with(folder.path(), &[]);
    let found = server.call("elicitation/timeouts", json!({})).unwrap();
    assert_eq!(found["modes"]["terminal"]["default_ms"], 300_000);
}

#[test]
fn explicit_default_above_the_maximum_is_refused_at_start() {
    let folder = TempDir::new().unwrap();
    for (settings, says) in [
        (
            &["timeouts.max_ms=300000", "timeouts.terminal_ms=600000"][..],
            "the default timeout for terminals (600000 ms)",
        ),
        (&["timeouts.max_ms=2592000001"], "is more than 30 days"),
    ] {
        let flags = settings.iter().flat_map(|setting| ["--set", setting]);
        let arguments: Vec<&str> = ["serve", "--memory"].into_iter().chain(flags).collect();
        let refused = run(folder.path(), &arguments);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && told.contains(says), "{told}");
    }
}

#[test]
fn own_size_limit_goes_above_the_default_up_to_the_ceiling_and_counts_the_answer() {
    let limits = ["--set", "limits.answer_bytes=10", "--set", "limits.answer_ceiling_bytes=100"];
    let server = Server::with(Path::new("/"), &[&["--memory"], &GENEROUS[..], &limits[..]].concat());
    let questions =
        [json!({"prompt": "?"}), json!({"url": "https://8.8.8.8/"}), json!({"formDefinition": name_form()})];
    for (question, own) in questions.iter().flat_map(|question| [5, 10, 15].map(|own| (question, own))) {
        let mut params = question.clone();
        params["size_limit"] = json!(own);
        let id = server.call("elicitation/create", params).unwrap()["elicitationId"].clone();
        let answer = |size: usize| match question.get("formDefinition") {
            Some(_) => json!({"name": "x".repeat(size)}),
            None => json!("x".repeat(size)),
        };
        let complete =
            |size| server.call("elicitation/complete", json!({"elicitationId": id, "result": answer(size)}));
        let refused = complete(own + 1).unwrap_err();
        let message = format!("{} bytes are too many; at most {own} are taken", own + 1);
        let data = json!({
            "type": "submission", "code": -32011, "message": message, "reason": "too_large", "size": own + 1,
            "limit": own
        });
        assert_eq!((&refused["code"], &refused["data"]), (&json!(-32011), &data), "{question}");
        assert_eq!(complete(own).unwrap()["status"], "completed", "{question} {own}");
    }
    let refused = server.call("elicitation/create", json!({"prompt": "?", "size_limit": 101})).unwrap_err();
    assert_eq!(refused["data"]["pointer"], "/params/size_limit");
    assert!(refused["message"].as_str().unwrap().contains("at most 100"), "{refused}");
}
