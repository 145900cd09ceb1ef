//! `elicitation/create`: asks with a form, a schema, a template, a prompt, or a page on another
//! site.

use std::sync::Arc;

use askwell_engine::{
    Ask, AskKey, CreateError, ESCALATE, REMINDERS, ReadFollowUpError, SIZE_LIMIT, WITHOUT_ANSWER,
    read_follow_up, read_without_answer,
};
use askwell_form::hidden::is_hidden_in_text;
use askwell_form::{Form, Part};
use askwell_lifecycle::{
    Elicitation, LONGEST_TIMEOUT, Mode, OnDisconnect, OnRejection, Person, Quorum, TimeoutError,
};
use serde_json::{Map, Value};

use super::RpcState;
use super::error::{RpcError, no_properties};
use super::params::{self, Params, pointer};
use crate::caller::Caller;
use crate::json::JsonObject;
use crate::keys::is_person_name;
use crate::wire;

/// The error for a call with several questions.
const ONE_QUESTION: &str = "give one of formDefinition, requestedSchema, template and url, not several";

/// The text of a prompt without one.
const NO_WORDS: &str = "Please answer";

/// The shortest timeout in a form document, in milliseconds.
const SHORTEST_FORM_TIMEOUT: u64 = 1_000;

/// The longest idempotency key, in bytes.
const LONGEST_KEY: usize = 256;

pub(super) async fn call(shared: &RpcState, caller: &Caller, params: Params<'_>) -> Result<String, RpcError> {
    let limit = size_limit(shared, params)?;
    let mut ask = question(shared, params, limit)?;
    if let Some(limit) = limit {
        ask = ask.answer_limit(limit);
    }
    if let Some(timeout) = params.timeout("timeout")? {
        ask = ask.timeout(timeout);
    }
    let key = params.text("idempotencyKey")?;
    if let Some(key) = key {
        if key.is_empty() || key.len() > LONGEST_KEY {
            let message = format!("idempotencyKey must have 1 to {LONGEST_KEY} bytes");
            return Err(RpcError::parameter(&pointer("idempotencyKey"), message));
        }
        if AskKey::is_reserved(key) {
            let message =
                format!("idempotencyKey must not begin with `{}`, which is reserved", AskKey::PREFIX);
            return Err(RpcError::parameter(&pointer("idempotencyKey"), message));
        }
        ask = ask.idempotency_key(key);
    }
    ask = for_audience(ask, params)?;
    if let Some(quorum) = quorum(params)? {
        ask = ask.quorum(quorum);
    }
    ask = with_follow_up(ask, params)?;
    ask = with_words(ask, params)?;
    if let Some(name) = params.text("onDisconnect")? {
        ask = ask.on_disconnect(on_disconnect(name)?);
    }
    if let Some(limits) = caller.limits {
        ask = ask.within(limits);
    }
    let created = shared.engine.create(&caller.actor, ask).await;
    let asked = created.map_err(|error| match error {
        CreateError::Timeout(error) => RpcError::timeout(&error, sent_timeout(params)),
        other => other.into(),
    })?;
    let object = link(shared, wire::created(&asked), &asked, key).await?;
    Ok(object.finish())
}

/// Reads how many people have to approve.
fn quorum(params: Params<'_>) -> Result<Option<Quorum>, RpcError> {
    let Some(part) = params.object("quorum")? else { return Ok(None) };
    let at = |key: &str| format!("{}/{key}", pointer("quorum"));
    let inner = Params::read(Some(part), &["approvals", "onRejection", "requester"])?;
    let most = u64::from(Quorum::MOST_APPROVALS);
    let approvals = inner.count("approvals")?.filter(|approvals| (1..=most).contains(approvals));
    let Some(approvals) = approvals.and_then(|approvals| u8::try_from(approvals).ok()) else {
        return Err(RpcError::parameter(&at("approvals"), format!("approvals must be 1 to {most}")));
    };
    let on_rejection = match inner.text("onRejection")? {
        None => OnRejection::default(),
        Some(name) => {
            let known = OnRejection::ALL.iter().find(|(known, _)| *known == name);
            known.map(|(_, choice)| *choice).ok_or_else(|| {
                RpcError::parameter(&at("onRejection"), "onRejection can be close or continue")
            })?
        }
    };
    let requester = inner.text("requester")?;
    if requester.is_some_and(|name| !is_person_name(name)) {
        let message = "requester must have 1 to 64 letters, digits, `-`, `_`, `.` or `@`";
        return Err(RpcError::parameter(&at("requester"), message));
    }
    Ok(Some(Quorum { approvals, on_rejection, requester: requester.map(Arc::from) }))
}

/// Sets who can answer: a person, a group, everyone who is signed in; by default everyone.
fn for_audience(ask: Ask, params: Params<'_>) -> Result<Ask, RpcError> {
    let (person, group, audience) = (params.text("person")?, params.text("group")?, params.text("audience")?);
    match (person, group, audience) {
        (None, None, None) => Ok(ask),
        (Some(person), None, None) => {
            if !is_person_name(person) {
                let message = "person must have 1 to 64 letters, digits, `-`, `_`, `.` or `@`";
                return Err(RpcError::parameter(&pointer("person"), message));
            }
            Ok(ask.for_person(person))
        }
        (None, Some(group), None) => {
            let is_name = (1..=Person::LONGEST_GROUP).contains(&group.len())
                && !group.chars().any(|letter| letter.is_control() || is_hidden_in_text(letter));
            if !is_name {
                let message =
                    format!("group must have 1 to {} bytes and no hidden characters", Person::LONGEST_GROUP);
                return Err(RpcError::parameter(&pointer("group"), message));
            }
            Ok(ask.for_group(group))
        }
        (None, None, Some(wire::SIGNED_IN)) => Ok(ask.for_signed_in()),
        (None, None, Some(_)) => Err(RpcError::parameter(
            &pointer("audience"),
            "audience can be signed_in; leave it out for everyone",
        )),
        _ => Err(RpcError::parameter("/params", "give one of person, group and audience, not several")),
    }
}

/// Sets reminders and the escalation, of the call or of the form. An escalation needs a person or a group.
fn with_follow_up(ask: Ask, params: Params<'_>) -> Result<Ask, RpcError> {
    let of_call = |name| params.get(name).and_then(|part| serde_json::from_str(part.json()).ok());
    let (mut reminders, mut escalate): (Option<Value>, Option<Value>) =
        (of_call("reminders"), of_call("escalate"));
    let mut pointers = [pointer("reminders"), pointer("escalate")];
    if let Some(extensions) = ask.question_form().map(Form::extensions)
        && reminders.is_none()
        && escalate.is_none()
    {
        (reminders, escalate) = (extensions.get(REMINDERS).cloned(), extensions.get(ESCALATE).cloned());
        pointers = [pointer("formDefinition"), pointer("formDefinition")];
    }
    if escalate.is_some() && !ask.is_for_person_or_group() {
        let message = "escalate needs a question for a person or a group";
        return Err(RpcError::parameter(&pointers[1], message));
    }
    let place = usize::from(reminders.is_none());
    match read_follow_up(reminders.as_ref(), escalate.as_ref()) {
        Ok(Some(plan)) => Ok(ask.follow_up(plan)),
        Ok(None) => Ok(ask),
        Err(error @ ReadFollowUpError::Escalation) => {
            Err(RpcError::parameter(&pointers[1], error.to_string()))
        }
        Err(error) => Err(RpcError::parameter(&pointers[place], error.to_string())),
    }
}

/// Sets what the program does without an answer, of the call or of the form.
fn with_words(ask: Ask, params: Params<'_>) -> Result<Ask, RpcError> {
    let of_call = params.get("withoutAnswer").and_then(|part| serde_json::from_str(part.json()).ok());
    let of_form = || ask.question_form().and_then(|form| form.extensions().get(WITHOUT_ANSWER).cloned());
    let (value, place): (Option<Value>, _) = match of_call {
        Some(value) => (Some(value), pointer("withoutAnswer")),
        None => (of_form(), pointer("formDefinition")),
    };
    let Some(value) = value else { return Ok(ask) };
    let words =
        read_without_answer(&value).map_err(|error| RpcError::parameter(&place, error.to_string()))?;
    Ok(ask.without_answer(&words))
}

/// Returns the timeout as the caller wrote it, in the call or in the form.
fn sent_timeout(params: Params<'_>) -> Option<Part<'_>> {
    params.get("timeout").or_else(|| params.get("formDefinition")?.get("timeout"))
}

/// Returns the size limit that the caller sets for the answer, up to the ceiling of the service.
fn size_limit(shared: &RpcState, params: Params<'_>) -> Result<Option<u32>, RpcError> {
    let ceiling = shared.engine.limits().answer_ceiling as u64;
    match params.count("size_limit")? {
        Some(0) => Err(RpcError::parameter(&pointer("size_limit"), "size_limit must be at least 1")),
        Some(limit) if limit > ceiling => {
            let message = format!("size_limit can be at most {ceiling} here (limits.answer_ceiling_bytes)");
            Err(RpcError::parameter(&pointer("size_limit"), message))
        }
        other => Ok(other.map(|limit| u32::try_from(limit).unwrap_or(u32::MAX))),
    }
}

/// Rejects a limit beside the one in the form document.
fn limited(form: Form, limit: Option<u32>) -> Result<Form, RpcError> {
    if limit.is_some() && form.extensions().contains_key(SIZE_LIMIT) {
        let message = format!("the form says {SIZE_LIMIT} itself; give one of the two");
        return Err(RpcError::parameter(&pointer("size_limit"), message));
    }
    Ok(form)
}

/// Adds the link to the hosted page, for an open form in `url` mode.
async fn link(
    shared: &RpcState,
    object: JsonObject,
    asked: &Elicitation,
    key: Option<&str>,
) -> Result<JsonObject, RpcError> {
    let Some(hosted) = shared.hosted.as_ref().filter(|_| asked.mode == Mode::Url && asked.form().is_some())
    else {
        return Ok(object);
    };
    if asked.outcome().is_some() {
        return Ok(object);
    }
    // The same idempotency key always gets the same link.
    let link = match key {
        Some(_) => hosted.stable_link(asked.id).await?,
        None => hosted.link(asked.id).await?,
    };
    let object = object.text("url", &link.url);
    Ok(object.optional(link.code, |object, code| object.text("code", &code)))
}

fn question(shared: &RpcState, params: Params<'_>, limit: Option<u32>) -> Result<Ask, RpcError> {
    let mode = params.text("mode")?.map(mode).transpose()?;
    let (form, template, url) =
        (params.object("formDefinition")?, params.text("template")?, params.text("url")?);
    let prompt = words(params)?;
    let parameters = params.object("parameters")?;
    if let (Some(_), None) = (parameters, template) {
        return Err(RpcError::parameter(
            &pointer("parameters"),
            "parameters are for a template, and none is named",
        ));
    }
    let schema = params.object("requestedSchema")?;
    let title = params.text("title")?;
    if title.is_some() && schema.is_none() {
        return Err(RpcError::parameter(&pointer("title"), "a title goes with a requestedSchema only"));
    }
    let secret = params.boolean("secret")?.unwrap_or_default();
    if secret && (form.is_some() || schema.is_some() || template.is_some() || url.is_some()) {
        let message = "secret is for a prompt; a form marks its own fields with rendering.inputType password";
        return Err(RpcError::parameter(&pointer("secret"), message));
    }
    if let Some(schema) = schema {
        if form.is_some() || template.is_some() || url.is_some() {
            return Err(RpcError::parameter("/params", ONE_QUESTION));
        }
        let form = import(schema, title, prompt)?;
        return Ok(Ask::form(form).in_mode(hosted(shared, mode)?));
    }
    if prompt.is_some() && (form.is_some() || template.is_some()) {
        return Err(RpcError::parameter(
            "/params",
            "a form says itself what it asks; give no prompt beside it",
        ));
    }
    match (form, template, url) {
        (Some(document), None, None) => {
            let form = limited(read_form(shared, document)?, limit)?;
            Ok(Ask::form(form).in_mode(hosted(shared, mode)?))
        }
        (None, Some(name), None) => {
            let form = limited(shared.templates.fill(name, parameters)?, limit)?;
            Ok(Ask::form(form).in_mode(hosted(shared, mode)?))
        }
        (None, None, Some(url)) => match mode {
            None | Some(Mode::Url) => page(shared, url, prompt.unwrap_or_default()),
            Some(_) => Err(RpcError::parameter(&pointer("url"), "a url goes with mode url only")),
        },
        (None, None, None) => match mode {
            None if prompt.is_none() => Err(RpcError::parameter(
                "/params",
                "say what to ask: a formDefinition, a requestedSchema, a template, a url or a prompt",
            )),
            None | Some(Mode::Inline | Mode::Terminal) => {
                let words = prompt.unwrap_or(NO_WORDS);
                let form = if secret { Ask::secret_prompt_form(words) } else { Ask::prompt_form(words) };
                let form = form.map_err(|defects| RpcError::from(&defects))?;
                Ok(Ask::form(form).in_mode(mode.unwrap_or(Mode::Inline)))
            }
            Some(Mode::Url) => {
                Err(RpcError::parameter(&pointer("url"), "mode url needs a url or a formDefinition"))
            }
            Some(_) => Err(RpcError::parameter(
                &pointer("formDefinition"),
                "mode form needs a formDefinition or a template",
            )),
        },
        _ => Err(RpcError::parameter("/params", ONE_QUESTION)),
    }
}

/// Returns the form of a JSON Schema, as MCP servers send it.
fn import(schema: Part<'_>, title: Option<&str>, message: Option<&str>) -> Result<Form, RpcError> {
    if title.is_none() && message.is_none() {
        return Err(RpcError::parameter(&pointer("message"), "a requestedSchema needs a message or a title"));
    }
    let mut schema: Value = serde_json::from_str(schema.json())
        .map_err(|error| RpcError::parameter(&pointer("requestedSchema"), error.to_string()))?;
    if schema.get("properties").is_none_or(|properties| properties.as_object().is_some_and(Map::is_empty)) {
        return Err(no_properties("/properties"));
    }
    if let (Some(title), Some(keywords)) = (title, schema.as_object_mut()) {
        keywords.insert("title".to_owned(), title.into());
    }
    let import = Form::import(&schema, message.unwrap_or_default());
    import.map(|import| import.form).map_err(|defects| RpcError::from(&defects))
}

fn on_disconnect(name: &str) -> Result<OnDisconnect, RpcError> {
    OnDisconnect::ALL
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, choice)| *choice)
        .ok_or_else(|| RpcError::parameter(&pointer("onDisconnect"), "onDisconnect must be keep or abandon"))
}

/// Returns the text for the person: `prompt` or `message`, which are synonyms.
fn words<'p>(params: Params<'p>) -> Result<Option<&'p str>, RpcError> {
    match (params.text("prompt")?, params.text("message")?) {
        (Some(_), Some(_)) => {
            Err(RpcError::parameter(&pointer("message"), "give a prompt or a message, not both"))
        }
        (prompt, message) => Ok(prompt.or(message)),
    }
}

/// Returns the mode of a form. `url` needs hosted pages.
fn hosted(shared: &RpcState, mode: Option<Mode>) -> Result<Mode, RpcError> {
    match mode.unwrap_or(Mode::Form) {
        Mode::Url if shared.hosted.is_none() => Err(RpcError::parameter(
            &pointer("mode"),
            "no pages are hosted here; ask in mode form, inline or terminal",
        )),
        mode => Ok(mode),
    }
}

fn mode(name: &str) -> Result<Mode, RpcError> {
    Mode::ALL.iter().find(|(known, _)| *known == name).map(|(_, mode)| *mode).ok_or_else(|| {
        let names: Vec<&str> = Mode::ALL.iter().map(|(name, _)| *name).collect();
        RpcError::parameter(&pointer("mode"), format!("mode must be one of: {}", names.join(", ")))
    })
}

fn read_form(shared: &RpcState, document: Part<'_>) -> Result<Form, RpcError> {
    // Timeouts have their own error types in every place.
    if let Some(part) = document.get("timeout") {
        // The policy decides about values that a document can have.
        let timeout = params::timeout(part)?;
        let requested = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
        if requested < SHORTEST_FORM_TIMEOUT {
            let error = TimeoutError::TooSmall { requested, minimum: SHORTEST_FORM_TIMEOUT };
            return Err(params::refused_timeout(&error, part));
        }
        if timeout > LONGEST_TIMEOUT {
            let maximum = shared.engine.policy().settings().max_timeout.as_millis();
            let maximum = u64::try_from(maximum).unwrap_or(u64::MAX);
            return Err(params::refused_timeout(&TimeoutError::TooLarge { requested, maximum }, part));
        }
    }
    let text = document.json();
    let import = shared.forms.get_or_compile(&[text], || Form::parse(text).map(Into::into));
    import.map(|import| import.form).map_err(|defects| RpcError::from(&defects))
}

/// Returns the question that leads to a page on another site. The engine checks the addresses of
/// its host.
fn page(shared: &RpcState, url: &str, message: &str) -> Result<Ask, RpcError> {
    // The message is shown like a prompt, so the same rules apply.
    if !message.is_empty() && Ask::prompt_form(message).is_err() {
        let problem = "the message must have at most 2048 characters, and no hidden ones";
        return Err(RpcError::parameter(&pointer("message"), problem));
    }
    Ok(Ask::page(url, message, &shared.settings.pages)?)
}
