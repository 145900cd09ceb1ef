//! One conversation between two SDKs, and its expected result.

use std::fmt;

use serde::Deserialize;

use super::Verdict;
use super::peers::{Eras, Peer};

/// One conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Case {
    pub(super) peer: &'static str,
    /// What the peer is.
    pub(super) role: Role,
    pub(super) transport: Transport,
    pub(super) era: Era,
    pub(super) tool: ToolUnderTest,
    pub(super) script: Script,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Server,
    Client,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Transport {
    Stdio,
    Http,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Era {
    Legacy,
    /// The modern era, agreed upon with a peer that speaks it.
    Modern,
    /// Our client offers the modern era to a server that does not know it.
    FallingBack,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ToolUnderTest {
    Form,
    Url,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Script {
    Accept,
    Decline,
    Cancel,
    Invalid,
}

/// What a client reported.
#[derive(Debug, Deserialize)]
pub(super) struct CaseReport {
    text: String,
    failed: bool,
    asked: Vec<ReportedQuestion>,
    version: String,
}

#[derive(Debug, Deserialize)]
struct ReportedQuestion {
    mode: String,
}

/// Every conversation with a peer in a role, over one transport.
pub(super) fn of(peer: &'static Peer, role: Role, transport: Transport) -> Vec<Case> {
    let eras: &[Era] = match (peer.eras, role) {
        (Eras::Both, _) => &[Era::Legacy, Era::Modern],
        (Eras::LegacyOnly, Role::Server) => &[Era::Legacy, Era::FallingBack],
        (Eras::LegacyOnly, Role::Client) => &[Era::Legacy],
    };
    let mut cases = Vec::new();
    for &era in eras {
        for (tool, scripts) in COLUMNS {
            let case = |&script| Case { peer: peer.name, role, transport, era, tool, script };
            cases.extend(scripts.iter().map(case));
        }
    }
    cases
}

/// What is tried of each tool. A URL has no wrong answer.
pub(super) const COLUMNS: [(ToolUnderTest, &[Script]); 2] = [
    (ToolUnderTest::Form, &[Script::Accept, Script::Decline, Script::Cancel, Script::Invalid]),
    (ToolUnderTest::Url, &[Script::Accept, Script::Decline, Script::Cancel]),
];

/// What `register` says of an answer that fits.
pub(super) const ACCEPTED: &str =
    r#"accept {"contact":"person@example.com","project":"harbour","seats":12,"size":"large"}"#;

impl Case {
    /// The arguments of the client.
    pub(super) fn arguments(&self) -> [&'static str; 6] {
        let era = match self.era {
            Era::Legacy => "legacy",
            Era::Modern | Era::FallingBack => "modern",
        };
        let tool = match self.tool {
            ToolUnderTest::Form => "register",
            ToolUnderTest::Url => "connect",
        };
        ["--era", era, "--tool", tool, "--script", self.script.name()]
    }

    /// Whether what the client reported is what had to come.
    pub(super) fn verdict(&self, report: &Result<CaseReport, String>) -> Verdict {
        let report = report.as_ref().map_err(Clone::clone)?;
        let text = match (self.tool, self.script) {
            (_, Script::Decline) => "decline",
            (_, Script::Cancel) => "cancel",
            (ToolUnderTest::Url, Script::Accept | Script::Invalid) => "accept",
            (ToolUnderTest::Form, Script::Accept | Script::Invalid) => ACCEPTED,
        };
        if report.failed || report.text != text {
            return Err(format!("the tool said: {}", report.text));
        }
        let mode = if self.tool == ToolUnderTest::Form { "form" } else { "url" };
        let times = if self.script == Script::Invalid { 2 } else { 1 };
        if report.asked.len() != times || report.asked.iter().any(|asked| asked.mode != mode) {
            return Err(format!("the person was asked {:?}", report.asked));
        }
        // Some peers do not tell which legacy revision it was.
        if (report.version == "2026-07-28") != (self.era == Era::Modern) {
            return Err(format!("they spoke {}", report.version));
        }
        Ok(())
    }
}

impl Script {
    pub(super) fn name(self) -> &'static str {
        match self {
            Script::Accept => "accept",
            Script::Decline => "decline",
            Script::Cancel => "cancel",
            Script::Invalid => "invalid",
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { peer, role, transport, era, tool, script } = self;
        write!(f, "{peer} as {role:?}, {transport:?}, {era:?}, {tool:?}, {}", script.name())
    }
}

#[cfg(test)]
mod tests {
    use super::{ACCEPTED, Case, Era, Role, Script, ToolUnderTest, Transport};

    #[test]
    fn a_report_is_compared_with_what_had_to_come() {
        let case = |tool, script, era| Case {
            peer: "p",
            role: Role::Server,
            transport: Transport::Stdio,
            era,
            tool,
            script,
        };
        let report = |text: &str, asked: usize, mode: &str, version: &str| {
            let asked: Vec<_> =
                (0..asked).map(|_| serde_json::json!({"mode": mode, "message": "?"})).collect();
            let report =
                serde_json::json!({"text": text, "failed": false, "asked": asked, "version": version});
            Ok(serde_json::from_value(report).expect("a report"))
        };
        for (tool, script, era, report, good) in [
            (
                ToolUnderTest::Form,
                Script::Accept,
                Era::Legacy,
                report(ACCEPTED, 1, "form", "2025-11-25"),
                true,
            ),
            (
                ToolUnderTest::Form,
                Script::Accept,
                Era::Legacy,
                report("accept {}", 1, "form", "2025-11-25"),
                false,
            ),
            (
                ToolUnderTest::Form,
                Script::Accept,
                Era::Modern,
                report(ACCEPTED, 1, "form", "2025-11-25"),
                false,
            ),
            (
                ToolUnderTest::Form,
                Script::Accept,
                Era::FallingBack,
                report(ACCEPTED, 1, "form", "legacy"),
                true,
            ),
            (
                ToolUnderTest::Form,
                Script::Invalid,
                Era::Modern,
                report(ACCEPTED, 2, "form", "2026-07-28"),
                true,
            ),
            (
                ToolUnderTest::Form,
                Script::Invalid,
                Era::Modern,
                report(ACCEPTED, 1, "form", "2026-07-28"),
                false,
            ),
            (ToolUnderTest::Url, Script::Cancel, Era::Modern, report("cancel", 1, "url", "2026-07-28"), true),
            (
                ToolUnderTest::Url,
                Script::Cancel,
                Era::Modern,
                report("cancel", 1, "form", "2026-07-28"),
                false,
            ),
            (ToolUnderTest::Url, Script::Cancel, Era::Modern, Err("it crashed".to_owned()), false),
        ] {
            assert_eq!(case(tool, script, era).verdict(&report).is_ok(), good, "{report:?}");
        }
    }
}
