//! Subscriptions between the eras.
//!
//! A modern client opens a stream (`subscriptions/listen`) and names what it wants to hear. A legacy
//! client hears every change of a list, and subscribes to single resources. Each gets what it expects
//! from servers of the other era.

use std::collections::BTreeSet;
use std::sync::Arc;

use askwell_mcp::client::transport::OutboundMessage;
use askwell_mcp::server::{BackendResponse, Call, Failure};
use askwell_mcp::wire::{
    Era, ErrorCode, Id, Json, Notification, ObjectWriter, Raw, RpcError, encode, meta, method,
};
use parking_lot::Mutex;

use super::ClientLink;
use super::inbound::LIST_CHANGED;
use crate::upstream::{Direct, Letter, Upstream};

/// The most streams of one client, and the most resources of one stream.
const MAX_STREAMS: usize = 64;
const MAX_RESOURCES: usize = 1024;

/// What a client wants to hear.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct SubscriptionFilter {
    /// Whether changes of the lists of [`LIST_CHANGED`] are wanted, in that order.
    lists: [bool; 3],
    uris: BTreeSet<String>,
}

/// The members of the filter for the lists of [`LIST_CHANGED`], and the capabilities that they need.
const LIST_MEMBERS: [(&str, &str); 3] =
    [("toolsListChanged", "tools"), ("promptsListChanged", "prompts"), ("resourcesListChanged", "resources")];

impl SubscriptionFilter {
    fn read(filter: Raw<'_>) -> Self {
        let wants = |member: &str| filter.get(member).and_then(Raw::as_bool).unwrap_or(false);
        let uris = filter.get("resourceSubscriptions").into_iter().flat_map(Raw::items);
        SubscriptionFilter {
            lists: LIST_MEMBERS.map(|(member, _)| wants(member)),
            uris: uris.filter_map(Raw::as_text).map(Into::into).take(MAX_RESOURCES).collect(),
        }
    }

    /// Returns what a server with these capabilities tells.
    fn of_server(capabilities: Raw<'_>) -> Self {
        let tells = |capability: &str| {
            let found = capabilities.get(capability).and_then(|capability| capability.get("listChanged"));
            found.and_then(Raw::as_bool).unwrap_or(false)
        };
        SubscriptionFilter { lists: LIST_MEMBERS.map(|(_, name)| tells(name)), uris: BTreeSet::new() }
    }

    /// Leaves out what a server does not tell.
    fn limit_to(&mut self, capabilities: Raw<'_>) {
        let told = SubscriptionFilter::of_server(capabilities);
        for (wanted, told) in self.lists.iter_mut().zip(told.lists) {
            *wanted &= told;
        }
        let subscribe = capabilities.get("resources").and_then(|resources| resources.get("subscribe"));
        if !subscribe.and_then(Raw::as_bool).unwrap_or(false) {
            self.uris.clear();
        }
    }

    fn to_json(&self) -> Json {
        let mut object = ObjectWriter::new();
        for ((member, _), wanted) in LIST_MEMBERS.into_iter().zip(self.lists) {
            if wanted {
                object.bool(member, true);
            }
        }
        if !self.uris.is_empty() {
            let uris: Vec<Json> = self.uris.iter().map(|uri| Json::of_text(uri)).collect();
            object.list("resourceSubscriptions", uris.iter().map(Json::raw));
        }
        object.finish()
    }

    fn is_empty(&self) -> bool {
        *self == SubscriptionFilter::default()
    }

    fn permits(&self, notification: &Notification) -> bool {
        if let Some(list) = LIST_CHANGED.iter().position(|changed| *changed == notification.method()) {
            return self.lists.get(list).copied().unwrap_or(false);
        }
        let uri = notification.params().get("uri").and_then(Raw::as_text);
        uri.is_some_and(|uri| {
            // A server may name a part of the resource.
            self.uris.iter().any(|wanted| uri.starts_with(wanted.as_str()))
        })
    }
}

/// The streams of modern clients, and those that the gateway opened for a legacy client.
#[derive(Default)]
pub(crate) struct Subscriptions {
    streams: Mutex<ListenStreams>,
    /// For each server, what a legacy client has subscribed to, and the stream for it.
    opened: Mutex<Vec<OpenedStream>>,
}

#[derive(Default)]
struct ListenStreams {
    /// The number of the newest stream. Ids of requests of two clients can be the same.
    last: u64,
    open: Vec<ListenStream>,
}

struct ListenStream {
    number: u64,
    call: Call,
    filter: SubscriptionFilter,
}

#[derive(Default)]
struct OpenedStream {
    filter: SubscriptionFilter,
    running: Option<(Arc<Upstream>, i64)>,
}

/// Ends a stream of a modern client when it is dropped.
struct StreamGuard<'l> {
    link: &'l ClientLink,
    upstream: Arc<Upstream>,
    number: u64,
}

impl Drop for StreamGuard<'_> {
    fn drop(&mut self) {
        let streams = &mut self.link.subscriptions.streams.lock().open;
        let Some(index) = streams.iter().position(|stream| stream.number == self.number) else { return };
        let ended = streams.swap_remove(index);
        for uri in ended.filter.uris {
            if !streams.iter().any(|stream| stream.filter.uris.contains(&uri)) {
                let params = ObjectWriter::new().text("uri", &uri).finish();
                let id = Id::from(self.upstream.next_id());
                self.upstream
                    .post(encode::request(&id, method::UNSUBSCRIBE, params.raw()), method::UNSUBSCRIBE);
            }
        }
    }
}

impl ClientLink {
    /// Serves `subscriptions/listen` of a modern client in front of a legacy server, until the client
    /// leaves or the server ends.
    pub(crate) async fn listen(
        &self,
        call: &Call,
        upstream: Arc<Upstream>,
    ) -> Result<BackendResponse, Failure> {
        let mut filter = SubscriptionFilter::read(call.params().get("notifications").unwrap_or(Raw::EMPTY));
        filter.limit_to(upstream.greeting().capabilities());
        let id = call.request().id().clone();
        let number = {
            let mut streams = self.subscriptions.streams.lock();
            if streams.open.len() >= MAX_STREAMS {
                let text = "too many subscriptions are open; end one first";
                return Err(Failure::Rpc(RpcError::new(ErrorCode::BUSY, text)));
            }
            // Nothing may be told before it is acknowledged.
            let acknowledged = ObjectWriter::new()
                .raw(meta::META, mark(&id).raw())
                .raw("notifications", filter.to_json().raw())
                .finish();
            let text = encode::notification(method::SUBSCRIPTION_ACKNOWLEDGED, acknowledged.raw());
            // A client that is gone needs no subscription.
            let _ = call.send(text);
            streams.last += 1;
            let number = streams.last;
            streams.open.push(ListenStream { number, call: call.clone(), filter: filter.clone() });
            number
        };
        let guard = StreamGuard { link: self, upstream: Arc::clone(&upstream), number };
        for uri in &filter.uris {
            let params = ObjectWriter::new().text("uri", uri).finish();
            if let Err(error) = upstream.request(method::SUBSCRIBE, params.raw()).await {
                tracing::warn!(server = &*upstream.server, %error, "the server refuses a subscription");
            }
        }
        upstream.ended().await;
        drop(guard);
        let result =
            ObjectWriter::new().text("resultType", "complete").raw(meta::META, mark(&id).raw()).finish();
        Ok(BackendResponse::of_text(encode::result(&id, result.raw()), None))
    }

    /// Passes a notification of a legacy server to the streams of modern clients that want it.
    pub(super) fn tell_streams(&self, notification: &Notification) {
        let streams = &self.subscriptions.streams.lock().open;
        for stream in streams.iter().filter(|stream| stream.filter.permits(notification)) {
            let mut params = ObjectWriter::with_capacity(notification.params().text().len() + 64);
            for (key, value) in notification.params().members().filter(|(key, _)| key != meta::META) {
                params.raw(&key, value);
            }
            let mut metadata = ObjectWriter::new();
            metadata.members(mark(stream.call.request().id()).raw());
            if let Some(old) = notification.params().get(meta::META) {
                metadata.members(old);
            }
            params.raw(meta::META, metadata.finish().raw());
            // A client that is gone needs no news.
            let _ = stream.call.send(encode::notification(notification.method(), params.finish().raw()));
        }
    }

    /// Adds or removes a subscription of a legacy client at a modern server.
    pub(super) fn subscribe(
        self: &Arc<Self>,
        server: usize,
        upstream: &Arc<Upstream>,
        uri: &str,
        change: Change,
    ) {
        {
            let mut opened = self.subscriptions.opened.lock();
            opened.resize_with(self.slots.len(), OpenedStream::default);
            let Some(stream) = opened.get_mut(server) else { return };
            match change {
                Change::Add if stream.filter.uris.len() < MAX_RESOURCES => {
                    stream.filter.uris.insert(uri.to_owned());
                }
                Change::Add => tracing::warn!("a client has too many subscriptions"),
                Change::Remove => {
                    stream.filter.uris.remove(uri);
                }
            }
            stream.running = stream.running.take().filter(|(_, id)| {
                upstream.cancel(*id, None);
                false
            });
        }
        self.open_stream(server, upstream);
    }

    /// Opens the stream by which a modern server tells a legacy client about changes, unless it is open.
    pub(crate) fn open_stream(self: &Arc<Self>, server: usize, upstream: &Arc<Upstream>) {
        if (self.era(), upstream.era()) != (Era::Legacy, Era::Modern) {
            return;
        }
        let mut opened = self.subscriptions.opened.lock();
        opened.resize_with(self.slots.len(), OpenedStream::default);
        let Some(stream) = opened.get_mut(server) else { return };
        if stream.running.as_ref().is_some_and(|(running, _)| Arc::ptr_eq(running, upstream)) {
            return;
        }
        stream.filter.lists = SubscriptionFilter::of_server(upstream.greeting().capabilities()).lists;
        if stream.filter.is_empty() {
            return;
        }
        let id = upstream.next_id();
        let params = ObjectWriter::new()
            .raw("notifications", stream.filter.to_json().raw())
            .raw(meta::META, self.members().raw())
            .finish();
        let outbound = OutboundMessage {
            text: encode::request(&Id::from(id), method::LISTEN, params.raw()),
            method: method::LISTEN.to_owned(),
            ..OutboundMessage::default()
        };
        let Ok(mut sent) = upstream.send(id, outbound, None, Direct::No) else { return };
        stream.running = Some((Arc::clone(upstream), id));
        drop(opened);
        let name = Arc::clone(&upstream.server);
        tokio::spawn(async move {
            // The response ends the stream; what comes before are notifications.
            loop {
                match sent.next().await {
                    Letter::Request(_) | Letter::Withdrawn(_) => {}
                    Letter::Response(_) | Letter::Sent => return,
                    Letter::Failed(error) => {
                        tracing::debug!(server = &*name, %error, "the server's stream of changes has ended");
                        return;
                    }
                }
            }
        });
    }
}

/// A change of what a legacy client has subscribed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Add,
    Remove,
}

/// Returns the members of `_meta` that name a stream.
fn mark(id: &Id) -> Json {
    match id {
        Id::Integer(number) => ObjectWriter::new().integer(meta::SUBSCRIPTION_ID, *number).finish(),
        other => ObjectWriter::new()
            .raw(meta::SUBSCRIPTION_ID, super::responses::parse(&other.to_string()).raw())
            .finish(),
    }
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::{Json, Limits, Message, Notification, decode};

    use super::SubscriptionFilter;

    fn json(text: &str) -> Json {
        Json::parse(text, &Limits::default()).unwrap()
    }

    fn notification(method: &str, params: &str) -> Notification {
        let text = format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#);
        match decode(text, &Limits::default()).unwrap() {
            Message::Notification(notification) => notification,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn filter_permits_what_was_asked_for_and_the_server_tells() {
        let asked = json(
            r#"{"toolsListChanged": true, "promptsListChanged": true, "resourceSubscriptions": ["file:///a"]}"#,
        );
        let mut filter = SubscriptionFilter::read(asked.raw());
        let capabilities =
            json(r#"{"tools": {"listChanged": true}, "prompts": {}, "resources": {"subscribe": true}}"#);
        filter.limit_to(capabilities.raw());
        assert_eq!(
            filter.to_json().text(),
            r#"{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]}"#
        );
        for (method, params, permitted) in [
            ("notifications/tools/list_changed", "{}", true),
            ("notifications/prompts/list_changed", "{}", false),
            ("notifications/resources/list_changed", "{}", false),
            ("notifications/resources/updated", r#"{"uri": "file:///a"}"#, true),
            ("notifications/resources/updated", r#"{"uri": "file:///b"}"#, false),
        ] {
            assert_eq!(filter.permits(&notification(method, params)), permitted, "{method} {params}");
        }
        filter.limit_to(json("{}").raw());
        assert!(filter.is_empty());
    }
}
