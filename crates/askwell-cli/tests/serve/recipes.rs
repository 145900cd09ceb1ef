//! The recipes of docs/recipes.md, run against a real service.

use std::path::Path;
use std::process::{Child, Command};

use serde_json::{Value, json};

use crate::server::{Server, isolated, until};

/// The block of a recipe.
fn recipe(name: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/recipes.md");
    let text = std::fs::read_to_string(docs).unwrap();
    let after = text.split_once(&format!("<!-- recipe: {name} -->\n")).unwrap().1;
    let block = after.split_once('\n').unwrap().1;
    block.split_once("```").unwrap().0.to_owned()
}

/// A command with the program on its path and the service in its environment.
fn command(name: &str, folder: &Path, server: &Server) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_askwell")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = isolated(Command::new(name), folder);
    command.env("PATH", path).env("ASKWELL_SERVICE", format!("http://{}", server.address));
    command.env("VERSION", "1.4.2");
    command
}

fn shell(script: &str, folder: &Path, server: &Server) -> Command {
    let mut shell = command("/bin/sh", folder, server);
    shell.args(["-e", "-c", script]);
    shell
}

/// Answers the next question and returns its title.
fn answer(server: &Server, responses: &Value) -> String {
    let mut found = None;
    until("a question is open", || {
        let listed = server.call("elicitation/list", json!({"status": ["pending", "active"]})).unwrap();
        found = listed["elicitations"].get(0).cloned();
        found.is_some()
    });
    let found = found.unwrap();
    let params = json!({"elicitationId": found["elicitationId"], "responses": responses});
    server.call("elicitation/submit", params).unwrap();
    found["prompt"].as_str().unwrap().to_owned()
}

fn finish(child: Child) -> (bool, String) {
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("error"), "{stderr}");
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn shell_recipes_follow_the_answer() {
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::in_memory());
    for (go, version, printed) in [(true, "1.4.2", "deploying 1.4.2\n"), (false, "1.4.3", "not deployed\n")] {
        let mut script = shell(&recipe("shell"), folder.path(), &server);
        let script = script.env("VERSION", version).spawn().unwrap();
        assert_eq!(answer(&server, &json!({"deploy": go})), format!("Deploy {version}?"));
        assert_eq!(finish(script), (true, printed.to_owned()));
    }
    let script = shell(&recipe("detach"), folder.path(), &server).spawn().unwrap();
    answer(&server, &json!({"note": "Faster carts"}));
    assert_eq!(finish(script), (true, "building 1.4.2\nreleased 1.4.2: Faster carts\n".to_owned()));
}

/// The scripts of the steps, as a runner executes them.
fn github_steps(workflow: &str) -> Vec<String> {
    let mut steps = Vec::new();
    let mut lines = workflow.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((before, script)) = line.split_once("run: ") else { continue };
        if script != "|" {
            steps.push(script.to_owned());
            continue;
        }
        let indent = before.len();
        let mut block = String::new();
        while let Some(line) = lines.next_if(|line| line.len() - line.trim_start().len() > indent) {
            block += &format!("{}\n", line.trim_start());
        }
        steps.push(block);
    }
    steps
}

#[test]
fn github_recipe_deploys_only_what_is_approved() {
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::in_memory());
    let steps = github_steps(&recipe("github"));
    assert_eq!(steps.len(), 2);
    let step = |script: &str, sha: &str| {
        let mut step = shell(script, folder.path(), &server);
        step.env("GITHUB_SHA", sha).env("GITHUB_REPOSITORY", "shop/web");
        step.env("GITHUB_STEP_SUMMARY", folder.path().join("summary"));
        step.spawn().unwrap()
    };
    let asking = step(&steps[0], "abc");
    assert_eq!(answer(&server, &json!({"decision": "approve"})), "Deploy abc?");
    assert!(finish(asking).0);
    assert_eq!(finish(step(&steps[1], "abc")), (true, "deploying abc\n".to_owned()));
    // Running the job again finds the answer.
    assert!(finish(step(&steps[0], "abc")).0);
    let asking = step(&steps[0], "def");
    answer(&server, &json!({"decision": "reject", "comment": "not today"}));
    assert!(!finish(asking).0);
    let summary = std::fs::read_to_string(folder.path().join("summary")).unwrap();
    assert_eq!(summary, "decision: approve\ndecision: approve\ndecision: reject\n");
}

/// The commands of the script, as a runner executes them.
fn gitlab_script(job: &str) -> String {
    let script = job.split_once("script:\n").unwrap().1;
    let items = script.split("    - ").skip(1).map(|item| {
        let item = item.strip_prefix(">-\n").unwrap_or(item);
        item.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    });
    items.collect::<Vec<_>>().join("\n")
}

#[test]
fn gitlab_recipe_deploys_only_what_is_approved() {
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::in_memory());
    let script = gitlab_script(&recipe("gitlab"));
    let run = |sha: &str| {
        let mut job = shell(&script, folder.path(), &server);
        job.env("CI_COMMIT_SHORT_SHA", sha).env("CI_COMMIT_SHA", sha).env("CI_PROJECT_ID", "7");
        job.spawn().unwrap()
    };
    let job = run("abc");
    assert_eq!(answer(&server, &json!({"decision": "approve"})), "Deploy abc?");
    assert_eq!(finish(job), (true, "deploying abc\n".to_owned()));
    let job = run("def");
    answer(&server, &json!({"decision": "reject"}));
    assert_eq!(finish(job), (false, String::new()));
}

#[test]
fn cron_recipe_asks_in_the_evening_and_acts_in_the_night() {
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::in_memory());
    let recipe = recipe("cron");
    let jobs: Vec<String> =
        recipe.lines().map(|line| line.splitn(6, ' ').nth(5).unwrap().replace("\\%", "%")).collect();
    assert_eq!(jobs.len(), 2);
    assert!(finish(shell(&jobs[0], folder.path(), &server).spawn().unwrap()).0);
    answer(&server, &json!({"purge": true}));
    assert!(finish(shell(&jobs[1], folder.path(), &server).spawn().unwrap()).0);
    let log = std::fs::read_to_string(folder.path().join("purge.log")).unwrap();
    assert_eq!(log, "deleting old backups\n");
}

#[test]
fn make_recipe_releases_only_what_is_approved() {
    if Command::new("make").arg("--version").output().is_err() {
        // Not every machine has make; the build servers do.
        return;
    }
    let (folder, server) = (tempfile::tempdir().unwrap(), Server::in_memory());
    std::fs::write(folder.path().join("Makefile"), recipe("make")).unwrap();
    let make = |version: &str| {
        let mut make = command("make", folder.path(), &server);
        make.args(["release", &format!("VERSION={version}")]).spawn().unwrap()
    };
    let making = make("1.4.2");
    assert_eq!(answer(&server, &json!({"go": true})), "Release 1.4.2?");
    assert_eq!(finish(making), (true, "releasing 1.4.2\n".to_owned()));
    let making = make("1.4.3");
    answer(&server, &json!({"go": false}));
    assert!(!making.wait_with_output().unwrap().status.success());
}
