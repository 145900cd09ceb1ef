//! `notifications/…`: lists notifications, and sends dead ones again.

use std::sync::Arc;

use super::RpcState;
use super::error::RpcError;
use super::error_code::ErrorCode;
use super::params::{Params, pointer};
use crate::json::{JsonObject, list as json_list};
use crate::notifications::{NotificationCenter, NotificationItem, NotificationStatus};

/// The default and the largest page.
const PAGE: u64 = 100;
const LARGEST: u64 = 256;

/// `notifications/list`: returns dead or pending notifications.
pub(super) async fn list(shared: &RpcState, params: Params<'_>) -> Result<String, RpcError> {
    let status = match params.text("status")? {
        None | Some("dead") => NotificationStatus::Dead,
        Some("pending") => NotificationStatus::Pending,
        Some(_) => return Err(RpcError::parameter(&pointer("status"), "status must be dead or pending")),
    };
    let limit = match params.count("limit")? {
        None => PAGE,
        Some(limit @ 1..=LARGEST) => limit,
        Some(_) => {
            let message = format!("limit must be between 1 and {LARGEST}");
            return Err(RpcError::parameter(&pointer("limit"), message));
        }
    };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let cursor = params.text("cursor")?.map(Arc::from);
    let Some(center) = &shared.notifications else {
        return Ok(JsonObject::new().raw("notifications", "[]").finish());
    };
    let found = center.list(status, cursor, limit).await?;
    let next = found.last().filter(|_| found.len() == limit).map(|last| Arc::clone(&last.id));
    let items = found.iter().map(|item| item_json(item, status));
    let object = JsonObject::new().raw("notifications", &json_list(items));
    Ok(object.optional(next, |object, key| object.text("nextCursor", &key)).finish())
}

/// `notifications/retry`: sends one dead notification again, or all of a channel, or all.
pub(super) async fn retry(shared: &RpcState, params: Params<'_>) -> Result<String, RpcError> {
    let (id, channel) = (params.text("notificationId")?, params.text("channel")?);
    let no_such = || {
        let message =
            "there is no such dead notification; it was sent again, or is forgotten with its elicitation";
        RpcError::new(ErrorCode::NotFound, message)
    };
    let center: &dyn NotificationCenter = &**shared.notifications.as_ref().ok_or_else(no_such)?;
    let retried = match (id, channel) {
        (Some(_), Some(_)) => {
            let message = "give a notificationId or a channel, not both";
            return Err(RpcError::parameter("/params", message));
        }
        (Some(id), None) => {
            if !center.retry(id).await? {
                return Err(no_such());
            }
            1
        }
        (None, channel) => center.retry_all(channel).await?,
    };
    Ok(JsonObject::new().number("retried", retried as u64).finish())
}

fn item_json(item: &NotificationItem, status: NotificationStatus) -> String {
    let object = JsonObject::new()
        .text("notificationId", &item.id)
        .text("messageId", &item.message_id)
        .text("channel", &item.channel)
        .text("recipient", &item.recipient)
        .text("elicitationId", &item.elicitation)
        .text("reason", item.reason)
        .number("attempts", item.attempts.into())
        .optional(item.last_error.as_deref(), |object, error| object.text("lastError", error));
    match status {
        NotificationStatus::Dead => object.text("status", "dead").number("deadAt", item.at),
        NotificationStatus::Pending => object.text("status", "pending").number("nextTryAt", item.at),
    }
    .finish()
}
