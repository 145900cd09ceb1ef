//! Shows a form in an app beside the result of the call. The result brings the app its ticket.

use askwell_lifecycle::ElicitationId;

use super::link;
use crate::server::app::{AppPrompt, seal_ticket};
use crate::server::ask::{AskError, AskStatus, PendingAsk, PlannedAsk, Wait};

/// Ends the wait with an app, and with a link if there is a page. The result of the call tells the app which elicitation
/// it shows.
///
/// # Errors
/// Always, for a question whose handler waits until the end; otherwise when the page is not available.
pub(super) async fn end_with_app(
    ask: &PlannedAsk<'_>,
    id: ElicitationId,
    unseen: bool,
) -> Result<AskStatus, AskError> {
    let call = ask.call();
    let link = if ask.plan.has_link() { Some(link::link_to(call, id).await?) } else { None };
    let deadline = link::expect_client(ask, id).await?;
    let ticket = seal_ticket(&call.server.ask, &call.principal, id, deadline);
    *call.app.lock() = Some(AppPrompt { ticket: Some(ticket), link: link.clone() });
    match ask.spec.wait {
        Wait::AtMost(_) | Wait::UntilConsent => Ok(AskStatus::Open { id, link, unseen }),
        Wait::UntilClosed => Err(PendingAsk::App(link).into()),
    }
}
