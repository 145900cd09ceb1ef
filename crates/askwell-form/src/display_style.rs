//! Display styles: how an input looks. They never change which answers are accepted.

use std::borrow::Cow;

use crate::definition::Field;
use crate::kind::{Choice, Kind, KindName, NumberKind};
use crate::number::Number;

/// The look of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after what it looks like")]
pub enum DisplayStyle {
    Text,
    Password,
    Email,
    Tel,
    Address,
    Colour,
    Time,
    Input,
    Slider,
    Stepper,
    Rating,
    Scale,
    Checkbox,
    Toggle,
    Radio,
    Dropdown,
    Segmented,
    MultiselectDropdown,
    Chips,
    Range,
    Signature,
}

/// A rating has at most this many stars.
const MOST_STARS: usize = 10;

/// A scale has at most this many points.
const MOST_POINTS: usize = 21;

/// Returns the styles of a kind, with the names that documents use.
pub(crate) fn display_styles(kind: KindName) -> &'static [(&'static str, DisplayStyle)] {
    match kind {
        KindName::Text => &[
            ("text", DisplayStyle::Text),
            ("password", DisplayStyle::Password),
            ("email", DisplayStyle::Email),
            ("tel", DisplayStyle::Tel),
            ("phone", DisplayStyle::Tel),
            ("address", DisplayStyle::Address),
            ("colour", DisplayStyle::Colour),
            ("time", DisplayStyle::Time),
        ],
        KindName::Number => &[
            ("input", DisplayStyle::Input),
            ("slider", DisplayStyle::Slider),
            ("stepper", DisplayStyle::Stepper),
            ("rating", DisplayStyle::Rating),
            ("scale", DisplayStyle::Scale),
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
            ("rating", DisplayStyle::Rating),
            ("scale", DisplayStyle::Scale),
        ],
        KindName::MultiSelect => &[
            ("checkbox", DisplayStyle::Checkbox),
            ("multiselect_dropdown", DisplayStyle::MultiselectDropdown),
            ("chips", DisplayStyle::Chips),
        ],
        KindName::Date => &[("range", DisplayStyle::Range)],
        KindName::File => &[("signature", DisplayStyle::Signature)],
        KindName::Url | KindName::Rows => &[],
    }
}

/// A value that a rating or a scale offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScalePoint<'f> {
    /// What is answered.
    pub value: Cow<'f, str>,
    /// The title of the option that it stands for.
    pub title: Option<&'f str>,
}

impl Field {
    /// Returns the values of a field with the style `rating` or `scale`, from the lowest to the highest; `None` for
    /// other fields, and where they are too many to be shown next to each other or are not whole numbers.
    ///
    /// A number without bounds has 1 to 5 stars, or the points 0 to 10. Options are points in their order.
    #[must_use]
    pub fn scale_points<'f>(&'f self) -> Option<Vec<ScalePoint<'f>>> {
        let (lowest, highest, most) = match self.rendering.display_style? {
            DisplayStyle::Rating => (1, 5, MOST_STARS),
            DisplayStyle::Scale => (0, 10, MOST_POINTS),
            _ => return None,
        };
        match &self.kind {
            Kind::Number(kind) => {
                let step = kind.multiple_of.or(self.rendering.step);
                let numbers = whole_numbers(kind, step, (lowest, highest), most)?;
                let point = |number: i64| ScalePoint { value: number.to_string().into(), title: None };
                Some(numbers.into_iter().map(point).collect())
            }
            Kind::Select(kind) if kind.options.len() <= most => {
                let point = |choice: &'f Choice| ScalePoint {
                    value: Cow::Borrowed(&choice.value),
                    title: Some(choice.title()),
                };
                Some(kind.options.iter().map(point).collect())
            }
            _ => None,
        }
    }
}

/// Returns the numbers between the bounds of a field, if they are whole and not more than `most`.
fn whole_numbers(
    kind: &NumberKind,
    step: Option<Number>,
    (lowest, highest): (i64, i64),
    most: usize,
) -> Option<Vec<i64>> {
    let step = step.map_or(Some(1), |step| step.as_i64())?;
    let first = match (kind.minimum, kind.exclusive_minimum) {
        (Some(least), _) => least.as_i64()?,
        (None, Some(below)) => below.as_i64()?.checked_add(1)?,
        (None, None) => lowest,
    };
    let last = match (kind.maximum, kind.exclusive_maximum) {
        (Some(most), _) => most.as_i64()?,
        (None, Some(above)) => above.as_i64()?.checked_sub(1)?,
        (None, None) => highest,
    };
    // Multiples are counted from zero, other steps from the lowest number.
    let first = match kind.multiple_of.and_then(|multiple| multiple.as_i64()) {
        Some(multiple) => first.checked_add((-first.rem_euclid(multiple)).rem_euclid(multiple))?,
        None => first,
    };
    let mut numbers = Vec::new();
    let mut next = first;
    while next <= last {
        if numbers.len() == most {
            return None;
        }
        numbers.push(next);
        next = next.checked_add(step)?;
    }
    (numbers.len() > 1).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Form;

    fn points(field: &Value) -> Option<Vec<String>> {
        let mut field = field.clone();
        field["id"] = json!("a");
        field["label"] = json!("A");
        let form = Form::from_value(&json!({"id": "f", "title": "F", "fields": [field]})).unwrap();
        let points = form.field("a")?.scale_points()?;
        Some(points.iter().map(|point| point.title.unwrap_or(&point.value).to_owned()).collect())
    }

    #[test]
    fn points_are_the_values_between_the_bounds() {
        let rating = |rules: Value| json!({"type": "number", "validation": rules, "rendering": {"displayStyle": "rating"}});
        let scale = |rules: Value, step: Value| json!({"type": "number", "validation": rules, "rendering": {"displayStyle": "scale", "step": step}});
        let options = |style: &str| json!({"type": "select", "options": [{"value": "1", "title": "Bad"}, {"value": "2", "title": "Good"}], "rendering": {"displayStyle": style}});
        for (field, expected) in [
            (rating(json!({})), Some(vec!["1", "2", "3", "4", "5"])),
            (rating(json!({"maximum": 3})), Some(vec!["1", "2", "3"])),
            (rating(json!({"minimum": 0, "exclusiveMaximum": 3})), Some(vec!["0", "1", "2"])),
            (rating(json!({"maximum": 10, "multipleOf": 5})), Some(vec!["5", "10"])),
            (rating(json!({"maximum": 11})), None),
            (rating(json!({"maximum": 1})), None),
            (rating(json!({"minimum": 0.5})), None),
            (rating(json!({"multipleOf": 0.5})), None),
            (
                rating(
                    json!({"minimum": -9_223_372_036_854_775_807_i64, "maximum": 9_223_372_036_854_775_807_i64}),
                ),
                None,
            ),
            (
                rating(
                    json!({"minimum": 9_223_372_036_854_775_806_i64, "maximum": 9_223_372_036_854_775_807_i64}),
                ),
                None,
            ),
            (scale(json!({"minimum": -1, "maximum": 1}), json!(1)), Some(vec!["-1", "0", "1"])),
            (scale(json!({"minimum": 1, "maximum": 6}), json!(2)), Some(vec!["1", "3", "5"])),
            (
                scale(json!({"minimum": -7, "maximum": 6, "multipleOf": 5}), json!(1)),
                Some(vec!["-5", "0", "5"]),
            ),
            (
                scale(json!({"maximum": 20}), json!(1)),
                Some(vec![
                    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
                    "16", "17", "18", "19", "20",
                ]),
            ),
            (scale(json!({"maximum": 21}), json!(1)), None),
            (options("rating"), Some(vec!["Bad", "Good"])),
            (options("scale"), Some(vec!["Bad", "Good"])),
            (options("radio"), None),
        ] {
            let found = points(&field);
            let found = found.as_ref().map(|points| points.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(found, expected, "{field}");
        }
    }
}
