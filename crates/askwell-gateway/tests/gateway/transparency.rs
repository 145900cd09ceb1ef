//! Any message without a question leaves the gateway as it entered, ids and progress tokens aside.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::harness::{Speaks, TestGateway, patient, scripted};

/// Any JSON value that both sides must keep, digit by digit.
fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|truth| truth.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        Just("1.50".to_owned()),
        Just("-0".to_owned()),
        Just("1e400".to_owned()),
        Just("123456789012345678901234567890.000".to_owned()),
        "[ -~äß→😀]{0,12}".prop_map(|text| json!(text).to_string()),
        Just(r#""\u0041\/\ud83d\ude00""#.to_owned()),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[ {} ]", items.join(" ,"))),
            prop::collection::vec(inner, 0..4).prop_map(|items| {
                let members: Vec<_> =
                    items.iter().enumerate().map(|(index, item)| format!("\"k{index}\" : {item}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

fn messages() -> impl Strategy<Value = Vec<(String, String, bool)>> {
    prop::collection::vec(("x/[a-z]{1,8}", value(), any::<bool>()), 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn messages_without_questions_pass_byte_for_byte(sequence in messages()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (server, script) = scripted("s", Speaks::Legacy);
            let gateway = TestGateway::new(vec![server], patient()).await;
            let mut client = gateway.client();
            client.initialize(&json!({})).await;
            let mut expected = Vec::new();
            for (index, (method, value, is_request)) in sequence.iter().enumerate() {
                let rest = format!(r#" , "method":"{method}", "params" : {{"v":{value}, "_meta":{{"a" :1}}}},"z":[1.0] }}"#);
                let (before, text) = if *is_request {
                    let before = r#"{ "x":{},"jsonrpc":"2.0","id": "#;
                    (before, format!("{before}\"id {index}\"{rest}"))
                } else {
                    let before = r#"{ "x":{},"jsonrpc":"2.0""#;
                    (before, format!("{before}{rest}"))
                };
                client.send_text(&text);
                expected.push((before, rest));
                if *is_request {
                    let response: Value = client.receive().await;
                    assert_eq!(response["id"], format!("id {index}"));
                    assert_eq!(response["error"]["code"], -32601);
                }
            }
            // A last request shows that everything before it has arrived.
            let last = client.request("x/last", &json!({}));
            client.response(last).await;
            let received = script.received.lock().clone();
            let arrived: Vec<&String> =
                received.iter().filter(|text| text.contains(r#""method":"x/"#) && !text.contains("x/last")).collect();
            assert_eq!(arrived.len(), expected.len());
            for (text, (before, rest)) in arrived.iter().zip(&expected) {
                let middle = text.strip_prefix(before).and_then(|text| text.strip_suffix(rest.as_str()));
                let middle = middle.unwrap_or_else(|| panic!("{text}"));
                assert!(middle.is_empty() || middle.parse::<i64>().is_ok(), "{text}");
            }
        });
    }
}
