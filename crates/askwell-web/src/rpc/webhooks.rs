//! `webhooks/…`: lists endpoints and deliveries, replays deliveries and enables endpoints.

use std::sync::Arc;

use super::RpcState;
use super::error::RpcError;
use super::error_code::ErrorCode;
use super::params::{Params, pointer};
use crate::json::{JsonObject, list as json_list};
use crate::webhooks::{DeliveryFilter, DeliveryView, EndpointView, OperatorError, Webhooks};

/// The default and the largest page of deliveries.
const PAGE: u64 = 100;
const LARGEST: u64 = 256;

/// `webhooks/list`: returns the endpoints and whether they are enabled.
pub(super) fn list(shared: &RpcState) -> String {
    let endpoints = shared.webhooks.as_ref().map_or_else(Vec::new, Webhooks::endpoints);
    let entries = endpoints.iter().map(EndpointView::to_json);
    JsonObject::new().raw("webhooks", &json_list(entries)).finish()
}

/// `webhooks/deliveries`: returns dead or pending deliveries.
pub(super) async fn deliveries(shared: &RpcState, params: Params<'_>) -> Result<String, RpcError> {
    let which = match params.text("status")? {
        None | Some("dead") => DeliveryFilter::Dead,
        Some("pending") => DeliveryFilter::Pending,
        Some(_) => return Err(RpcError::parameter(&pointer("status"), "status must be dead or pending")),
    };
    let limit = match params.count("limit")? {
        None => PAGE,
        Some(limit @ 1..=LARGEST) => limit,
        Some(_) => {
            return Err(RpcError::parameter(
                &pointer("limit"),
                format!("limit must be between 1 and {LARGEST}"),
            ));
        }
    };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let cursor = params.text("cursor")?.map(Arc::from);
    let webhook = params.text("webhook")?;
    let Some(webhooks) = &shared.webhooks else {
        return Ok(JsonObject::new().raw("deliveries", "[]").finish());
    };
    let found = webhooks.deliveries(which, webhook, cursor, limit).await.map_err(rpc_error)?;
    let next = found.last().filter(|_| found.len() == limit).map(|last| Arc::clone(&last.key));
    let object = JsonObject::new().raw("deliveries", &json_list(found.iter().map(DeliveryView::to_json)));
    Ok(object.optional(next, |object, key| object.text("nextCursor", &key)).finish())
}

/// `webhooks/replay`: sends one dead delivery again, or all of an endpoint.
pub(super) async fn replay(shared: &RpcState, params: Params<'_>) -> Result<String, RpcError> {
    let (delivery, webhook) = (params.text("deliveryId")?, params.text("webhook")?);
    let webhooks = running_webhooks(shared)?;
    let replayed = match (delivery, webhook) {
        (Some(key), None) => webhooks.replay(key).await.map(|()| 1),
        (None, Some(name)) => webhooks.replay_all(name).await,
        _ => {
            return Err(RpcError::parameter(
                "/params",
                "give a deliveryId, or the webhook whose deliveries are meant",
            ));
        }
    };
    Ok(JsonObject::new().number("replayed", replayed.map_err(rpc_error)? as u64).finish())
}

/// `webhooks/enable`: enables an endpoint that was disabled by status 410.
pub(super) async fn enable(shared: &RpcState, params: Params<'_>) -> Result<String, RpcError> {
    let was_disabled =
        running_webhooks(shared)?.enable(params.required_text("webhook")?).await.map_err(rpc_error)?;
    Ok(JsonObject::new().boolean("wasDisabled", was_disabled).finish())
}

fn running_webhooks(shared: &RpcState) -> Result<&Webhooks, RpcError> {
    shared.webhooks.as_ref().ok_or_else(|| rpc_error(OperatorError::UnknownEndpoint))
}

fn rpc_error(error: OperatorError) -> RpcError {
    match error {
        OperatorError::Store(error) => error.into(),
        OperatorError::Disabled => {
            RpcError::with(ErrorCode::Closed, error.to_string(), "webhook_disabled", |data| data)
        }
        other => RpcError::new(ErrorCode::NotFound, other.to_string()),
    }
}
