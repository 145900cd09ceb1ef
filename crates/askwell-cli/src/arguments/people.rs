//! `askwell sessions` and `askwell people` on the command line.

use clap::{Args, Subcommand};

use super::ServiceArguments;

const SESSIONS_EXAMPLES: &str = "\
Examples:
  askwell sessions list                            who is signed in
  askwell sessions list --person ada@example.com
  askwell sessions revoke 3f0c…                    end one session, by its id
  askwell sessions revoke --person ada@example.com end all sessions of a person

The key needs the role operates. A revoked session ends at once, on all nodes.

Exit codes: 0 done, 2 wrong usage, or the service refused or cannot be reached.";

const PEOPLE_EXAMPLES: &str = "\
Examples:
  askwell people link guest@example.com            a link and a code that sign a person in once
  askwell people link guest@example.com --group guests --expires-hours 2

For people without an account at a provider. Send the link and the code on different ways. The key needs the role
administers.

Exit codes: 0 done, 2 wrong usage, or the service refused or cannot be reached.";

/// Lists and revokes the sessions of people who have signed in.
#[derive(Debug, Args)]
#[command(after_help = SESSIONS_EXAMPLES, arg_required_else_help = true)]
pub(crate) struct SessionsArguments {
    #[command(subcommand)]
    pub(crate) command: SessionsCommand,
}

/// The commands of `askwell sessions`.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionsCommand {
    /// List the sessions: id, person, provider, groups, browser
    List {
        /// Only those of this person
        #[arg(long, value_name = "NAME")]
        person: Option<String>,
        /// Print them as JSON, for programs
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        service: ServiceArguments,
    },
    /// End a session, or all of a person
    Revoke {
        /// The id of the session
        #[arg(value_name = "ID", required_unless_present = "person", conflicts_with = "person")]
        id: Option<String>,
        /// End all sessions of this person
        #[arg(long, value_name = "NAME")]
        person: Option<String>,
        #[command(flatten)]
        service: ServiceArguments,
    },
}

/// Helps people without an account to sign in.
#[derive(Debug, Args)]
#[command(after_help = PEOPLE_EXAMPLES, arg_required_else_help = true)]
pub(crate) struct PeopleArguments {
    #[command(subcommand)]
    pub(crate) command: PeopleCommand,
}

/// The commands of `askwell people`.
#[derive(Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// Make a personal link and its code
    Link(LinkArguments),
}

/// The link to make.
#[derive(Debug, Args)]
pub(crate) struct LinkArguments {
    /// The name under which the person is asked
    pub(crate) name: String,

    /// A group of the person, for this session; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) group: Vec<String>,

    /// How long the link is good
    #[arg(long, value_name = "HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=720))]
    pub(crate) expires_hours: u32,

    #[command(flatten)]
    pub(crate) service: ServiceArguments,
}
