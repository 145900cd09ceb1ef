//! How a field would like to be shown. Hints only: a renderer follows them as far as it can, and nothing
//! here changes what answers are accepted.

use serde_json::{Map, Value};

use crate::json::tree::Node;
use crate::kind::KindName;
use crate::number::Number;
use crate::parse::reader::{Members, Reader};

/// A field's rendering hints.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Rendering {
    /// Shown in the empty input.
    pub placeholder: Option<String>,
    /// Shown beside the input.
    pub help_text: Option<String>,
    /// Which of the kind's styles to use.
    pub display_style: Option<DisplayStyle>,
    /// Shown, not to be edited.
    pub readonly: bool,
    /// Carried along, never shown.
    pub hidden: bool,
    /// The browser's autocomplete token.
    pub autocomplete: Option<String>,
    /// Columns of twelve that the field spans.
    pub grid_column: Option<u8>,
    /// The row it stands in.
    pub grid_row: Option<u32>,
    /// The next field begins a new line.
    pub break_after: bool,
    /// The kind of input, for on-screen keyboards.
    pub input_type: Option<InputType>,
    /// The step of a stepper or slider.
    pub step: Option<Number>,
    /// Lines of a text area.
    pub rows: Option<u8>,
    /// When to check.
    pub validation_trigger: Option<Trigger>,
    /// How long to wait for the next keystroke before checking.
    pub debounce_ms: Option<u32>,
    /// Options can be searched.
    pub searchable: bool,
    /// How to show a date.
    pub display_format: Option<String>,
    /// Also ask for a time of day.
    pub enable_time: bool,
    /// Offer to try the URL.
    pub test_button: bool,
    /// Which files a picker offers.
    pub accept: Option<String>,
    /// Files can be dropped on the field.
    pub drag_and_drop: bool,
    /// Show what was chosen.
    pub preview: bool,
    /// For assistive technology.
    pub accessibility: Accessibility,
    /// `x-` keys, as they were written.
    pub extensions: Map<String, Value>,
}

/// Hints for assistive technology.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Accessibility {
    /// Instead of the label.
    pub aria_label: Option<String>,
    /// Id of an element that describes the field.
    pub aria_described_by: Option<String>,
    /// Place in the tab order.
    pub tab_index: Option<i32>,
    /// Announce as required.
    pub required: Option<bool>,
    /// Announce as invalid.
    pub invalid: Option<bool>,
}

/// The look of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after what it looks like")]
pub enum DisplayStyle {
    Text,
    Password,
    Email,
    Tel,
    Input,
    Slider,
    Stepper,
    Checkbox,
    Toggle,
    Radio,
    Dropdown,
    Segmented,
    MultiselectDropdown,
    Chips,
}

/// The kind of an input, as HTML names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after the HTML input type")]
pub enum InputType {
    Text,
    Password,
    Email,
    Tel,
    Search,
    Url,
    Number,
    Date,
    Time,
    DatetimeLocal,
}

/// When a field is checked while a form is being filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trigger {
    /// With every change.
    OnChange,
    /// When the field is left.
    OnBlur,
    /// When the form is sent.
    OnSubmit,
}

impl Rendering {
    /// Whether what is typed must not be seen.
    pub(crate) fn is_secret(&self) -> bool {
        self.input_type == Some(InputType::Password) || self.display_style == Some(DisplayStyle::Password)
    }

    pub(crate) fn read(reader: &mut Reader, node: &Node<'_>, kind: KindName) -> Option<Rendering> {
        let members = reader.object(node, &known_keys(kind))?;
        let mut hints = Rendering { extensions: members.extensions(), ..Rendering::default() };
        let shown = |reader: &mut Reader, key: &str| {
            members.get(key).and_then(|node| reader.shown(node, 0..=usize::MAX))
        };
        hints.placeholder = shown(reader, "placeholder");
        hints.help_text = shown(reader, "helpText");
        hints.autocomplete = shown(reader, "autocomplete");
        hints.display_format = shown(reader, "displayFormat");
        hints.accept = shown(reader, "acceptAttribute");
        hints.display_style =
            members.get("displayStyle").and_then(|node| reader.word(node, display_styles(kind)));
        hints.input_type = members.get("inputType").and_then(|node| reader.word(node, input_types(kind)));
        hints.validation_trigger =
            members.get("validationTrigger").and_then(|node| reader.word(node, &TRIGGERS));
        hints.step = members.get("step").and_then(|node| reader.positive_number(node));
        let count = |reader: &mut Reader, key: &str, most: i64, least: i64| {
            members.get(key).and_then(|node| reader.count(node, least..=most))
        };
        hints.grid_column = count(reader, "gridColumn", 12, 1).and_then(|n| n.try_into().ok());
        hints.grid_row = count(reader, "gridRow", u32::MAX.into(), 1).and_then(|n| n.try_into().ok());
        hints.rows = count(reader, "rows", 100, 1).and_then(|n| n.try_into().ok());
        hints.debounce_ms = count(reader, "debounceMs", u32::MAX.into(), 0).and_then(|n| n.try_into().ok());
        let flag = |reader: &mut Reader, key: &str, otherwise: bool| {
            members.get(key).and_then(|node| reader.boolean(node)).unwrap_or(otherwise)
        };
        hints.readonly = flag(reader, "readonly", false);
        hints.hidden = flag(reader, "hidden", false);
        hints.break_after = flag(reader, "breakAfter", false);
        hints.searchable = flag(reader, "searchable", false);
        hints.enable_time = flag(reader, "enableTime", false);
        hints.test_button = flag(reader, "testButton", false);
        hints.drag_and_drop = flag(reader, "dragAndDrop", kind == KindName::File);
        hints.preview = flag(reader, "preview", false);
        if let Some(node) = members.get("accessibility") {
            hints.accessibility = Accessibility::read(reader, node).unwrap_or_default();
        }
        Some(hints)
    }
}

impl Accessibility {
    fn read(reader: &mut Reader, node: &Node<'_>) -> Option<Accessibility> {
        let keys = ["ariaLabel", "ariaDescribedBy", "tabIndex", "required", "invalid"];
        let members: Members<'_, '_> = reader.closed_object(node, &keys)?;
        let mut text = |key| members.get(key).and_then(|node| reader.shown(node, 0..=usize::MAX));
        let (aria_label, aria_described_by) = (text("ariaLabel"), text("ariaDescribedBy"));
        let tab_index =
            members.get("tabIndex").and_then(|node| reader.count(node, i32::MIN.into()..=i32::MAX.into()));
        Some(Accessibility {
            aria_label,
            aria_described_by,
            tab_index: tab_index.and_then(|n| n.try_into().ok()),
            required: members.get("required").and_then(|node| reader.boolean(node)),
            invalid: members.get("invalid").and_then(|node| reader.boolean(node)),
        })
    }
}

const COMMON_KEYS: [&str; 16] = [
    "placeholder",
    "helpText",
    "displayStyle",
    "readonly",
    "hidden",
    "autocomplete",
    "gridColumn",
    "gridRow",
    "breakAfter",
    "inputType",
    "step",
    "rows",
    "conditionalDisplay",
    "validationTrigger",
    "debounceMs",
    "accessibility",
];

fn known_keys(kind: KindName) -> Vec<&'static str> {
    let own: &[&str] = match kind {
        KindName::Select | KindName::MultiSelect => &["searchable"],
        KindName::Date => &["displayFormat", "enableTime"],
        KindName::Url => &["testButton"],
        KindName::File => &["acceptAttribute", "dragAndDrop", "preview"],
        KindName::Text | KindName::Number | KindName::Boolean => &[],
    };
    COMMON_KEYS.iter().chain(own).copied().collect()
}

fn display_styles(kind: KindName) -> &'static [(&'static str, DisplayStyle)] {
    match kind {
        KindName::Text => &[
            ("text", DisplayStyle::Text),
            ("password", DisplayStyle::Password),
            ("email", DisplayStyle::Email),
            ("tel", DisplayStyle::Tel),
        ],
        KindName::Number => &[
            ("input", DisplayStyle::Input),
            ("slider", DisplayStyle::Slider),
            ("stepper", DisplayStyle::Stepper),
        ],
        KindName::Boolean => &[
            ("checkbox", DisplayStyle::Checkbox),
            ("toggle", DisplayStyle::Toggle),
            ("radio", DisplayStyle::Radio),
        ],
        KindName::Select => &[
            ("dropdown", DisplayStyle::Dropdown),
            ("radio", DisplayStyle::Radio),
            ("segmented", DisplayStyle::Segmented),
        ],
        KindName::MultiSelect => &[
            ("checkbox", DisplayStyle::Checkbox),
            ("multiselect_dropdown", DisplayStyle::MultiselectDropdown),
            ("chips", DisplayStyle::Chips),
        ],
        KindName::Date | KindName::Url | KindName::File => &[],
    }
}

/// Only a text can be a secret: the other kinds are shown, listed and compared.
fn input_types(kind: KindName) -> &'static [(&'static str, InputType)] {
    match kind {
        KindName::Text => &[
            ("text", InputType::Text),
            ("password", InputType::Password),
            ("email", InputType::Email),
            ("tel", InputType::Tel),
            ("search", InputType::Search),
        ],
        _ => &[
            ("text", InputType::Text),
            ("email", InputType::Email),
            ("tel", InputType::Tel),
            ("search", InputType::Search),
            ("url", InputType::Url),
            ("number", InputType::Number),
            ("date", InputType::Date),
            ("time", InputType::Time),
            ("datetime_local", InputType::DatetimeLocal),
        ],
    }
}

const TRIGGERS: [(&str, Trigger); 3] =
    [("on_change", Trigger::OnChange), ("on_blur", Trigger::OnBlur), ("on_submit", Trigger::OnSubmit)];
