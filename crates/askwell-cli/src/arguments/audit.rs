//! `askwell audit` on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::ServiceArguments;

const EXAMPLES: &str = "\
Examples:
  askwell audit export > audit.jsonl               every change of every elicitation, without answers
  askwell audit export --format csv -o audit.csv   for a spreadsheet
  askwell audit verify audit.jsonl                 was an entry changed, removed or moved?
  askwell audit verify audit.jsonl --head 3f2a…    and is it the export whose last hash you kept?

Each entry has the hash of the one before it. Keep the last hash, which export prints, apart from the file: with it, a
file that was written anew from end to end is found, too. Exporting needs a key with the role operates, unless the
service has no keys.

Exit codes: 0 exported, or verified, 1 the file was changed, 2 wrong usage, a file that cannot be read or written, or
the service cannot be reached.";

/// Exports the audit trail of a running service, and verifies exports.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct AuditArguments {
    #[command(subcommand)]
    pub(crate) command: AuditCommand,
}

/// The commands of `askwell audit`.
#[derive(Debug, Subcommand)]
pub(crate) enum AuditCommand {
    /// Write the audit trail of a running service as a file
    Export(AuditExportArguments),
    /// Check that an export was not changed
    Verify(AuditVerifyArguments),
}

/// What to export, and where to.
#[derive(Debug, Args)]
pub(crate) struct AuditExportArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// The format of the file
    #[arg(long, value_enum, default_value_t = ExportFormat::Jsonl)]
    pub(crate) format: ExportFormat,

    /// The file to write [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values
    Csv,
}

/// What to verify.
#[derive(Debug, Args)]
pub(crate) struct AuditVerifyArguments {
    /// The export, in either format; - is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The last hash, as export printed it
    #[arg(long, value_name = "HASH")]
    pub(crate) head: Option<String>,
}
