//! Losses: rules of a form that its schema cannot express.

use std::fmt;

use serde::Serialize;

use crate::definition::{Field, Form};
use crate::kind::Options;

/// A rule of a form that its schema does not express.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// The id of the field; `None` when it is the form's.
    pub field: Option<String>,
    /// The lost feature.
    pub feature: Feature,
    /// What that means for the schema.
    pub effect: Effect,
}

/// A feature of forms that a schema may not express.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Feature {
    /// A text must match a regular expression.
    Pattern,
    /// A text must have a format.
    Format,
    /// A field comes, goes, or has to be filled in, depending on other answers.
    Condition,
    /// A field comes and goes with another field.
    Dependency,
    /// What is typed must not be seen.
    Secret,
    /// A file.
    File,
    /// A file's name, type and content must agree.
    Content,
    /// A URL must not lead astray: schemes, private addresses, this machine.
    UrlGuard,
    /// A date must lie in a range.
    DateRange,
    /// A number must be a multiple of a step.
    MultipleOf,
    /// A number must lie above or below a bound, not on it.
    ExclusiveBounds,
    /// A bound has more digits than a double can carry.
    Precision,
    /// Several options can be chosen.
    MultiSelect,
    /// What is assumed when nothing is given.
    Default,
    /// Rules that are registered in code.
    CustomValidators,
    /// Rules between answers.
    AnswerRules,
    /// Headings and descriptions of groups.
    Groups,
    /// A picture beside the fields or the options.
    Image,
    /// A group that repeats.
    Rows,
    /// What an option means, beside its title.
    OptionDescription,
    /// How an input looks.
    DisplayStyle,
    /// The answer is computed from others.
    Computed,
    /// The value follows from other answers until a person gives one.
    Prefill,
    /// The options are those of a service.
    OptionsSource,
}

/// What a loss means for the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Effect {
    /// The field is not in the schema at all.
    Omitted,
    /// The schema accepts more than the form.
    Weakened,
    /// The schema accepts the same, and does not say something that people would like to know.
    Unsaid,
}

impl Feature {
    /// Every feature with its name and what people call it.
    const NAMES: [(Feature, &'static str, &'static str); 24] = [
        (Feature::Pattern, "pattern", "a pattern"),
        (Feature::Format, "format", "this format"),
        (Feature::Condition, "condition", "a condition on other answers"),
        (Feature::Dependency, "dependency", "the dependency on another field"),
        (Feature::Secret, "secret", "a secret"),
        (Feature::File, "file", "a file"),
        (Feature::Content, "content", "the check of a file's name and content"),
        (Feature::UrlGuard, "url_guard", "the URL guard"),
        (Feature::DateRange, "date_range", "a range of dates"),
        (Feature::MultipleOf, "multiple_of", "the step between numbers"),
        (Feature::ExclusiveBounds, "exclusive_bounds", "an exclusive bound"),
        (Feature::Precision, "precision", "a number of so many digits"),
        (Feature::MultiSelect, "multi_select", "a choice of several"),
        (Feature::Default, "default", "this default"),
        (Feature::CustomValidators, "custom_validators", "a custom validator"),
        (Feature::AnswerRules, "answer_rules", "a rule between answers"),
        (Feature::Groups, "groups", "a group of fields"),
        (Feature::Image, "image", "a picture"),
        (Feature::Rows, "rows", "a repeating group"),
        (Feature::OptionDescription, "option_description", "the description of an option"),
        (Feature::DisplayStyle, "display_style", "this display style"),
        (Feature::Computed, "computed", "a computed value"),
        (Feature::Prefill, "prefill", "a prefilled value"),
        (Feature::OptionsSource, "options_source", "a list of options that a service has"),
    ];

    /// Its name, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        Feature::NAMES.get(self as usize).map_or("", |(_, name, _)| name)
    }

    fn phrase(self) -> &'static str {
        Feature::NAMES.get(self as usize).map_or("", |(_, _, phrase)| phrase)
    }
}

impl Effect {
    /// Its name, for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Effect::Omitted => "omitted",
            Effect::Weakened => "weakened",
            Effect::Unsaid => "unsaid",
        }
    }

    fn phrase(self) -> &'static str {
        match self {
            Effect::Omitted => "the field is left out",
            Effect::Weakened => "the schema accepts more",
            Effect::Unsaid => "the schema does not mention it",
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        write!(f, "{} cannot be carried; {}", self.feature.phrase(), self.effect.phrase())
    }
}

/// Collects losses, each once.
#[derive(Debug, Default)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    pub(super) fn of_field(&mut self, field: &str, feature: Feature, effect: Effect) {
        self.add(Loss { field: Some(field.to_owned()), feature, effect });
    }

    pub(super) fn of_form(&mut self, feature: Feature, effect: Effect) {
        self.add(Loss { field: None, feature, effect });
    }

    /// Adds the rules between answers, which no schema expresses.
    pub(super) fn of_rules(&mut self, form: &Form) {
        if !form.custom_validators().is_empty() {
            self.of_form(Feature::CustomValidators, Effect::Weakened);
        }
        if !form.answer_rules().is_empty() {
            self.of_form(Feature::AnswerRules, Effect::Weakened);
        }
    }

    /// Adds the pictures of a field's options, which no schema carries.
    pub(super) fn of_option_images(&mut self, field: &Field) {
        let options = field.kind().options().into_iter().flat_map(Options::iter);
        if options.into_iter().any(|choice| choice.image().is_some()) {
            self.of_field(field.id(), Feature::Image, Effect::Unsaid);
        }
    }

    /// Adds what a schema cannot say of a value that comes from other answers: without it, a required field could not
    /// be left out.
    pub(super) fn of_prefill(&mut self, field: &Field) {
        if field.prefill().is_some() {
            let effect = if field.may_be_required() { Effect::Weakened } else { Effect::Unsaid };
            self.of_field(field.id(), Feature::Prefill, effect);
        }
    }

    pub(super) fn into_vec(self) -> Vec<Loss> {
        self.0
    }

    fn add(&mut self, loss: Loss) {
        if !self.0.contains(&loss) {
            self.0.push(loss);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Effect, Feature, Loss};

    #[test]
    fn names_are_in_the_order_of_the_variants_and_as_serialised() {
        for (index, (feature, name, _)) in Feature::NAMES.iter().enumerate() {
            assert_eq!(*feature as usize, index);
            assert_eq!(serde_json::to_value(feature).unwrap(), *name);
        }
        for effect in [Effect::Omitted, Effect::Weakened, Effect::Unsaid] {
            assert_eq!(serde_json::to_value(effect).unwrap(), effect.name());
        }
    }

    #[test]
    fn every_loss_is_described() {
        let secret = Loss {
            field: Some("client_secret".to_owned()),
            feature: Feature::Secret,
            effect: Effect::Omitted,
        };
        assert_eq!(secret.to_string(), "client_secret: a secret cannot be carried; the field is left out");
        let rule = Loss { field: None, feature: Feature::CustomValidators, effect: Effect::Weakened };
        assert_eq!(rule.to_string(), "a custom validator cannot be carried; the schema accepts more");
    }
}
