//! The memory and disk space of open elicitations that each have their own form, as agents create them.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use askwell_engine::{Ask, Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::{Actor, Surface};
use askwell_store::{Keyring, OpenOptions};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use crate::engine::verdict;
use crate::harness::Effort;
use crate::memory;

const KEYRING: &str = "bench:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// So many ask at the same time.
const ASKERS: usize = 256;

/// A form, and how many bytes an open elicitation with one of its kind may take.
struct Case {
    name: &'static str,
    document: &'static str,
    most: f64,
}

const CASES: [Case; 2] = [
    Case { name: "API key", document: include_str!("../../examples/forms/api-key.json"), most: 1536.0 },
    Case { name: "OAuth", document: include_str!("../../examples/forms/oauth.json"), most: 4096.0 },
];

/// Where elicitations are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Memory,
    Disk,
}

/// Measures it, if it is wanted, and says whether all targets were met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let mut met = true;
    for (name, place) in [("engine distinct", Place::Memory), ("durable distinct", Place::Disk)] {
        if !wanted(name) {
            continue;
        }
        println!("\n{name}: open at once, each with a form of its own");
        // Kept until the end: what one case gives back to the allocator would be missing in the figure of the next.
        let mut kept = Vec::new();
        for case in &CASES {
            let (case_met, used) = measure(case, place, effort)?;
            met &= case_met;
            kept.push(used);
        }
    }
    Ok(met)
}

/// What a case has used. The runtime is dropped last.
struct LiveCase {
    _engine: Engine,
    _folder: TempDir,
    _runtime: Runtime,
}

fn measure(case: &Case, place: Place, effort: Effort) -> Result<(bool, LiveCase), Box<dyn Error>> {
    let count = if effort == Effort::FULL { 1_000_000 } else { 50_000 };
    let document = Form::parse(case.document)?.to_json().len();
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let folder = tempfile::tempdir()?;
    let before = memory::resident();
    let builder = Engine::builder().limits(Limits::none());
    let engine = runtime.block_on(async {
        Ok::<_, Box<dyn Error>>(match place {
            Place::Memory => builder.start(),
            Place::Disk => {
                let options = OpenOptions::new().keyring(Keyring::parse(KEYRING)?);
                builder.store(options.open(folder.path())?).start()
            }
        })
    })?;
    let next = Arc::new(AtomicUsize::new(0));
    runtime.block_on(async {
        let askers: Vec<_> = (0..ASKERS)
            .map(|_| tokio::spawn(ask(engine.clone(), case.document, Arc::clone(&next), count)))
            .collect();
        for asker in askers {
            asker.await?.map_err(|error| error.to_string())?;
        }
        Ok::<_, Box<dyn Error>>(())
    })?;
    let bytes = memory::resident().saturating_sub(before);
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    let each = bytes as f64 / count as f64;
    let met = each <= case.most;
    println!(
        "  {:8}{count:>9} open: {each:.0} bytes each, the document {document}; target ≤ {:.0}  {}",
        case.name,
        case.most,
        verdict(met)
    );
    Ok((met, LiveCase { _engine: engine, _folder: folder, _runtime: runtime }))
}

/// Asks until `count` have been asked, with a title of its own each time.
async fn ask(
    engine: Engine,
    document: &'static str,
    next: Arc<AtomicUsize>,
    count: usize,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let actor = Actor::client("bench", Surface::Library);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= count {
            return Ok(());
        }
        let title = format!("\"title\": \"Question {number}: ");
        let form = Form::parse(&document.replacen("\"title\": \"", &title, 1))?;
        let ask = Ask::form(form).timeout(std::time::Duration::from_secs(600));
        engine.create(&actor, ask).await?;
    }
}
