//! Resolves the hosts in answers, with the same check as the service.

use askwell_engine::HostCheck;
use askwell_form::{Answer, Answers, Content, Problems};
use tokio::runtime::Builder;

/// Checks every host in the answers. Makes no DNS queries if there is none.
pub(crate) fn check(answers: &Answers) -> Result<(), Problems> {
    let names_host = |answer: &Answer<'_>| match answer {
        Answer::Url(_) => true,
        Answer::File(file) => matches!(&file.content, Content::Stored { kind, .. } if kind == "url"),
        _ => false,
    };
    if !answers.leaves().any(|leaf| names_host(leaf.answer)) {
        return Ok(());
    }
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| Problems::overall(&format!("Hosts cannot be checked: {error}.")))?;
    let checked = runtime.block_on(HostCheck::default().check_answers(answers));
    // A name server that does not answer is not awaited.
    runtime.shutdown_background();
    checked
}
