//! Rewrites messages on their way: ids, progress tokens, names, and what the other era needs.
//!
//! Everything else stays as it is, byte for byte. A message without a question is never parsed into a
//! tree: its parts are replaced where they stand.

use askwell_mcp::wire::{
    Json, Notification, ObjectWriter, Raw, Request, TASKS_EXTENSION, encode, meta, replace_parts,
};

/// The parts of a request to replace, beside its id.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct RequestEdits<'e> {
    /// The progress token, as it is written in the request.
    pub(crate) progress_token: Option<Raw<'e>>,
    /// The name of the tool or prompt for the server, if the client knows it by another one.
    pub(crate) name: Option<&'e str>,
    /// Other arguments.
    pub(crate) arguments: Option<&'e str>,
    /// The capabilities to declare in `_meta`, for a server of the modern era.
    pub(crate) declaration: Option<Declaration<'e>>,
}

/// What a request to a modern server declares about its client.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Declaration<'e> {
    /// The request of a modern client: other capabilities than its own.
    Capabilities(&'e str),
    /// The request of a legacy client: all members that the modern era requires, as an object.
    Members(&'e str),
    /// The request of a modern client to a legacy server: nothing. The members of the modern era are
    /// removed, so that a server of both eras does not take it for a modern one.
    Removed,
}

/// The members of `_meta` and of the params that only the modern era has.
const MODERN_META: [&str; 4] =
    [meta::PROTOCOL_VERSION, meta::CLIENT_CAPABILITIES, meta::CLIENT_INFO, meta::LOG_LEVEL];
const MODERN_PARAMS: [&str; 2] = ["inputResponses", "requestState"];

/// Whether the gateway has pages on which people answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pages {
    Hosted,
    None,
}

/// Returns a request with its id and other parts replaced.
pub(crate) fn request(request: &Request, id: i64, edits: RequestEdits<'_>) -> String {
    let id = id.to_string();
    if let Some(Declaration::Members(members)) = edits.declaration {
        return with_members(request, &id, members, edits);
    }
    let params = request.params();
    let is_removed = matches!(edits.declaration, Some(Declaration::Removed));
    if is_removed || edits.arguments.is_some() && params.get("arguments").is_none() {
        return with_members(request, &id, "{}", edits);
    }
    let name = edits.name.map(Json::of_text);
    let mut parts: [Option<(Raw<'_>, &str)>; 5] = [Some((request.id_part(), &id)), None, None, None, None];
    parts[1] = edits.progress_token.map(|token| (token, id.as_str()));
    if let Some(name) = &name {
        parts[2] = params.get("name").map(|old| (old, name.text()));
    }
    if let Some(arguments) = edits.arguments {
        parts[3] = params.get("arguments").map(|old| (old, arguments));
    }
    if let Some(Declaration::Capabilities(capabilities)) = edits.declaration {
        let declared = params.get(meta::META).and_then(|meta| meta.get(meta::CLIENT_CAPABILITIES));
        parts[4] = declared.map(|old| (old, capabilities));
    }
    let mut found: Vec<(Raw<'_>, &str)> = parts.into_iter().flatten().collect();
    replace_parts(request.text(), &mut found)
}

/// Returns a request whose params are written anew, with more members in `_meta`.
fn with_members(request: &Request, id: &str, members: &str, edits: RequestEdits<'_>) -> String {
    let new = params_with(request.params(), id, members, edits);
    if request.has_params() {
        let mut parts = [(request.id_part(), id), (request.params(), new.text())];
        return replace_parts(request.text(), &mut parts);
    }
    let id: i64 = id.parse().unwrap_or_default();
    encode::request(&id.into(), request.method(), new.raw())
}

fn params_with(old: Raw<'_>, id: &str, members: &str, edits: RequestEdits<'_>) -> Json {
    let limits = askwell_mcp::wire::Limits { bytes: usize::MAX, ..Default::default() };
    let parse = |text: &str| Json::parse(text, &limits).unwrap_or_else(|_| Raw::EMPTY.to_owned());
    let (members, id) = (parse(members), parse(id));
    let is_removed = matches!(edits.declaration, Some(Declaration::Removed));
    let mut metadata = ObjectWriter::with_capacity(512);
    metadata.members(members.raw());
    for (key, value) in old.get(meta::META).into_iter().flat_map(Raw::members) {
        let is_token = edits.progress_token.is_some() && key == meta::PROGRESS_TOKEN;
        let is_removed = is_removed && MODERN_META.contains(&&*key);
        if members.raw().get(&key).is_none() && !is_removed {
            metadata.raw(&key, if is_token { id.raw() } else { value });
        }
    }
    let metadata = metadata.finish();
    let mut params = ObjectWriter::with_capacity(old.text().len() + metadata.text().len() + 16);
    for (key, value) in old.members() {
        match (&*key, edits.name, edits.arguments) {
            (meta::META, _, _) => {}
            (name, _, _) if is_removed && MODERN_PARAMS.contains(&name) => {}
            ("name", Some(name), _) => drop(params.text("name", name)),
            ("arguments", _, Some(_)) => {}
            _ => drop(params.raw(&key, value)),
        }
    }
    if let Some(arguments) = edits.arguments {
        params.raw("arguments", parse(arguments).raw());
    }
    if metadata.raw() != Raw::EMPTY {
        params.raw(meta::META, metadata.raw());
    }
    params.finish()
}

/// Returns a progress notification with the client's own token; `None` if it has no token.
pub(crate) fn progress(notification: &Notification, token: Raw<'_>) -> Option<String> {
    let sent = notification.params().get(meta::PROGRESS_TOKEN)?;
    Some(replace_parts(notification.text(), &mut [(sent, token.text())]))
}

/// Returns a notification with the id of the client's own request in place of the stream's.
pub(crate) fn subscription(notification: &Notification, id: &str) -> String {
    let marked = notification.params().get(meta::META).and_then(|members| members.get(meta::SUBSCRIPTION_ID));
    match marked {
        Some(marked) => replace_parts(notification.text(), &mut [(marked, id)]),
        None => notification.text().to_owned(),
    }
}

/// Returns the request of a later round: the same params with answers and state.
pub(crate) fn retry(
    request: &Request,
    id: i64,
    edits: RequestEdits<'_>,
    answers: Raw<'_>,
    state: Option<&str>,
) -> String {
    let mut params = ObjectWriter::with_capacity(request.params().text().len() + answers.text().len() + 64);
    for (key, value) in request.params().members() {
        if !matches!(&*key, "inputResponses" | "requestState") {
            params.raw(&key, value);
        }
    }
    params.raw("inputResponses", answers);
    if let Some(state) = state {
        params.text("requestState", state);
    }
    let id_text = id.to_string();
    let params = params.finish();
    let members = match edits.declaration {
        Some(Declaration::Members(members)) => members.to_owned(),
        Some(Declaration::Capabilities(capabilities)) => {
            format!(r#"{{"{}":{capabilities}}}"#, meta::CLIENT_CAPABILITIES)
        }
        Some(Declaration::Removed) | None => "{}".to_owned(),
    };
    let params = params_with(params.raw(), &id_text, &members, edits);
    encode::request(&id.into(), request.method(), params.raw())
}

/// Whether servers see that a client supports tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TaskUse {
    PassedOn,
    /// A task would ask its client directly, past the gateway.
    Hidden,
}

/// Returns the capabilities to declare to servers: the client's own, without tasks if these are hidden, and
/// every mode of elicitation if people can answer on a page.
pub(crate) fn declared_capabilities(client: Raw<'_>, pages: Pages, tasks: TaskUse) -> Json {
    let hides_tasks = tasks == TaskUse::Hidden
        && client.get("extensions").is_some_and(|declared| declared.get(TASKS_EXTENSION).is_some());
    if pages == Pages::None && !hides_tasks {
        return client.to_owned();
    }
    let mut object = ObjectWriter::with_capacity(client.text().len() + 64);
    for (key, value) in client.members() {
        match &*key {
            "elicitation" if pages != Pages::None => {}
            "extensions" if hides_tasks => {
                let mut extensions = ObjectWriter::new();
                for (name, extension) in value.members().filter(|(name, _)| name != TASKS_EXTENSION) {
                    extensions.raw(&name, extension);
                }
                object.raw("extensions", extensions.finish().raw());
            }
            key => {
                object.raw(key, value);
            }
        }
    }
    if pages != Pages::None {
        let modes = ObjectWriter::new().raw("form", Raw::EMPTY).raw("url", Raw::EMPTY).finish();
        object.raw("elicitation", modes.raw());
    }
    object.finish()
}
