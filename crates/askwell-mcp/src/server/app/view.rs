//! What the app shows, as data: the view of the form, or how the elicitation ended. No secret is in it.

use std::borrow::Cow;

use askwell_form::{
    DisplayStyle, FieldView, Form, InputType, Kind, Moment, Problem, Problems, Raw as RawValue,
};
use askwell_lifecycle::{Elicitation, Question, Status, Timestamp};
use askwell_locale::{Words, problem_sentence};
use serde_json::{Map, Value, json};

use crate::server::ToolResult;
use crate::wire::{Json, Raw};

/// Returns what the app shows, given the answers so far. Without answers, problems are left out: the person has not
/// begun.
pub(super) fn result(elicitation: &Elicitation, now: Timestamp, answers: Option<Raw<'_>>) -> ToolResult {
    let problems = if answers.is_some() { ShownProblems::OfView } else { ShownProblems::None };
    data(elicitation, now, answers, problems)
}

/// Returns what the app shows after a submission. Problems of the check take the place of the view's own.
pub(super) fn submitted(
    elicitation: &Elicitation,
    now: Timestamp,
    answers: Raw<'_>,
    problems: Option<&Problems>,
) -> ToolResult {
    data(elicitation, now, Some(answers), problems.map_or(ShownProblems::OfView, ShownProblems::OfCheck))
}

/// Which problems are shown.
#[derive(Clone, Copy)]
enum ShownProblems<'p> {
    None,
    OfView,
    OfCheck(&'p Problems),
}

fn data(
    elicitation: &Elicitation,
    now: Timestamp,
    answers: Option<Raw<'_>>,
    problems: ShownProblems<'_>,
) -> ToolResult {
    let (state, text) = match elicitation.status() {
        Status::Pending | Status::Active => ("open", "The question is open."),
        Status::Completed => ("answered", "The person has answered."),
        Status::Declined => ("declined", "The person has declined."),
        Status::Cancelled => ("cancelled", "The question was closed."),
        Status::Timeout => ("timeout", "The time for an answer is over."),
    };
    let language = Words::current().language();
    let mut object = Map::new();
    object.insert("state".to_owned(), state.into());
    object.insert("language".to_owned(), language.tag().into());
    object.insert("direction".to_owned(), language.direction().into());
    object.insert("words".to_owned(), words());
    object.insert("id".to_owned(), elicitation.id.to_string().into());
    if let Question::Form(asked) = &elicitation.question {
        let form = &asked.in_language(language.tag());
        object.insert("title".to_owned(), form.title().into());
        if state == "open" {
            write_form(&mut object, (asked, form), elicitation, answers, problems);
            if let Some(deadline) = elicitation.deadline() {
                let left = u64::try_from(now.until(deadline).as_millis()).unwrap_or(u64::MAX);
                object.insert("leftMs".to_owned(), left.into());
            }
        }
    }
    ToolResult::for_app(text, Json::from(Value::Object(object)))
}

fn write_form(
    object: &mut Map<String, Value>,
    (asked, form): (&Form, &Form),
    elicitation: &Elicitation,
    answers: Option<Raw<'_>>,
    problems: ShownProblems<'_>,
) {
    let words = Words::current();
    // What the view finds names the fields as they are shown, what the engine finds as they were asked.
    let label =
        |form: &Form, id: &str| form.field(id).map_or_else(String::new, |field| field.label().to_owned());
    let of_view = |problem: &Problem| {
        let label = label(form, &problem.field);
        problem_sentence(&words, problem, &label, &label)
    };
    let of_check = |problem: &Problem| {
        problem_sentence(&words, problem, &label(asked, &problem.field), &label(form, &problem.field))
    };
    for (key, text) in [("description", form.description()), ("message", elicitation.message.as_deref())] {
        if let Some(text) = text {
            object.insert(key.to_owned(), text.into());
        }
    }
    let given: Value = answers.and_then(|answers| answers.to().ok()).unwrap_or_else(|| json!({}));
    let view = form.view(&given);
    let mut items: Vec<Value> = Vec::new();
    for (index, shown) in view.fields.iter().enumerate() {
        items.extend(displays(form, index));
        let said: Vec<Cow<'_, str>> = match problems {
            ShownProblems::None => Vec::new(),
            ShownProblems::OfView => {
                shown.problems.iter().map(|problem| Cow::Owned(of_view(problem))).collect()
            }
            ShownProblems::OfCheck(problems) => {
                problems.of(shown.field.id()).map(|problem| Cow::Owned(of_check(problem))).collect()
            }
        };
        items.push(field(shown, &said));
    }
    items.extend(displays(form, view.fields.len()));
    let overall: Vec<String> = match problems {
        ShownProblems::None => Vec::new(),
        ShownProblems::OfView => view.problems.iter().map(of_view).collect(),
        ShownProblems::OfCheck(problems) => {
            let is_known = |id: &str| view.fields.iter().any(|shown| shown.visible && shown.field.id() == id);
            problems.iter().filter(|problem| !is_known(&problem.field)).map(of_check).collect()
        }
    };
    object.insert("items".to_owned(), items.into());
    object.insert("problems".to_owned(), json!(overall));
}

/// Returns the words of the app in the language that was entered.
pub(super) fn words() -> Value {
    let words = Words::current();
    let names = [
        ("title", "mcp-title"),
        ("submit", "mcp-send"),
        ("decline", "mcp-decline"),
        ("optional", "mcp-optional"),
        ("choose", "mcp-choose"),
        ("open", "mcp-open"),
        ("page", "mcp-on-page"),
        ("orPage", "mcp-open-page"),
        ("code", "mcp-page-code"),
        ("failed", "mcp-failed"),
        ("check", "mcp-check"),
        ("refused", "mcp-page-refused"),
        ("answered", "mcp-answered"),
        ("declined", "mcp-declined"),
        ("cancelled", "mcp-cancelled"),
        ("timeout", "mcp-timeout"),
        ("sayAnswered", "mcp-say-answered"),
        ("sayDeclined", "mcp-say-declined"),
        ("sayClosed", "mcp-say-closed"),
    ];
    let text = |key: &str| words.variants(key, &[]).into_iter().map(|(_, text)| text).collect::<String>();
    names
        .into_iter()
        .map(|(name, key)| (name.to_owned(), Value::from(text(key))))
        .collect::<Map<_, _>>()
        .into()
}

/// Returns what stands before a field.
fn displays(form: &Form, before: usize) -> impl Iterator<Item = Value> {
    form.displays_before(before).map(|display| {
        let image = display.image().map(|image| {
            let source = format!("data:{};base64,{}", image.media_type(), image.data());
            json!({"source": source, "description": image.description()})
        });
        json!({"display": display.id(), "label": display.label(), "content": display.content(), "image": image})
    })
}

/// Lines of a postal address, if the form does not say how many.
const ADDRESS_ROWS: u8 = 4;

/// Returns one field. Members that say nothing are left out.
fn field(shown: &FieldView<'_>, problems: &[Cow<'_, str>]) -> Value {
    let field = shown.field;
    let rendering = field.rendering();
    let mut object = json!({
        "id": field.id(),
        "kind": field.kind().name().as_str(),
        "label": field.label(),
        "description": field.description(),
        "help": rendering.help_text,
        "placeholder": rendering.placeholder,
        "autocomplete": rendering.autocomplete,
        "visible": shown.visible,
        "enabled": shown.enabled,
        "readonly": rendering.readonly || field.is_computed(),
        "computed": field.is_computed().then_some(true),
        "prefill": field.prefill().map(|_| true),
        "required": shown.required,
        "value": shown.value.as_ref().map(value),
        "problems": problems,
        "style": rendering.display_style.and_then(style),
    });
    if let Some(options) = field.kind().options() {
        let options = options.iter().map(|choice| json!({"value": choice.value, "title": choice.title()}));
        object["options"] = options.collect();
    }
    match field.kind() {
        Kind::Text(_) => {
            object["input"] = input(rendering.input_type, rendering.display_style).into();
            let is_address = rendering.display_style == Some(DisplayStyle::Address);
            object["rows"] = json!(rendering.rows.or(is_address.then_some(ADDRESS_ROWS)));
        }
        Kind::Number(number) => {
            object["integer"] = number.is_integer().into();
            object["minimum"] = json!(number.minimum.as_ref().map(ToString::to_string));
            object["maximum"] = json!(number.maximum.as_ref().map(ToString::to_string));
        }
        Kind::Boolean(boolean) => {
            object["labels"] =
                json!(boolean.label(true).zip(boolean.label(false)).map(|(yes, no)| [yes, no]));
        }
        Kind::Date(date) => {
            object["time"] = date.with_time.into();
            object["minimum"] = json!(date.minimum.and_then(day));
            object["maximum"] = json!(date.maximum.and_then(day));
        }
        _ => {}
    }
    if let Some(object) = object.as_object_mut() {
        object.retain(|_, value| !value.is_null());
    }
    object
}

fn day(moment: Moment) -> Option<String> {
    if let Moment::Day(day) = moment { Some(day.to_string()) } else { None }
}

/// Returns the look that the app knows; for other looks it uses the kind's own.
fn style(style: DisplayStyle) -> Option<&'static str> {
    match style {
        DisplayStyle::Radio | DisplayStyle::Segmented => Some("radio"),
        DisplayStyle::Dropdown => Some("dropdown"),
        _ => None,
    }
}

/// Returns the HTML type of a text input.
fn input(named: Option<InputType>, style: Option<DisplayStyle>) -> &'static str {
    match (named, style) {
        (Some(InputType::Email), _) | (None, Some(DisplayStyle::Email)) => "email",
        (Some(InputType::Tel), _) | (None, Some(DisplayStyle::Tel)) => "tel",
        (Some(InputType::Search), _) => "search",
        (Some(InputType::Time), _) | (None, Some(DisplayStyle::Time)) => "time",
        _ => "text",
    }
}

fn value(raw: &RawValue<'_>) -> Value {
    match raw {
        RawValue::Null => Value::Null,
        RawValue::Bool(truth) => (*truth).into(),
        RawValue::Integer(integer) => (*integer).into(),
        // As text: no digit is lost.
        RawValue::Number(text) | RawValue::Text(text) => text.as_ref().into(),
        RawValue::List(values) => values.iter().map(value).collect(),
        RawValue::Object(members) => {
            members.iter().map(|(key, member)| (key.as_ref().to_owned(), value(member))).collect()
        }
    }
}
