//! The names of all constraints that an answer can violate.

use std::fmt;

/// What an answer violated. Each has one name, used on the wire, in `x-messages` and in the docs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Constraint {
    /// Nothing was given.
    Required,
    /// Not the kind of value that the field takes.
    Type,
    /// Fewer characters than allowed.
    MinLength,
    /// More characters than allowed.
    MaxLength,
    /// Does not match the field's pattern.
    Pattern,
    /// Not an email address, date, URL … although it has to be.
    Format,
    /// Holds characters that hide from a reader.
    Characters,
    /// Below the smallest value.
    Minimum,
    /// Above the largest value.
    Maximum,
    /// Not above the bound.
    ExclusiveMinimum,
    /// Not below the bound.
    ExclusiveMaximum,
    /// Not a multiple of the step.
    MultipleOf,
    /// Not one of the options.
    Enum,
    /// Fewer choices than allowed.
    MinItems,
    /// More choices than allowed.
    MaxItems,
    /// The same choice twice.
    UniqueItems,
    /// A URL scheme that the field does not take.
    AllowedSchemes,
    /// A URL that leads into a private network.
    BlockPrivateIps,
    /// A URL that leads back to the machine itself.
    BlockLocalhost,
    /// A URL whose host name has no address.
    MustResolve,
    /// A file that is too large.
    MaxSize,
    /// A file type that the field does not take.
    AllowedMimeTypes,
    /// A file name extension that the field does not take.
    AllowedExtensions,
    /// A file name that is not safe to keep.
    Filename,
    /// File content that is missing, damaged, or not what it is declared to be.
    Content,
    /// A key that the form does not have.
    AdditionalProperties,
    /// The same key twice.
    DuplicateKey,
    /// The text of the answer is not JSON.
    Json,
    /// A rule registered in code.
    CustomValidators,
    /// A rule between answers, written by the form's author.
    Rules,
    /// A value for a field that is computed from others, or one that cannot be computed.
    Computed,
}

/// Every constraint with its name, those of a field first.
const NAMES: [(Constraint, &str); 31] = [
    (Constraint::Required, "required"),
    (Constraint::Type, "type"),
    (Constraint::MinLength, "minLength"),
    (Constraint::MaxLength, "maxLength"),
    (Constraint::Pattern, "pattern"),
    (Constraint::Format, "format"),
    (Constraint::Characters, "characters"),
    (Constraint::Minimum, "minimum"),
    (Constraint::Maximum, "maximum"),
    (Constraint::ExclusiveMinimum, "exclusiveMinimum"),
    (Constraint::ExclusiveMaximum, "exclusiveMaximum"),
    (Constraint::MultipleOf, "multipleOf"),
    (Constraint::Enum, "enum"),
    (Constraint::MinItems, "minItems"),
    (Constraint::MaxItems, "maxItems"),
    (Constraint::UniqueItems, "uniqueItems"),
    (Constraint::AllowedSchemes, "allowedSchemes"),
    (Constraint::BlockPrivateIps, "blockPrivateIPs"),
    (Constraint::BlockLocalhost, "blockLocalhost"),
    (Constraint::MustResolve, "mustResolve"),
    (Constraint::MaxSize, "maxSize"),
    (Constraint::AllowedMimeTypes, "allowedMimeTypes"),
    (Constraint::AllowedExtensions, "allowedExtensions"),
    (Constraint::Filename, "filename"),
    (Constraint::Content, "content"),
    (Constraint::AdditionalProperties, "additionalProperties"),
    (Constraint::DuplicateKey, "duplicateKey"),
    (Constraint::Json, "json"),
    (Constraint::CustomValidators, "customValidators"),
    (Constraint::Rules, "rules"),
    (Constraint::Computed, "computed"),
];

impl Constraint {
    /// Returns the name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize).map_or("", |(_, name)| name)
    }

    /// Returns the constraints whose sentence a field may replace by `x-messages`.
    pub fn of_fields() -> impl Iterator<Item = Constraint> {
        NAMES.iter().take(25).map(|(constraint, _)| *constraint)
    }

    pub(crate) fn of_field_named(name: &str) -> Option<Constraint> {
        Constraint::of_fields().find(|constraint| constraint.name() == name)
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::{Constraint, NAMES};

    #[test]
    fn table_has_the_order_of_the_variants() {
        for (index, (constraint, _)) in NAMES.iter().enumerate() {
            assert_eq!(*constraint as usize, index);
        }
        assert_eq!(Constraint::of_fields().last(), Some(Constraint::Content));
    }
}
