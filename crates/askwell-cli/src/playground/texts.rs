//! The texts of the playground, in one place.
//!
//! They are for authors and in English, as the form language and the command line are. The form itself is shown in the
//! language that the author chooses.

pub(super) const TITLE: &str = "Askwell playground";
pub(super) const SKIP: &str = "Skip to the result";
pub(super) const ASKER: &str = "Your program";
pub(super) const EXAMPLE: &str = "Example";
pub(super) const CHOOSE: &str = "choose one";
pub(super) const LOAD: &str = "Load";
pub(super) const LANGUAGE: &str = "Language";
pub(super) const AS_WRITTEN: &str = "as written";
pub(super) const SHARE: &str = "Share link";
pub(super) const SHARE_HELP: &str = "The link contains the form itself. It opens where a playground runs, or with \
    askwell playground 'LINK'.";
pub(super) const COPIED: &str = "Copied.";
pub(super) const NOT_COPIED: &str = "Copy the address of this page.";
pub(super) const ENDED: &str = "The playground does not answer. Start it again: askwell playground";
pub(super) const DOCUMENT: &str = "Form document";
pub(super) const ANSWERS: &str = "Answers to try, as JSON";
pub(super) const EVALUATE: &str = "Show";
pub(super) const PROBLEMS: &str = "Problems";
pub(super) const NO_PROBLEMS: &str = "The form is right.";
pub(super) const RESULT: &str = "Result";
pub(super) const PAGE: &str = "Page";
pub(super) const PAGE_FRAME: &str = "The page as people see it";
pub(super) const RESTART: &str = "New page";
pub(super) const OUTCOME: &str = "What your program gets";
pub(super) const NO_PAGE: &str = "There is no page until the form is right.";
pub(super) const TERMINAL: &str = "Terminal";
pub(super) const PLAIN: &str = "Plain mode";
pub(super) const WIZARD: &str = "Wizard, one screen for each step";
pub(super) const SCHEMAS: &str = "Schemas";
pub(super) const NO_LOSSES: &str = "It says everything that the form says.";
pub(super) const LOSSES: &str = "It says less than the form:";
pub(super) const CHECKED: &str = "Answers";
pub(super) const NO_ANSWERS: &str = "Enter answers below the form to check them.";
pub(super) const ACCEPTED: &str = "Accepted. Your program gets:";
pub(super) const REFUSED: &str = "Refused:";
pub(super) const HOSTS_NOT_RESOLVED: &str = "Host names are looked up on the page only, not here.";
pub(super) const NOTHING_TO_SHOW: &str = "Nothing to show until the form is right.";
pub(super) const VALIDATORS_NOT_RUN: &str =
    "Custom validators are code in another program and are not run here.";
pub(super) const DECLINED: &str = "declined";
pub(super) const CANCELLED: &str = "cancelled";
pub(super) const TIMED_OUT: &str = "no answer in time";
