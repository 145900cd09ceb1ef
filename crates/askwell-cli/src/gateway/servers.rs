//! The servers that the command line names.

use anyhow::{Context as _, Result, bail};
use askwell_gateway::{NamePrefix, ServerSpec, expand_variables, read_servers_file};
use askwell_mcp::client::{Address, Command};

use crate::arguments::GatewayArguments;

/// Returns the servers behind the gateway.
pub(super) fn of_arguments(arguments: &GatewayArguments) -> Result<Vec<ServerSpec>> {
    let variable = |name: &str| std::env::var(name).ok();
    let mut servers = if let Some(file) = &arguments.servers_file {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        read_servers_file(&text, &variable).with_context(|| format!("{} cannot be used", file.display()))?
    } else if let Some(url) = &arguments.to {
        let mut address = Address::new(url)?;
        let name = address.to_string();
        for header in &arguments.header {
            let Some((key, value)) = header.split_once(':') else {
                bail!("a header has to look like \"Name: value\"");
            };
            let value = expand_variables(value.trim(), &variable)
                .map_err(|name| anyhow::anyhow!("the environment variable {name} is not set"))?;
            address = address.header(key.trim(), &value)?;
        }
        vec![ServerSpec::new(arguments.name.as_deref().unwrap_or(&name), address)]
    } else {
        vec![of_command(arguments)?]
    };
    if arguments.prefix {
        servers.iter_mut().for_each(|server| server.prefix = NamePrefix::Always);
    }
    Ok(servers)
}

fn of_command(arguments: &GatewayArguments) -> Result<ServerSpec> {
    let Some((program, rest)) = arguments.command.split_first() else {
        bail!("name the server's program after --, or use --to or --config");
    };
    let mut command = Command::new(program).arguments(rest.iter().cloned());
    for variable in &arguments.env {
        command = match variable.split_once('=') {
            Some((name, value)) => command.variable(name, value),
            None => {
                let value = std::env::var_os(variable)
                    .with_context(|| format!("the environment variable {variable} is not set"))?;
                command.variable(variable, value)
            }
        };
    }
    let file = std::path::Path::new(program).file_name().unwrap_or(program).to_string_lossy().into_owned();
    Ok(ServerSpec::new(arguments.name.as_deref().unwrap_or(&file), command))
}
