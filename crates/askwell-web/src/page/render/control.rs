//! The attributes that all controls share: names, ids and accessibility.

use std::borrow::Cow;

use askwell_form::markdown::LinkHosts;
use askwell_form::{DisplayStyle, FieldView, Kind, Problem, Raw};
use maud::{Markup, html};

use super::option_window::OptionWindow;
use crate::page::submission::PREFILL;
use crate::page::uploaded_file::UploadedFile;
use crate::page::url_destination::UrlDestination;

/// What a page shows about a field beside its view.
#[derive(Default)]
pub(crate) struct FieldContext<'p> {
    /// The problems to show on this page.
    pub(crate) problems: Vec<&'p Problem>,
    /// The text of the search box.
    pub(crate) search: &'p str,
    /// The file that was uploaded before.
    pub(crate) file: Option<&'p UploadedFile>,
    /// The path of that file.
    pub(crate) file_path: String,
    /// Whether a secret is cached; it is never shown.
    pub(crate) secret_held: bool,
    /// The result of a URL check.
    pub(crate) verdict: Option<Result<String, String>>,
    /// The destination of a URL.
    pub(crate) destination: Option<UrlDestination>,
    /// Further descriptions of the field.
    pub(crate) described: AriaDescription,
    /// The largest accepted file, in bytes.
    pub(crate) largest_file: u64,
    /// The hosts to which links in the description open; `None` if the form's texts are plain.
    pub(crate) hosts: Option<&'p LinkHosts>,
    /// What the name of the input begins with; empty outside of rows.
    pub(crate) prefix: String,
    /// Of a repeating group, the contexts of the fields of each row.
    pub(crate) rows: Vec<Vec<FieldContext<'p>>>,
}

impl FieldContext<'_> {
    /// Returns the name under which the browser sends the value of the field.
    pub(crate) fn name_of(&self, view: &FieldView<'_>) -> String {
        format!("{}{}", self.prefix, view.field.id())
    }
}

/// The resolved hint `ariaDescribedBy`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AriaDescription {
    /// Ids of elements of the page.
    pub(crate) ids: Vec<String>,
    /// A text for assistive technology only.
    pub(crate) spoken: Option<String>,
}

/// The control of one field.
pub(crate) struct Control<'c> {
    pub(crate) view: &'c FieldView<'c>,
    pub(crate) context: &'c FieldContext<'c>,
    /// The element id of the input, or of the first of several.
    pub(crate) id: String,
    name: String,
    /// The ids of hint, limits, help and error.
    pub(crate) described_by: Option<String>,
    /// The accepted values, as a sentence.
    pub(crate) limits: Option<String>,
}

impl<'c> Control<'c> {
    pub(crate) fn new(view: &'c FieldView<'c>, context: &'c FieldContext<'c>) -> Control<'c> {
        let name = context.name_of(view);
        let id = element_id(&name);
        let mut ids = Vec::new();
        if view.field.description().is_some() {
            ids.push(format!("{id}-hint"));
        }
        let limits = limits(view, context);
        if limits.is_some() {
            ids.push(format!("{id}-limits"));
        }
        if super::counter::most(view).is_some() {
            ids.push(format!("{id}-count"));
        }
        if view.field.rendering().help_text.is_some() {
            ids.push(format!("{id}-help"));
        }
        ids.push(format!("{id}-error"));
        ids.extend(context.described.ids.iter().cloned());
        if context.described.spoken.is_some() {
            ids.push(format!("{id}-spoken"));
        }
        Control { view, context, described_by: Some(ids.join(" ")), limits, id, name }
    }

    /// Returns the element id of the label, or of the legend of a group.
    pub(crate) fn label_id(&self) -> String {
        label_id(&self.name)
    }

    /// Returns the name under which the browser sends the value.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn hints(&self) -> &'c askwell_form::Rendering {
        self.view.field.rendering()
    }

    /// Returns the text of the input.
    pub(crate) fn value(&self) -> Cow<'c, str> {
        self.view.value.as_ref().map_or(Cow::Borrowed(""), raw_text)
    }

    /// Returns whether a value is chosen.
    pub(crate) fn is_chosen(&self, value: &str) -> bool {
        match &self.view.value {
            Some(Raw::List(items)) => items.iter().any(|item| item.as_text() == Some(value)),
            Some(other) => raw_text(other) == value,
            None => false,
        }
    }

    /// Returns whether the field cannot be edited now.
    pub(crate) fn disabled(&self) -> bool {
        !self.view.enabled
    }

    pub(crate) fn readonly(&self) -> bool {
        self.hints().readonly
    }

    /// Returns whether the control is disabled. Controls without a read-only state are disabled
    /// instead, and a hidden input carries their value.
    pub(crate) fn switched_off(&self) -> bool {
        self.disabled() || self.readonly()
    }

    pub(crate) fn invalid(&self) -> Option<&'static str> {
        let announced = self.hints().accessibility.invalid == Some(true);
        (announced || !self.context.problems.is_empty()).then_some("true")
    }

    pub(crate) fn required(&self) -> Option<&'static str> {
        self.hints().accessibility.required.unwrap_or(self.view.required).then_some("true")
    }

    pub(crate) fn aria_label(&self) -> Option<&'c str> {
        self.hints().accessibility.aria_label.as_deref()
    }

    /// Returns the position in the tab order that the form asks for, clamped to what browsers
    /// support.
    pub(crate) fn tab_index(&self) -> Option<i32> {
        self.hints().accessibility.tab_index.map(|index| index.clamp(-1, 32_767))
    }

    /// Returns the `autocomplete` token of the form, or that of the style; `off` if browsers do not know it.
    pub(crate) fn autocomplete(&self) -> &'c str {
        let own = match self.hints().display_style {
            Some(DisplayStyle::Tel) => "tel",
            Some(DisplayStyle::Address) => "street-address",
            _ => "off",
        };
        self.hints()
            .autocomplete
            .as_deref()
            .map_or(own, |word| if is_autocomplete(word) { word } else { "off" })
    }

    /// Renders hidden inputs for a disabled control, whose value browsers do not send.
    pub(crate) fn carried(&self) -> Markup {
        html! {
            @if self.switched_off() {
                @for value in carried_values(self.view) {
                    input type="hidden" name=(self.name()) value=(value) data-carry;
                }
            }
        }
    }

    /// Returns the options to show.
    pub(crate) fn window(&self, options: &'c askwell_form::Options) -> OptionWindow<'c> {
        OptionWindow::new(options, self.context.search, |value| self.is_chosen(value))
    }
}

/// Returns the values that a field would send. A computed one sends nothing.
pub(crate) fn carried_values<'v>(view: &'v FieldView<'_>) -> Vec<Cow<'v, str>> {
    match &view.value {
        _ if view.field.is_computed() => Vec::new(),
        None | Some(Raw::Null | Raw::Object(_)) => Vec::new(),
        Some(Raw::List(items)) => {
            std::iter::once(Cow::Borrowed("")).chain(items.iter().map(raw_text)).collect()
        }
        Some(one) => vec![raw_text(one)],
    }
}

/// Returns the prefilled value that a page shows, empty if there is none yet; nothing if the person has given a value.
pub(crate) fn shown_prefill(view: &FieldView<'_>) -> Option<String> {
    let is_untouched = view.prefilled || view.value.is_none();
    (view.field.prefill().is_some() && is_untouched).then(|| {
        let values: Vec<Cow<'_, str>> = carried_values(view);
        let chosen: Vec<&str> =
            values.iter().map(|value| &**value).filter(|value| !value.is_empty()).collect();
        chosen.join("\n")
    })
}

/// Renders the marker of a prefilled value. It comes back with the form: a value that equals it was not edited, and
/// goes on to follow from the other answers.
pub(super) fn prefill_marker(view: &FieldView<'_>, name: &str) -> Markup {
    html! {
        @if let Some(shown) = shown_prefill(view) {
            input type="hidden" name=(format!("{name}{PREFILL}")) value=(shown) data-prefill;
        }
    }
}

/// Returns the accepted values as a sentence, where the input does not show them.
fn limits(view: &FieldView<'_>, context: &FieldContext<'_>) -> Option<String> {
    match view.field.kind() {
        Kind::File(kind) => Some(super::file::limits(kind, context.largest_file)),
        Kind::Number(_) => super::number::steps(view),
        _ => None,
    }
}

/// Returns the element id of a field's label, or of the legend of a group.
pub(crate) fn label_id(field: &str) -> String {
    format!("{}-label", element_id(field))
}

/// Returns the element id of a field's input.
pub(crate) fn element_id(field: &str) -> String {
    format!("f-{field}")
}

/// Returns a raw value as the text of an input.
pub(crate) fn raw_text<'r>(raw: &'r Raw<'_>) -> Cow<'r, str> {
    match raw {
        Raw::Text(text) | Raw::Number(text) => Cow::Borrowed(text),
        Raw::Integer(integer) => Cow::Owned(integer.to_string()),
        Raw::Bool(true) => Cow::Borrowed("true"),
        Raw::Bool(false) => Cow::Borrowed("false"),
        Raw::Null | Raw::List(_) | Raw::Object(_) => Cow::Borrowed(""),
    }
}

/// Returns whether browsers know this `autocomplete` token, with optional prefixes.
fn is_autocomplete(text: &str) -> bool {
    const TOKENS: [&str; 55] = [
        "off",
        "on",
        "name",
        "honorific-prefix",
        "given-name",
        "additional-name",
        "family-name",
        "honorific-suffix",
        "nickname",
        "username",
        "new-password",
        "current-password",
        "one-time-code",
        "organization-title",
        "organization",
        "street-address",
        "address-line1",
        "address-line2",
        "address-line3",
        "address-level4",
        "address-level3",
        "address-level2",
        "address-level1",
        "country",
        "country-name",
        "postal-code",
        "cc-name",
        "cc-given-name",
        "cc-additional-name",
        "cc-family-name",
        "cc-number",
        "cc-exp",
        "cc-exp-month",
        "cc-exp-year",
        "cc-csc",
        "cc-type",
        "transaction-currency",
        "transaction-amount",
        "language",
        "bday",
        "bday-day",
        "bday-month",
        "bday-year",
        "sex",
        "url",
        "photo",
        "tel",
        "tel-country-code",
        "tel-national",
        "tel-area-code",
        "tel-local",
        "tel-extension",
        "email",
        "impp",
        "webauthn",
    ];
    let mut words = text.split_ascii_whitespace().rev();
    let known = words.next().is_some_and(|word| TOKENS.contains(&word.to_ascii_lowercase().as_str()));
    known
        && words.all(|word| {
            matches!(word, "shipping" | "billing" | "home" | "work" | "mobile" | "fax" | "pager")
                || word.starts_with("section-")
        })
}
