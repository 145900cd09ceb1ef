//! `askwell new`: writes a form to start from.
//!
//! Does not overwrite a file without `--force`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::ExitReason;
use crate::arguments::NewArguments;
use crate::console::Console;
use crate::document::STDIN;
use crate::safe_text;

const STARTER: &str = include_str!("new/starter.jsonc");

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
            Example::Oauth => include_str!("../forms/oauth.json"),
            Example::ApiKey => include_str!("../forms/api-key.json"),
            Example::DeploymentApproval => include_str!("../forms/deployment-approval.json"),
            Example::AllKinds => include_str!("../forms/all-kinds.json"),
            Example::DeployApproval => include_str!("../forms/gallery/deploy-approval.json"),
            Example::Refund => include_str!("../forms/gallery/refund.json"),
            Example::AccessRequest => include_str!("../forms/gallery/access-request.json"),
            Example::IncidentReport => include_str!("../forms/gallery/incident-report.json"),
            Example::Survey => include_str!("../forms/gallery/survey.json"),
            Example::OauthClient => include_str!("../forms/gallery/oauth-client.json"),
            Example::Expense => include_str!("../forms/gallery/expense.json"),
            Example::OnCallSwap => include_str!("../forms/gallery/on-call-swap.json"),
            Example::DataDeletion => include_str!("../forms/gallery/data-deletion.json"),
            Example::FeatureFlag => include_str!("../forms/gallery/feature-flag.json"),
            Example::ContractReview => include_str!("../forms/gallery/contract-review.json"),
            Example::SupportTriage => include_str!("../forms/gallery/support-triage.json"),
            Example::HiringFeedback => include_str!("../forms/gallery/hiring-feedback.json"),
            Example::BudgetIncrease => include_str!("../forms/gallery/budget-increase.json"),
            Example::DatabaseMigration => include_str!("../forms/gallery/database-migration.json"),
            Example::SecretRotation => include_str!("../forms/gallery/secret-rotation.json"),
            Example::Vacation => include_str!("../forms/gallery/vacation.json"),
            Example::PurchaseOrder => include_str!("../forms/gallery/purchase-order.json"),
            Example::ContentModeration => include_str!("../forms/gallery/content-moderation.json"),
            Example::ModelOutputReview => include_str!("../forms/gallery/model-output-review.json"),
        }
    }

    /// Returns the name on the command line and its line in the list.
    fn described(self) -> (String, String) {
        let value = self.to_possible_value();
        let help = value.as_ref().and_then(|value| value.get_help()).map(ToString::to_string);
        (value.map(|value| value.get_name().to_owned()).unwrap_or_default(), help.unwrap_or_default())
    }
}

pub(crate) fn run(arguments: &NewArguments, console: &Console) -> Result<ExitReason> {
    if arguments.list {
        let described = Example::value_variants().iter().map(|example| example.described());
        let lines: Vec<String> = described.map(|(name, help)| format!("{name:<20} {help}\n")).collect();
        console.print_text(&lines.concat())?;
        return Ok(ExitReason::Success);
    }
    let text = arguments.example.map_or(STARTER, Example::text);
    let file = arguments.file.clone().unwrap_or_else(|| default_file(arguments.example));
    if file.as_os_str() == STDIN {
        console.print_text(text)?;
        return Ok(ExitReason::Success);
    }
    let name = safe_text::line(&file.to_string_lossy());
    write(&file, text, arguments.force).with_context(|| format!("cannot write {name}"))?;
    console.success(&format!("wrote {name}"));
    console.print_report(&format!(
        "next:\n  askwell check {name}        is it right?\n  askwell ask {name}          ask right here\n  \
         askwell ask {name} --web    ask on a page of this machine"
    ));
    Ok(ExitReason::Success)
}

fn default_file(example: Option<Example>) -> PathBuf {
    example.map_or("form.jsonc".into(), |example| format!("{}.json", example.described().0).into())
}

fn write(file: &Path, text: &str, force: bool) -> Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    match options.open(file) {
        Ok(mut file) => Ok(file.write_all(text.as_bytes())?),
        Err(error) => match error.kind() {
            ErrorKind::AlreadyExists => {
                bail!("it exists already; give another name, or --force to overwrite it")
            }
            ErrorKind::NotFound => bail!("there is no such folder; make it first"),
            ErrorKind::PermissionDenied => bail!("permission denied; choose a folder that you may write to"),
            ErrorKind::IsADirectory => bail!("it is a folder; give the name of a file"),
            _ => bail!(safe_text::line(&error.to_string())),
        },
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use clap::ValueEnum as _;

    use super::{Example, STARTER};

    #[test]
    fn every_example_is_a_valid_form() {
        Form::parse(STARTER).unwrap();
        for example in Example::value_variants() {
            let (_, warnings) = Form::parse_with_warnings(example.text()).unwrap();
            assert_eq!(warnings, [], "{example:?}");
        }
    }
}
