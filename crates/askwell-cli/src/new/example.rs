//! The forms that ship with the program, and their translations.

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use serde_json::{Map, Value};

use crate::safe_text;

/// A form that ships with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Example {
    /// Set up an OAuth client: a secret, web addresses, scopes
    Oauth,
    /// Ask for a key and a region: the smallest useful form
    ApiKey,
    /// Approve a release: fields that depend on other answers
    DeploymentApproval,
    /// Every kind of field with most of what it can do
    AllKinds,
    /// Decide on a release: evidence, two buttons
    DeployApproval,
    /// Refund an order: a rule between amount and reason
    Refund,
    /// Ask for access to a system, for a limited time
    AccessRequest,
    /// Report an incident while it is fresh
    IncidentReport,
    /// Ask participants what they think
    Survey,
    /// Register an OAuth client: a secret, scopes, a guarded URL
    OauthClient,
    /// Claim an expense, with a receipt
    Expense,
    /// Decide on taking over a shift
    OnCallSwap,
    /// Delete a person's data, confirmed by typing
    DataDeletion,
    /// Change a feature flag, or roll it out to a share
    FeatureFlag,
    /// Review a contract: sign, change or refuse
    ContractReview,
    /// Correct what an agent made of a ticket
    SupportTriage,
    /// Write feedback on an interview
    HiringFeedback,
    /// Decide on a larger budget, with a comment
    BudgetIncrease,
    /// Choose when a migration runs
    DatabaseMigration,
    /// Rotate a secret: generated or entered
    SecretRotation,
    /// Ask for vacation: dates that fit each other
    Vacation,
    /// Order from a supplier: offers by amount
    PurchaseOrder,
    /// Decide what happens to a reported post
    ContentModeration,
    /// Accept, correct or reject an answer of a model
    ModelOutputReview,
}

impl Example {
    /// Returns the form document.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Example::Oauth => include_str!("../../forms/oauth.json"),
            Example::ApiKey => include_str!("../../forms/api-key.json"),
            Example::DeploymentApproval => include_str!("../../forms/deployment-approval.json"),
            Example::AllKinds => include_str!("../../forms/all-kinds.json"),
            Example::DeployApproval => include_str!("../../forms/gallery/deploy-approval.json"),
            Example::Refund => include_str!("../../forms/gallery/refund.json"),
            Example::AccessRequest => include_str!("../../forms/gallery/access-request.json"),
            Example::IncidentReport => include_str!("../../forms/gallery/incident-report.json"),
            Example::Survey => include_str!("../../forms/gallery/survey.json"),
            Example::OauthClient => include_str!("../../forms/gallery/oauth-client.json"),
            Example::Expense => include_str!("../../forms/gallery/expense.json"),
            Example::OnCallSwap => include_str!("../../forms/gallery/on-call-swap.json"),
            Example::DataDeletion => include_str!("../../forms/gallery/data-deletion.json"),
            Example::FeatureFlag => include_str!("../../forms/gallery/feature-flag.json"),
            Example::ContractReview => include_str!("../../forms/gallery/contract-review.json"),
            Example::SupportTriage => include_str!("../../forms/gallery/support-triage.json"),
            Example::HiringFeedback => include_str!("../../forms/gallery/hiring-feedback.json"),
            Example::BudgetIncrease => include_str!("../../forms/gallery/budget-increase.json"),
            Example::DatabaseMigration => include_str!("../../forms/gallery/database-migration.json"),
            Example::SecretRotation => include_str!("../../forms/gallery/secret-rotation.json"),
            Example::Vacation => include_str!("../../forms/gallery/vacation.json"),
            Example::PurchaseOrder => include_str!("../../forms/gallery/purchase-order.json"),
            Example::ContentModeration => include_str!("../../forms/gallery/content-moderation.json"),
            Example::ModelOutputReview => include_str!("../../forms/gallery/model-output-review.json"),
        }
    }

    /// Returns the translations of a template of the gallery: an object by language. None for the other forms.
    fn translations_text(self) -> Option<&'static str> {
        Some(match self {
            Example::Oauth | Example::ApiKey | Example::DeploymentApproval | Example::AllKinds => {
                return None;
            }
            Example::DeployApproval => include_str!("../../forms/gallery/translations/deploy-approval.json"),
            Example::Refund => include_str!("../../forms/gallery/translations/refund.json"),
            Example::AccessRequest => include_str!("../../forms/gallery/translations/access-request.json"),
            Example::IncidentReport => include_str!("../../forms/gallery/translations/incident-report.json"),
            Example::Survey => include_str!("../../forms/gallery/translations/survey.json"),
            Example::OauthClient => include_str!("../../forms/gallery/translations/oauth-client.json"),
            Example::Expense => include_str!("../../forms/gallery/translations/expense.json"),
            Example::OnCallSwap => include_str!("../../forms/gallery/translations/on-call-swap.json"),
            Example::DataDeletion => include_str!("../../forms/gallery/translations/data-deletion.json"),
            Example::FeatureFlag => include_str!("../../forms/gallery/translations/feature-flag.json"),
            Example::ContractReview => include_str!("../../forms/gallery/translations/contract-review.json"),
            Example::SupportTriage => include_str!("../../forms/gallery/translations/support-triage.json"),
            Example::HiringFeedback => include_str!("../../forms/gallery/translations/hiring-feedback.json"),
            Example::BudgetIncrease => include_str!("../../forms/gallery/translations/budget-increase.json"),
            Example::DatabaseMigration => {
                include_str!("../../forms/gallery/translations/database-migration.json")
            }
            Example::SecretRotation => include_str!("../../forms/gallery/translations/secret-rotation.json"),
            Example::Vacation => include_str!("../../forms/gallery/translations/vacation.json"),
            Example::PurchaseOrder => include_str!("../../forms/gallery/translations/purchase-order.json"),
            Example::ContentModeration => {
                include_str!("../../forms/gallery/translations/content-moderation.json")
            }
            Example::ModelOutputReview => {
                include_str!("../../forms/gallery/translations/model-output-review.json")
            }
        })
    }

    /// Returns the form document with its translations into these languages, or into all if none is named. Fails if
    /// there are no translations, or not into one of them.
    pub(crate) fn text_in(self, languages: &[String]) -> Result<String> {
        let text = self.translations_text().with_context(|| {
            format!("there are no translations of {}; the forms of the gallery have some", self.described().0)
        })?;
        let mut translations: Map<String, Value> = serde_json::from_str(text)?;
        if let Some(unknown) = languages.iter().find(|language| !translations.contains_key(*language)) {
            let known: Vec<&str> = translations.keys().map(String::as_str).collect();
            bail!(
                "there is no translation into {}; there are: {}",
                safe_text::line(unknown),
                known.join(", ")
            );
        }
        if !languages.is_empty() {
            translations.retain(|language, _| languages.contains(language));
        }
        let added = serde_json::to_string_pretty(&translations)?.replace('\n', "\n  ");
        let form = self.text().trim_end().trim_end_matches('}').trim_end();
        Ok(format!("{form},\n  \"translations\": {added}\n}}\n"))
    }

    /// Returns the name on the command line and its line in the list.
    pub(crate) fn described(self) -> (String, String) {
        let value = self.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help()).map(ToString::to_string);
        (value.map(|value| value.get_name().to_owned()).unwrap_or_default(), help.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use askwell_locale::Language;
    use clap::ValueEnum as _;

    use super::Example;

    #[test]
    fn every_example_is_a_valid_form() {
        for example in Example::value_variants() {
            let (_, warnings) = Form::parse_with_warnings(example.text()).unwrap();
            assert_eq!(warnings, [], "{example:?}");
        }
    }

    #[test]
    fn templates_of_the_gallery_are_translated_into_every_language() {
        let translated =
            Example::value_variants().iter().filter(|example| example.translations_text().is_some());
        for example in translated {
            let (form, warnings) = Form::parse_with_warnings(&example.text_in(&[]).unwrap())
                .unwrap_or_else(|defects| panic!("{example:?}: {defects}"));
            assert_eq!(warnings, [], "{example:?}");
            let is_missing = |tag: &str| tag != "en" && !form.translations().iter().any(|known| known == tag);
            let missing: Vec<&str> =
                Language::ALL.iter().map(|language| language.tag()).filter(|tag| is_missing(tag)).collect();
            assert!(missing.is_empty(), "{example:?} lacks {missing:?}");
        }
    }
}
