//! Asks for an approval, with the evidence that the decision rests on.
//!
//! `cargo run --example approval [ADDRESS]`
//!
//! Only an explicit "Approve" is `Accepted`. "Reject" and "Decline" are both `Declined`, with the person's reason.

use askwell::{Approval, AskError, Askwell, Evidence, Reply};

const DIFF: &str = "\
--- a/limits.toml
+++ b/limits.toml
@@ -1 +1 @@
-connections = 100
+connections = 500
";

#[tokio::main]
async fn main() -> Result<(), AskError> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8788".to_owned());
    let askwell = Askwell::builder().name("deploy-bot").pages(address).start().await?;
    let asked = askwell
        .approve("Deploy 1.4.2 to production?")
        .person("ops@example.com")
        .message("The maintenance window ends at noon.")
        .evidence("Tests", Evidence::markdown("412 passed, **0 failed**"))
        .evidence("Changes", Evidence::diff(DIFF))
        .start()
        .await?;
    println!("decide here: {}", asked.link().await?);

    match asked.await? {
        Reply::Accepted(Approval { by: Some(person), comment, .. }) => {
            println!("approved by {person}: {}", comment.unwrap_or_default());
        }
        Reply::Accepted(_) => println!("approved"),
        Reply::Declined(decline) => {
            println!("rejected: {}", decline.reason.as_deref().unwrap_or("no reason"));
        }
        Reply::Cancelled(_) | Reply::TimedOut => println!("nobody decided"),
    }
    Ok(())
}
