"""An MCP server on mcp 2.x whose tools ask the person behind the client.

askwell serve &
python examples/mcp_server.py      # what an MCP client starts
"""

from __future__ import annotations

from typing import Literal

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel, Field, SecretStr

import askwell
from askwell.mcp import ask, asks

server = MCPServer("deployer")


class Deployment(BaseModel):
    environment: Literal["staging", "production"] = "staging"
    replicas: int = Field(default=2, ge=1, le=20)


class Token(BaseModel):
    token: SecretStr


@server.tool()
@asks
async def deploy(version: str, ctx: Context) -> str:
    """Deploys a version after asking where."""
    # The client's own dialog, where it has one.
    outcome = await ask(ctx, f"Deploy {version}?", Deployment, timeout=300)
    if not isinstance(outcome, askwell.Accepted):
        return f"nothing was deployed: {outcome.status}"
    return f"deployed {version} to {outcome.value.environment} with {outcome.value.replicas} replicas"


@server.tool()
@asks
async def connect(service: str, ctx: Context) -> str:
    """Connects an account."""
    # A secret is never asked for in a dialog: the person gets a page.
    outcome = await ask(ctx, f"The token for {service}", Token, timeout=300)
    if not isinstance(outcome, askwell.Accepted):
        return f"not connected: {outcome.status}"
    return f"connected with {len(outcome.value.token)} characters"


if __name__ == "__main__":
    server.run("stdio")
