//! `webhooks/…`: what operators see of webhooks and can do about them.

use std::sync::Arc;

use super::Shared;
use super::code::Code;
use super::fault::Fault;
use super::params::{Params, pointer};
use crate::json::{Object, list as json_list};
use crate::webhooks::{DeliveryFilter, DeliveryView, DeskError, EndpointView, Webhooks};

/// A page of deliveries, unless asked otherwise, and at most.
const PAGE: u64 = 100;
const LARGEST: u64 = 256;

/// `webhooks/list`: the endpoints, and whether anything is sent to them.
pub(super) fn list(shared: &Shared) -> String {
    let endpoints = shared.webhooks.as_ref().map_or_else(Vec::new, Webhooks::endpoints);
    let entries = endpoints.iter().map(EndpointView::to_json);
    Object::new().raw("webhooks", &json_list(entries)).finish()
}

/// `webhooks/deliveries`: what was given up, or is still tried.
pub(super) async fn deliveries(shared: &Shared, params: Params<'_>) -> Result<String, Fault> {
    let which = match params.text("status")? {
        None | Some("dead") => DeliveryFilter::Dead,
        Some("pending") => DeliveryFilter::Pending,
        Some(_) => return Err(Fault::parameter(&pointer("status"), "status must be dead or pending")),
    };
    let limit = match params.count("limit")? {
        None => PAGE,
        Some(limit @ 1..=LARGEST) => limit,
        Some(_) => {
            return Err(Fault::parameter(
                &pointer("limit"),
                format!("limit must be between 1 and {LARGEST}"),
            ));
        }
    };
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let cursor = params.text("cursor")?.map(Arc::from);
    let webhook = params.text("webhook")?;
    let Some(webhooks) = &shared.webhooks else { return Ok(Object::new().raw("deliveries", "[]").finish()) };
    let found = webhooks.deliveries(which, webhook, cursor, limit).await.map_err(fault)?;
    let next = found.last().filter(|_| found.len() == limit).map(|last| Arc::clone(&last.key));
    let object = Object::new().raw("deliveries", &json_list(found.iter().map(DeliveryView::to_json)));
    Ok(object.maybe(next, |object, key| object.text("nextCursor", &key)).finish())
}

/// `webhooks/replay`: tries one delivery that was given up again, or all of an endpoint.
pub(super) async fn replay(shared: &Shared, params: Params<'_>) -> Result<String, Fault> {
    let (delivery, webhook) = (params.text("deliveryId")?, params.text("webhook")?);
    let webhooks = mounted(shared)?;
    let replayed = match (delivery, webhook) {
        (Some(key), None) => webhooks.replay(key).await.map(|()| 1),
        (None, Some(name)) => webhooks.replay_all(name).await,
        _ => {
            return Err(Fault::parameter(
                "/params",
                "give a deliveryId, or the webhook whose deliveries are meant",
            ));
        }
    };
    Ok(Object::new().number("replayed", replayed.map_err(fault)? as u64).finish())
}

/// `webhooks/enable`: sends to an endpoint again that had said it was gone.
pub(super) async fn enable(shared: &Shared, params: Params<'_>) -> Result<String, Fault> {
    let was_disabled = mounted(shared)?.enable(params.required_text("webhook")?).await.map_err(fault)?;
    Ok(Object::new().truth("wasDisabled", was_disabled).finish())
}

fn mounted(shared: &Shared) -> Result<&Webhooks, Fault> {
    shared.webhooks.as_ref().ok_or_else(|| fault(DeskError::UnknownEndpoint))
}

fn fault(error: DeskError) -> Fault {
    match error {
        DeskError::Store(error) => error.into(),
        DeskError::Disabled => Fault::with(Code::Closed, error.to_string(), "webhook_disabled", |data| data),
        other => Fault::new(Code::NotFound, other.to_string()),
    }
}
