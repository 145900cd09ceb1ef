//! The command line: commands, options and their help.

mod acp;
mod ask;
pub(crate) mod audit;
pub(crate) mod backup;
mod call;
pub(crate) mod database;
mod first_minute;
pub(crate) mod gates;
mod gateway;
pub(crate) mod keyring;
pub(crate) mod keys;
mod mcp;
pub(crate) mod notifications;
pub(crate) mod people;
mod playground;
mod remote;
pub(crate) mod serve;
mod setup;
pub(crate) mod store;

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, ColorChoice, CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::console::Console;
use crate::import::SourceKind;
use crate::new::Example;
use crate::schema::Target;

pub(crate) use self::acp::AcpArguments;
pub(crate) use self::ask::{AskArguments, PrintFormat, QuestionKind, Questions};
pub(crate) use self::call::{CallArguments, EraChoice};
pub(crate) use self::first_minute::{DemoArguments, OpenArguments, WaitArguments};
pub(crate) use self::gateway::{GatewayArguments, RepeatRule};
pub(crate) use self::mcp::McpArguments;
pub(crate) use self::playground::PlaygroundArguments;
pub(crate) use self::remote::{AnswerArguments, InboxArguments, ServiceArguments, TimeoutsArguments};
pub(crate) use self::setup::{SetupArguments, Via};

const PURPOSE: &str = "\
Askwell is how software asks people. A form says what a program needs to know; this tool checks forms, checks \
answers to them, asks people in the terminal, and turns forms into schemas that MCP clients and other programs \
understand.";

const EXAMPLES: &str = "\
Examples:
  askwell demo                                     see in a minute what this is
  askwell new                                      write a commented form to start from
  askwell check form.jsonc                         is the form right?
  askwell check form.jsonc answers.json            are these answers right?
  askwell ask form.jsonc                           ask right here, print the answers as JSON
  askwell ask --text name --confirm \"Deploy?\"      ask without a form document
  askwell schema form.jsonc --as mcp               what an MCP client gets to see
  askwell call 'python server.py' --list           which tools an MCP server has
  askwell call 'python server.py' deploy           call one, and answer what it asks
  askwell playground                               edit a form, and see page, terminal and schema
  askwell language | less                          everything a form can say
  askwell ask form.jsonc --to local                ask at your running service, from any script
  askwell serve                                    ask and answer over HTTP
  askwell inbox                                    what waits there, to be answered here
  askwell mcp                                      tools for an agent to ask its person
  askwell setup                                    add them to your MCP clients
  askwell gateway -- npx -y some-server            let an MCP server's questions reach you
  askwell acp -- some-agent                        let a coding agent's questions reach you

Exit codes:
  0  all is fine
  1  the form or the answers have problems
  2  wrong usage, or a file that cannot be read or written
  3  the person declined
  4  the person cancelled, or the input ended
  5  no answer in time";

const CHECK_EXAMPLES: &str = "\
Examples:
  askwell check form.json                          check the form itself
  askwell check form.json answers.json             check answers, too
  askwell check form.json answers.json --print     show the answers as they were understood
  curl -s … | askwell check form.json -            answers from stdin
  askwell check form.json --json | jq .defects     for programs

Every problem is reported at once, on stderr, with its place in the file. Secrets are never shown.
ANSWERS is a JSON object with one entry for each field, or a response: {\"form_id\": …, \"responses\": {…}}.

Exit codes: 0 all is fine, 1 problems in the form or the answers, 2 wrong usage or a file that cannot be read.";

const SCHEMA_EXAMPLES: &str = "\
Examples:
  askwell schema form.json > form.schema.json      a JSON Schema of the answers
  askwell schema form.json --as mcp                what a current MCP client gets
  askwell schema form.json --as mcp=2025-06-18     what an older one gets
  askwell schema form.json --as rjsf               schema, uiSchema and formData for a React page
  askwell schema --as meta                         the schema of form documents, for your editor

The schema goes to stdout; what it cannot say is listed on stderr.

Exit codes: 0 printed, 1 problems in the form, or losses with --strict, 2 wrong usage or an unreadable file.";

const IMPORT_EXAMPLES: &str = "\
Examples:
  askwell import person.schema.json > form.json    from a JSON Schema
  askwell import schema.json --ui-schema ui.json   from the two parts of an RJSF form
  askwell import api.yaml --operation createPet    from a request body, by operationId
  askwell import api.yaml --operation 'POST /pets' or by method and path

The form goes to stdout. Everything that it does not say is listed on stderr, with its place.

Exit codes: 0 printed, 1 nothing to ask for, or differences with --strict, 2 wrong usage or an unreadable file.";

const NEW_EXAMPLES: &str = "\
Examples:
  askwell new                                      write form.jsonc
  askwell new signup.jsonc                         write another file
  askwell new --list                               which examples there are
  askwell new --example oauth -                    print an example
  askwell new --template refund                    write a form of the gallery
  askwell new --template refund --languages de,fr  the same with its translations

Exit codes: 0 written, 2 wrong usage, or the file cannot be written.";

const LSP_EXAMPLES: &str = "\
Examples:
  askwell lsp                                      what an editor starts; see docs/editors.md

A language server for documents named form.json or *.form.json (or .jsonc), and for those whose
\"$schema\" names the schema of form documents: problems, completion, help, an outline, and renaming
of field ids.

Exit codes: 0 shut down by the editor, 1 ended without shutdown, 2 not the protocol.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  askwell completions bash > ~/.local/share/bash-completion/completions/askwell
  askwell completions zsh > ~/.zfunc/_askwell
  askwell completions fish > ~/.config/fish/completions/askwell.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  askwell man > ~/.local/share/man/man1/askwell.1
  askwell man check | man -l -                     read a page at once";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "askwell", version, about = PURPOSE, after_help = EXAMPLES)]
#[command(arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to use colours; auto means on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub(crate) color: ColorChoice,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check a form, and answers to it
    Check(CheckArguments),
    /// Show in a minute what this is
    Demo(DemoArguments),
    /// Ask a person and print the answers
    Ask(Box<AskArguments>),
    /// Wait for the answer to a question of a running service
    Wait(WaitArguments),
    /// Open the inbox of a running service in the browser
    Open(OpenArguments),
    /// List the open elicitations of a running service
    Inbox(InboxArguments),
    /// Answer elicitations of a running service
    Answer(AnswerArguments),
    /// Call a tool of an MCP server and answer its elicitations
    Call(CallArguments),
    /// Convert a form to a JSON Schema, or to the requested schema of MCP
    Schema(SchemaArguments),
    /// Make a form of a JSON Schema, an RJSF form, or an OpenAPI request body
    Import(ImportArguments),
    /// Write a form to start from
    New(NewArguments),
    /// Print the reference of the form language
    Language,
    /// Edit a form in the browser, and see what becomes of it
    Playground(PlaygroundArguments),
    /// Help to write forms in an editor, over stdin and stdout
    Lsp(LspArguments),
    /// Run the service that programs ask through
    Serve(Box<serve::ServeArguments>),
    /// Serve one program over stdin and stdout
    Rpc(serve::RpcArguments),
    /// Give an agent tools to ask its person, over stdin and stdout
    Mcp(McpArguments),
    /// Add Askwell to the MCP clients of this machine
    Setup(SetupArguments),
    /// Stand between an MCP client and MCP servers, and let every question reach a person
    Gateway(Box<GatewayArguments>),
    /// Stand between an editor and a coding agent, and let the agent's questions reach you
    Acp(AcpArguments),
    /// Create, list and revoke the keys of the service
    Keys(keys::KeysArguments),
    /// List notifications that were not delivered, and send them again
    Notifications(notifications::NotificationsArguments),
    /// List and revoke the sessions of people who have signed in
    Sessions(people::SessionsArguments),
    /// Make personal links for people without accounts
    People(people::PeopleArguments),
    /// Print the timeouts of a running service
    Timeouts(TimeoutsArguments),
    /// List, rotate and retire the keys that answers are encrypted with
    Keyring(keyring::KeyringArguments),
    /// Create and upgrade the tables of a database that several nodes share
    Database(database::DatabaseArguments),
    /// Copy everything between a data folder and a database that several nodes share
    Store(store::StoreArguments),
    /// Export the audit trail of a running service, and verify exports
    Audit(audit::AuditArguments),
    /// Copy the data of a running service
    Backup(backup::BackupArguments),
    /// Print completions for a shell
    Completions(CompletionsArguments),
    /// Print the manual page
    Man(ManArguments),
}

/// Checks a form document, and if given, answers to it.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct CheckArguments {
    /// The form document; - for stdin
    #[arg(value_name = "FORM")]
    pub(crate) form: PathBuf,

    /// Answers to the form, as JSON; - for stdin
    #[arg(value_name = "ANSWERS")]
    pub(crate) answers: Option<PathBuf>,

    /// Print the checked answers to stdout, with secrets and files masked
    #[arg(long, requires = "answers", conflicts_with = "json")]
    pub(crate) print: bool,

    /// With --print: show secrets and the content of files
    #[arg(long, requires = "print")]
    pub(crate) reveal: bool,

    /// Print the result to stdout as JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints a schema of the answers to a form.
#[derive(Debug, Args)]
#[command(after_help = SCHEMA_EXAMPLES)]
pub(crate) struct SchemaArguments {
    /// The form document; - for stdin. Left out with --as meta
    #[arg(value_name = "FORM")]
    pub(crate) form: Option<PathBuf>,

    /// What to make
    #[arg(long = "as", value_name = "KIND", value_enum, default_value = "json-schema")]
    pub(crate) target: Target,

    /// Exit with 1 if the schema cannot say everything that the form says
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Prints a form that asks for what a schema describes.
#[derive(Debug, Args)]
#[command(after_help = IMPORT_EXAMPLES)]
pub(crate) struct ImportArguments {
    /// The document, JSON or YAML; - for stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// What the document is [default: what it looks like]
    #[arg(long, value_name = "KIND", value_enum)]
    pub(crate) from: Option<SourceKind>,

    /// The uiSchema that belongs to a schema
    #[arg(long, value_name = "FILE")]
    pub(crate) ui_schema: Option<PathBuf>,

    /// The operation: its operationId, or method and path. Not needed if only one has a body
    #[arg(long, value_name = "OPERATION")]
    pub(crate) operation: Option<String>,

    /// The content of the request body [default: JSON before multipart before URL-encoded]
    #[arg(long, value_name = "TYPE")]
    pub(crate) media_type: Option<String>,

    /// Exit with 1 if the form differs from what was imported
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Writes a small form with explaining comments, or one of the examples. Existing files are not
/// overwritten.
#[derive(Debug, Args)]
#[command(after_help = NEW_EXAMPLES)]
pub(crate) struct NewArguments {
    /// Where to write; - for stdout [default: form.jsonc, or the example's name]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Write this example instead
    #[arg(long, visible_alias = "template", value_name = "NAME", value_enum, hide_possible_values = true)]
    pub(crate) example: Option<Example>,

    /// Write its translations, too: languages such as de,fr, or all
    #[arg(long, value_name = "LANGUAGES", value_delimiter = ',', requires = "example")]
    pub(crate) languages: Option<Vec<String>>,

    /// List the examples
    #[arg(long, conflicts_with_all = ["file", "example", "languages", "force"])]
    pub(crate) list: bool,

    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Serves an editor as a language server for form documents.
#[derive(Debug, Args)]
#[command(after_help = LSP_EXAMPLES)]
pub(crate) struct LspArguments {
    /// Accepted because many editors add it; stdin and stdout are used in any case
    #[arg(long)]
    pub(crate) stdio: bool,
}

/// Prints a script that adds completions for askwell to a shell.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// Prints a manual page in the roff format.
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct ManArguments {
    /// The command that the page is about [default: askwell as a whole]
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// Prints a usage error or the requested help, and returns the exit code.
pub(crate) fn report(error: &clap::Error) -> u8 {
    let console = Console::new(ColorChoice::Auto);
    let (plain, styled) = (error.render().to_string(), error.render().ansi().to_string());
    if error.use_stderr() {
        console.print_styled_report(plain.trim_end(), styled.trim_end());
        return 2;
    }
    if console.print_styled(&plain, &styled).is_ok() { 0 } else { 2 }
}

/// Prints a usage error as clap does, and ends the program.
pub(crate) fn usage_error(command: &str, problem: &str) -> ! {
    let mut whole = Cli::command();
    whole.build();
    let command = whole.find_subcommand(command).cloned();
    let error = command.unwrap_or(whole).error(ErrorKind::ArgumentConflict, problem);
    std::process::exit(report(&error).into())
}
