//! The published schemas of form documents, responses and validation errors.

/// A schema that describes one of this project's own wire formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MetaSchema {
    /// What a form document looks like.
    FormDefinition,
    /// The schema of a submission to any form.
    FormResponse,
    /// What a validation error looks like.
    ValidationError,
}

impl MetaSchema {
    /// All of them.
    pub const ALL: [MetaSchema; 3] =
        [MetaSchema::FormDefinition, MetaSchema::FormResponse, MetaSchema::ValidationError];

    /// Returns the schema, as JSON text.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            MetaSchema::FormDefinition => include_str!("../../schemas/form-definition.schema.json"),
            MetaSchema::FormResponse => include_str!("../../schemas/form-response.schema.json"),
            MetaSchema::ValidationError => include_str!("../../schemas/validation-error.schema.json"),
        }
    }

    /// Returns the `$id` in it.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            MetaSchema::FormDefinition => "urn:askwell:schema:form-definition:1",
            MetaSchema::FormResponse => "urn:askwell:schema:form-response:1",
            MetaSchema::ValidationError => "urn:askwell:schema:validation-error:1",
        }
    }

    /// Returns a short name, for commands and file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MetaSchema::FormDefinition => "form-definition",
            MetaSchema::FormResponse => "form-response",
            MetaSchema::ValidationError => "validation-error",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::MetaSchema;

    #[test]
    fn ids_and_names_are_those_of_the_files() {
        for schema in MetaSchema::ALL {
            let value: Value = serde_json::from_str(schema.text()).unwrap();
            assert_eq!(value["$id"], schema.id());
            assert_eq!(schema.id(), format!("urn:askwell:schema:{}:1", schema.name()));
        }
    }
}
