//! The question of the demo: the approval of a release, with the evidence for the decision.

use anyhow::{Result, anyhow};
use askwell_form::Form;
use serde_json::json;

/// The program that asks.
pub(super) const ASKER: &str = "release-train";

/// What the decision rests on.
const EVIDENCE: &str = "\
All checks of shop 1.4.2 are done; the deployment waits for you.

Tests: 412 passed, 0 failed
Canary: 5 % of the traffic for 20 minutes; errors stay at 0.02 %
Migration: none

Changes since 1.4.1:
+ Show delivery dates in the cart
+ Retry payments that time out
- Remove the old voucher page";

/// Returns the form.
pub(super) fn form() -> Result<Form> {
    let document = json!({
        "id": "approval",
        "title": "Deploy shop 1.4.2 to production?",
        "description": EVIDENCE,
        "decision": {"comment": "required_to_reject"},
    });
    Form::from_value(&document).map_err(|defects| anyhow!("the form of the demo has defects: {defects}"))
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn form_of_the_demo_is_valid() {
        assert!(form().unwrap().decision().is_some());
    }
}
