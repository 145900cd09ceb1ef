"""The Python SDK, 1.x, as a server that asks and as a client that answers; it knows the legacy era only."""

import asyncio
from contextlib import asynccontextmanager

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.fastmcp import Context, FastMCP
from pydantic import BaseModel, Field

import contract


class Project(BaseModel):
    project: str = Field(min_length=2, max_length=40)
    # This version takes plain types only; the choices have to be written into the schema.
    size: str = Field(default="medium", json_schema_extra={"enum": ["small", "medium", "large"]})
    seats: int = Field(ge=1, le=100)
    contact: str = Field(default="", json_schema_extra={"format": "email"})


server = FastMCP("python-mcp-1")


@server.tool(structured_output=False)
async def register(ctx: Context) -> str:
    """Ask for a project and say what came of it."""
    outcome = await ctx.elicit(contract.QUESTION, Project)
    data = outcome.data.model_dump(exclude_none=True) if outcome.action == "accept" else None
    return contract.said(outcome.action, data)


@server.tool(structured_output=False)
async def connect(ctx: Context) -> str:
    """Send the person to a page and say whether they agreed."""
    outcome = await ctx.elicit_url(contract.LINK_QUESTION, contract.LINK, contract.LINK_ID)
    return contract.said(outcome.action)


@asynccontextmanager
async def streams(options):
    if options.url:
        async with streamable_http_client(options.url) as (read, write, _session):
            yield read, write
    else:
        command = StdioServerParameters(command=options.command[0], args=options.command[1:])
        async with stdio_client(command) as (read, write):
            yield read, write


async def call(options):
    person = contract.Person(options.script)

    async def answer(_context, params):
        action, content = person.answer(params)
        return types.ElicitResult(action=action, content=content)

    async with streams(options) as (read, write):
        async with ClientSession(read, write, elicitation_callback=answer) as session:
            hello = await session.initialize()
            result = await session.call_tool(options.tool, {})
            contract.report(person, result, str(hello.protocolVersion))


def main():
    options = contract.arguments()
    if options.role == "client":
        asyncio.run(call(options))
    elif options.http:
        server.settings.port = options.http
        server.run("streamable-http")
    else:
        server.run("stdio")


main()
