//! Runs a corpus of hostile and harmless URLs with expected results, gathered from public
//! collections.
//!
//! The file is not part of the crate: `ASKWELL_SSRF_CASES` names it, else it is searched beside the
//! repository. If it is absent, the test says so and ends.

use super::{Scheme, SchemeSet, UrlPolicy, check};
use std::net::IpAddr;
use std::path::PathBuf;

/// The rows on which the guard and the corpus disagree, each on purpose. Strict: a row that agrees again
/// must leave this list.
const DISAGREEMENTS: [(&str, &str); 1] = [(
    "https://user@example.com/",
    "the corpus judges where a URL leads, and this one leads to a public host; the guard refuses credentials first",
)];

#[test]
fn verdict_equals_that_of_the_corpus() {
    let named = std::env::var_os("ASKWELL_SSRF_CASES").map(PathBuf::from);
    let is_named = named.is_some();
    let path = named.unwrap_or_else(|| {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora/ssrf_cases.tsv")
    });
    let table = match std::fs::read_to_string(&path) {
        Ok(table) => table,
        Err(error) if is_named => panic!("ASKWELL_SSRF_CASES cannot be read: {error}"),
        Err(_) => {
            println!("skipped: no corpus; name one with ASKWELL_SSRF_CASES");
            return;
        }
    };
    let policy = UrlPolicy { allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http), ..UrlPolicy::default() };

    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |name| columns.iter().position(|&column| column == name).unwrap();
    let (url_column, verdict_column, resolved_column) =
        (column("url"), column("verdict"), column("resolved"));

    let mut rows = 0;
    let mut surprises = Vec::new();
    let mut disagreements = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let url: String = serde_json::from_str(&format!("\"{}\"", cells[url_column])).unwrap();
        let allowed = match cells[verdict_column] {
            "allow" => true,
            "block" => false,
            other => panic!("unknown verdict {other} for {url:?}"),
        };
        rows += 1;
        let outcome = visit(&url, cells.get(resolved_column).copied().unwrap_or_default(), &policy);
        if outcome.is_ok() != allowed {
            match DISAGREEMENTS.iter().find(|(known, _)| *known == url) {
                Some((known, _)) => disagreements.push(*known),
                None => surprises.push(format!("{url:?}: allowed is {allowed}, but {outcome:?}")),
            }
        }
    }
    assert!(surprises.is_empty(), "{} of {rows} rows:\n{}", surprises.len(), surprises.join("\n"));
    assert_eq!(disagreements, DISAGREEMENTS.map(|(url, _)| url), "a known disagreement is gone");
    println!(
        "{} of {rows} rows agree, {} differ on purpose",
        rows - disagreements.len(),
        disagreements.len()
    );
}

/// Checks a URL, then each set of answers that DNS gives in turn, as a fetch after a rebinding would see it.
fn visit(url: &str, resolved: &str, policy: &UrlPolicy) -> Result<(), String> {
    let guarded = check(url, policy).map_err(|refusal| refusal.to_string())?;
    if guarded.needs_resolving().is_none() {
        return guarded.check_resolved(policy, &[]).map(drop).map_err(|refusal| refusal.to_string());
    }
    // Without answers nothing would be checked, and a name that should have been refused would look refused.
    assert!(!resolved.is_empty(), "{url:?} passed as a name, and the corpus has no answers for it");
    for step in resolved.split(" then ") {
        guarded.check_resolved(policy, &answers(step)).map_err(|refusal| refusal.to_string())?;
    }
    Ok(())
}

fn answers(step: &str) -> Vec<IpAddr> {
    match step {
        "NXDOMAIN" => Vec::new(),
        // Stands for any public address.
        "public" => vec![IpAddr::from([93, 184, 216, 34])],
        list => list.split(", ").map(|address| address.parse().unwrap()).collect(),
    }
}
