//! `askwell audit`: exports the audit trail of a running service, and verifies exports.

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use askwell_http::client;
use askwell_web::audit::{AuditError, verify};

use crate::ExitReason;
use crate::arguments::audit::{
    AuditArguments, AuditCommand, AuditExportArguments, AuditVerifyArguments, ExportFormat,
};
use crate::console::Console;
use crate::remote::Service;
use crate::safe_text;

pub(crate) fn run(arguments: &AuditArguments, console: &Console) -> Result<ExitReason> {
    match &arguments.command {
        AuditCommand::Export(export) => run_export(export, console),
        AuditCommand::Verify(file) => run_verify(file, console),
    }
}

/// Fetches the trail and checks it before it is written, so that a broken connection leaves no half of it.
fn run_export(arguments: &AuditExportArguments, console: &Console) -> Result<ExitReason> {
    let service = Service::new(&arguments.service)?;
    let text = service.with_progress_message(console, || service.run(fetch(&service, arguments.format)))?;
    let verified = verify(&text, None).context("the service did not send the whole audit trail")?;
    match &arguments.output {
        Some(file) => std::fs::write(file, &text)
            .with_context(|| format!("{} cannot be written", safe_text::line(&file.display().to_string())))?,
        None => console.print_text(&text)?,
    }
    console.print_report(&format!("{} entries; keep the last hash: {}", verified.entries, verified.head));
    Ok(ExitReason::Success)
}

async fn fetch(service: &Service, format: ExportFormat) -> Result<String> {
    let endpoint = service.client().endpoint();
    let mut url = endpoint.url().join("/audit").context("the address of the service is not one")?;
    url.set_query(match format {
        ExportFormat::Jsonl => None,
        ExportFormat::Csv => Some("format=csv"),
    });
    let client = client::build(&url, |builder| builder)?;
    let mut request = client.get(url);
    if let Some(key) = endpoint.key() {
        request = request.bearer_auth(key.reveal());
    }
    let address = service.address();
    let response = request.send().await.map_err(client::describe_error).map_err(|error| {
        anyhow::anyhow!("{address} cannot be reached: {error}; askwell serve starts a service")
    })?;
    match response.status().as_u16() {
        200 => {}
        401 | 403 => bail!(
            "the audit trail needs a key with the role operates: askwell keys create NAME --role operates makes one; \
             set ASKWELL_KEY, or name a file with --key-file"
        ),
        status => bail!("{address} does not export its audit trail: it answered with status {status}"),
    }
    response
        .text()
        .await
        .map_err(|error| anyhow::anyhow!("the audit trail broke off: {}", client::describe_error(error)))
}

fn run_verify(arguments: &AuditVerifyArguments, console: &Console) -> Result<ExitReason> {
    let text = read(&arguments.file)?;
    match verify(&text, arguments.head.as_deref()) {
        Ok(verified) => {
            console.print_report(&format!(
                "unchanged: {} entries, the last hash is {}",
                verified.entries, verified.head
            ));
            Ok(ExitReason::Success)
        }
        Err(error) => {
            console.print_report(&format!("not as it was exported: {error}"));
            if matches!(error, AuditError::Changed { .. } | AuditError::Broken { .. }) {
                console.print_report("everything before that line is unchanged");
            }
            Ok(ExitReason::Problems)
        }
    }
}

fn read(file: &Path) -> Result<String> {
    let mut text = String::new();
    let shown = safe_text::line(&file.display().to_string());
    match file == Path::new("-") {
        true => std::io::stdin().read_to_string(&mut text).map(drop),
        false => std::fs::read_to_string(file).map(|found| text = found),
    }
    .with_context(|| format!("{shown} cannot be read"))?;
    Ok(text)
}
