//! Options of `askwell playground`.

use std::net::SocketAddr;

use clap::Args;

const PLAYGROUND_EXAMPLES: &str = "\
Examples:
  askwell playground                               edit a form, and see what becomes of it
  askwell playground form.jsonc                    start with your form; the file is not changed
  askwell playground 'http://127.0.0.1:8310/#form=…'
                                                   open a shared form
  askwell playground --listen 127.0.0.1:9000       use another port

The page works without internet, and nothing that you type leaves this machine. A shared link
contains the form itself. Ctrl-C ends the playground.

Exit codes: 0 ended with Ctrl-C, 2 wrong usage, no port, or a file or link that cannot be read.";

/// Opens a page on which you edit a form and see at once how people and programs get it: as a page, in
/// the terminal and as a schema. Try answers there, and share the form as a link.
#[derive(Debug, Args)]
#[command(after_help = PLAYGROUND_EXAMPLES)]
pub(crate) struct PlaygroundArguments {
    /// A form document to start with, - for stdin, or a shared link [default: a commented form]
    #[arg(value_name = "FORM")]
    pub(crate) form: Option<String>,

    /// The address of this machine to listen on; port 0 takes a free one [default: 127.0.0.1:8310, or a
    /// free port if it is taken]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,

    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_browser: bool,
}
