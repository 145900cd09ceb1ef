//! Packages in folders of their own, as their users would have them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::dist::{Packages, mcpb, output, quietly};

/// An installed program.
#[derive(Debug, Clone)]
pub(super) struct Installed {
    pub(super) name: &'static str,
    /// The command line that starts it, without its arguments.
    pub(super) command: Vec<PathBuf>,
    /// How an MCP client starts it, where the package says that.
    pub(super) mcp: Vec<String>,
}

impl Installed {
    /// Installs every package.
    pub(super) fn all(packages: &Packages) -> Result<Vec<Installed>> {
        let folder = packages.release.target_folder.join("packages-test");
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        fs::create_dir_all(&folder)?;
        let mut all = vec![archive(packages, &folder)?];
        all.extend(wheel(packages, &folder)?);
        all.push(npm(packages, &folder)?);
        all.push(bundle(packages, &folder)?);
        all.extend(debian(packages, &folder)?);
        Ok(all)
    }

    fn new(name: &'static str, command: Vec<PathBuf>) -> Installed {
        Installed { name, command, mcp: vec!["mcp".to_owned(), "--page".to_owned()] }
    }

    /// Returns the program with arguments, in an environment without cargo and without settings.
    pub(super) fn start(&self, arguments: &[&str]) -> Command {
        let mut words = self.command.iter();
        let mut command = Command::new(words.next().map_or(Path::new("askwell"), PathBuf::as_path));
        command.args(words).args(arguments);
        isolate(&mut command);
        command
    }

    pub(super) fn check_version(&self, version: &str) -> Result<()> {
        let printed = output(&mut self.start(&["--version"]))?;
        if printed.trim() != format!("askwell {version}") {
            bail!("--version prints {printed:?}");
        }
        Ok(())
    }

    /// Asks with answers from a file, as a script does.
    pub(super) fn check_ask(&self) -> Result<()> {
        let folder = tempfile()?;
        fs::write(folder.join("answers.json"), r#"{"name": "Ada"}"#)?;
        let mut ask = self.start(&["ask", "--text", "name", "--answers", "answers.json"]);
        let printed = output(ask.current_dir(&folder))?;
        let answers: Value = serde_json::from_str(&printed).context("ask prints no JSON")?;
        fs::remove_dir_all(&folder)?;
        if answers["name"] != "Ada" {
            bail!("ask prints {printed}");
        }
        Ok(())
    }

    /// Runs the service until it says where it listens, and asks whether it is ready.
    pub(super) fn check_serve(&self) -> Result<()> {
        let mut serve = self.start(&["serve", "--memory", "--listen", "127.0.0.1:0"]);
        serve.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = Running(serve.spawn().context("cannot start the service")?);
        let lines = running.0.stderr.take().map(BufReader::new).context("no stderr")?.lines();
        let mut seen = Vec::new();
        for line in lines {
            let line = line?;
            let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://127.0.0.1:"));
            let port = address.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
            seen.push(line.clone());
            if let Some(port) = port.filter(|port| !port.is_empty()) {
                let url = format!("http://127.0.0.1:{port}/readyz");
                let script = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).status)";
                let status = output(Command::new("python3").args(["-c", script, &url]))?;
                return if status.trim() == "200" { Ok(()) } else { bail!("/readyz answers {status}") };
            }
        }
        bail!("the service did not say where it listens:\n{}", seen.join("\n"))
    }
}

/// A process that ends with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Removes cargo and settings from the environment of a command.
pub(super) fn isolate(command: &mut Command) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).filter(|folder| !folder.join("cargo").exists());
    if let Ok(path) = std::env::join_paths(folders) {
        command.env("PATH", path);
    }
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("ASKWELL_") || text.starts_with("CARGO") || text.starts_with("RUST") {
            command.env_remove(&name);
        }
    }
}

fn tempfile() -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("askwell-packages-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn archive(packages: &Packages, folder: &Path) -> Result<Installed> {
    let folder = folder.join("archive");
    fs::create_dir_all(&folder)?;
    quietly(
        Command::new("tar")
            .args(["--strip-components=1", "-xzf"])
            .arg(&packages.archive)
            .arg("-C")
            .arg(&folder),
    )?;
    Ok(Installed::new("archive", vec![folder.join("askwell")]))
}

/// Installs the wheel. Returns both ways to start what pip installed: the script and the module.
pub(super) fn wheel(packages: &Packages, folder: &Path) -> Result<[Installed; 2]> {
    let folder = folder.join("python");
    quietly(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let python = folder.join("bin").join("python");
    let options =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"];
    quietly(Command::new(&python).args(options).arg(&packages.wheel))?;
    let module = vec![python, PathBuf::from("-m"), PathBuf::from("askwell")];
    Ok([
        Installed::new("wheel (script)", vec![folder.join("bin").join("askwell")]),
        Installed::new("wheel (module)", module),
    ])
}

/// Installs the npm packages.
pub(super) fn npm(packages: &Packages, folder: &Path) -> Result<Installed> {
    let folder = folder.join("npm");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("package.json"), r#"{"private": true}"#)?;
    let mut install = Command::new("npm");
    install
        .args(["install", "--offline", "--no-audit", "--no-fund", "--loglevel", "error"])
        .args(&packages.npm);
    // An empty cache: everything comes from the packages.
    install.env("npm_config_cache", folder.join("cache")).current_dir(&folder);
    quietly(&mut install)?;
    let library =
        "import('askwell').then((library) => { if (!Object.keys(library).length) process.exit(1) })";
    quietly(Command::new("node").args(["-e", library]).current_dir(&folder))?;
    Ok(Installed::new("npm", vec![folder.join("node_modules").join(".bin").join("askwell")]))
}

/// Unpacks the bundle and reads from its manifest how to start it, as a client does.
fn bundle(packages: &Packages, folder: &Path) -> Result<Installed> {
    let folder = folder.join("bundle");
    quietly(mcpb(&packages.release.target_folder)?.arg("unpack").arg(&packages.bundle).arg(&folder))?;
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join("manifest.json"))?)?;
    let start = &manifest["server"]["mcp_config"];
    let command = start["command"].as_str().context("the manifest has no command")?;
    let command = command.replace("${__dirname}", &folder.to_string_lossy());
    let mcp = start["args"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    Ok(Installed { name: "bundle", command: vec![PathBuf::from(command)], mcp: mcp.collect() })
}

/// Lets dpkg install into a folder with a database of its own.
fn debian(packages: &Packages, folder: &Path) -> Result<Option<Installed>> {
    let Some(package) = &packages.debian else { return Ok(None) };
    let folder = folder.join("debian");
    let database = folder.join("var").join("lib").join("dpkg");
    for part in ["info", "updates", "triggers"] {
        fs::create_dir_all(database.join(part))?;
    }
    fs::write(database.join("status"), "")?;
    let mut install = Command::new("dpkg");
    install.arg(format!("--instdir={}", folder.display())).arg(format!("--admindir={}", database.display()));
    // The folder holds nothing that the package could depend on, and belongs to whom it is tested by.
    install.args(["--force-depends", "--force-not-root", "--force-bad-path", "--log=/dev/null", "--install"]);
    quietly(install.arg(package))?;
    for file in [
        "lib/systemd/system/askwell.service",
        "usr/share/man/man1/askwell.1.gz",
        "usr/share/doc/askwell/copyright",
    ] {
        if !folder.join(file).exists() {
            bail!("the Debian package has no {file}");
        }
    }
    Ok(Some(Installed::new("Debian package", vec![folder.join("usr").join("bin").join("askwell")])))
}
