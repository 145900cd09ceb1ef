//! Rendering hints of a field. A renderer follows them as far as it can; they never change which
//! answers are accepted.

use serde_json::{Map, Value};

use crate::defect::DefectCode;
use crate::display_style::{DisplayStyle, display_styles};
use crate::json::tree::{Json, Node};
use crate::kind::KindName;
use crate::nearest::nearest;
use crate::number::Number;
use crate::parse::reader::{Members, Reader};
use crate::text::excerpt;

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
    /// The id of the date field that ends the range which this one begins.
    pub range_end: Option<String>,
    /// What the lowest value of a scale means.
    pub low_label: Option<String>,
    /// What the highest value of a scale means.
    pub high_label: Option<String>,
    /// Which files a picker offers.
    pub accept: Option<String>,
    /// Files can be dropped on the field.
    pub drag_and_drop: bool,
    /// Show what was chosen.
    pub preview: bool,
    /// For assistive technology.
    pub accessibility: Accessibility,
    /// Every hint that the language has no meaning for, as it was written: `x-` keys, unknown ones, those of other
    /// kinds, and a style or input type that the kind does not have.
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
    /// Every other hint in `accessibility`, as it was written.
    pub extensions: Map<String, Value>,
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
    /// Returns whether what is typed must not be seen.
    pub(crate) fn is_secret(&self) -> bool {
        self.input_type == Some(InputType::Password) || self.display_style == Some(DisplayStyle::Password)
    }

    pub(crate) fn read(reader: &mut Reader, node: &Node<'_>, kind: KindName) -> Option<Rendering> {
        let known = known_keys(kind);
        let members = reader.open_object(node, &known)?;
        let mut hints = Rendering { extensions: members.unknown(&known), ..Rendering::default() };
        warn_of_other_kinds(reader, members, &known, kind);
        let shown = |reader: &mut Reader, key: &str| {
            members.get(key).and_then(|node| reader.shown(node, 0..=usize::MAX))
        };
        hints.placeholder = shown(reader, "placeholder");
        hints.help_text = shown(reader, "helpText");
        hints.autocomplete = shown(reader, "autocomplete");
        if kind == KindName::Date {
            hints.display_format = shown(reader, "displayFormat");
        }
        if kind == KindName::File {
            hints.accept = shown(reader, "acceptAttribute");
        }
        if matches!(kind, KindName::Number | KindName::Select) {
            hints.low_label = shown(reader, "lowLabel");
            hints.high_label = shown(reader, "highLabel");
        }
        if let Some(node) = members.get("displayStyle") {
            hints.read_display_style(reader, node, kind);
        }
        if kind == KindName::Date {
            hints.read_range(reader, members);
        }
        if let Some(node) = members.get("inputType") {
            hints.read_input_type(reader, node, kind);
        }
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
        let own_flag =
            |reader: &mut Reader, key: &str| own_keys(kind).contains(&key) && flag(reader, key, false);
        hints.searchable = own_flag(reader, "searchable");
        hints.enable_time = own_flag(reader, "enableTime");
        hints.test_button = own_flag(reader, "testButton");
        hints.preview = own_flag(reader, "preview");
        hints.drag_and_drop = kind == KindName::File && flag(reader, "dragAndDrop", true);
        let inner = members.get("accessibility").and_then(|node| reader.open_object(node, &ARIA_KEYS));
        let inner = inner.map(|members| {
            let extensions = members.unknown(&ARIA_KEYS);
            Accessibility { extensions, ..Accessibility::read(reader, members) }
        });
        hints.accessibility = inner.unwrap_or_default().or(Accessibility::read(reader, members));
        Some(hints)
    }

    /// Dates, URLs and files keep a style that they do not have; the other kinds refuse it.
    fn read_display_style(&mut self, reader: &mut Reader, node: &Node<'_>, kind: KindName) {
        let styles = display_styles(kind);
        let is_open = matches!(kind, KindName::Date | KindName::Url | KindName::File | KindName::Rows);
        let is_known = matches!(&node.value, Json::Text(text) if styles.iter().any(|(name, _)| name == text));
        if is_open && !is_known {
            self.keep_text(reader, "displayStyle", node);
        } else {
            self.display_style = reader.word(node, styles);
        }
    }

    /// Reads where a range of dates ends. Whether that is a field is known once all fields are.
    fn read_range(&mut self, reader: &mut Reader, members: Members<'_, '_>) {
        match members.get("rangeEnd") {
            Some(node) => self.range_end = reader.identifier(node, 64).map(str::to_owned),
            None if self.display_style == Some(DisplayStyle::Range) => {
                let message = "a range of dates needs a field in which it ends";
                reader.note(members.span(), DefectCode::Missing, message).expected("`rangeEnd`");
            }
            None => {}
        }
    }

    /// Keeps a hint whose value is a text that means nothing here.
    fn keep_text(&mut self, reader: &mut Reader, key: &str, node: &Node<'_>) {
        if let Some(text) = reader.text(node) {
            self.extensions.insert(key.to_owned(), text.into());
        }
    }

    /// A text field has input types of its own; the other kinds keep what they do not know. None of these can be a
    /// secret.
    fn read_input_type(&mut self, reader: &mut Reader, node: &Node<'_>, kind: KindName) {
        let known = input_types(kind);
        let is_known = |text: &str| known.iter().any(|(name, _)| *name == text);
        match &node.value {
            Json::Text(text) if kind != KindName::Text && text != "password" && !is_known(text) => {
                self.keep_text(reader, "inputType", node);
                if let Some(meant) = nearest(text, known.iter().map(|(name, _)| *name)) {
                    reader.warn(&node.span, || {
                        let message = format!("unknown input type `{}` is kept as it is", excerpt(text, 40));
                        (message, Some(meant.to_owned()))
                    });
                }
            }
            _ => self.input_type = reader.word(node, known),
        }
    }
}

/// Warns about hints that only other kinds have.
fn warn_of_other_kinds(reader: &mut Reader, members: Members<'_, '_>, known: &[&str], kind: KindName) {
    for member in members.iter() {
        let key = &*member.key;
        let of_another = || KindName::ALL.iter().any(|(_, other)| own_keys(*other).contains(&key));
        if !known.contains(&key) && of_another() {
            let warning = || (format!("`{key}` has no effect on a {kind} field"), None);
            reader.warn(&member.key_span, warning);
        }
    }
}

impl Accessibility {
    /// Returns the same hints, and in place of missing ones those of `other`.
    fn or(self, other: Accessibility) -> Accessibility {
        Accessibility {
            aria_label: self.aria_label.or(other.aria_label),
            aria_described_by: self.aria_described_by.or(other.aria_described_by),
            tab_index: self.tab_index.or(other.tab_index),
            required: self.required.or(other.required),
            invalid: self.invalid.or(other.invalid),
            extensions: self.extensions,
        }
    }

    fn read(reader: &mut Reader, members: Members<'_, '_>) -> Accessibility {
        let mut text = |key| members.get(key).and_then(|node| reader.shown(node, 0..=usize::MAX));
        let (aria_label, aria_described_by) = (text("ariaLabel"), text("ariaDescribedBy"));
        let tab_index =
            members.get("tabIndex").and_then(|node| reader.count(node, i32::MIN.into()..=i32::MAX.into()));
        Accessibility {
            aria_label,
            aria_described_by,
            tab_index: tab_index.and_then(|n| n.try_into().ok()),
            required: members.get("required").and_then(|node| reader.boolean(node)),
            invalid: members.get("invalid").and_then(|node| reader.boolean(node)),
            extensions: Map::new(),
        }
    }
}

/// Hints for assistive technology, in `accessibility` or beside it.
const ARIA_KEYS: [&str; 5] = ["ariaLabel", "ariaDescribedBy", "tabIndex", "required", "invalid"];

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
    COMMON_KEYS.iter().chain(&ARIA_KEYS).chain(own_keys(kind)).copied().collect()
}

/// Returns the hints that a kind has beside the common ones.
fn own_keys(kind: KindName) -> &'static [&'static str] {
    match kind {
        KindName::Select => &["searchable", "lowLabel", "highLabel"],
        KindName::MultiSelect => &["searchable"],
        KindName::Date => &["displayFormat", "enableTime", "rangeEnd"],
        KindName::Url => &["testButton"],
        KindName::File => &["acceptAttribute", "dragAndDrop", "preview"],
        KindName::Number => &["lowLabel", "highLabel"],
        KindName::Text | KindName::Boolean | KindName::Rows => &[],
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
