"""FastMCP as a server that asks and as a client that answers."""

import asyncio
from typing import Literal

import mcp_types as types
from fastmcp import Client, Context, FastMCP
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StdioTransport
from pydantic import BaseModel, Field

import contract


class Project(BaseModel):
    project: str = Field(min_length=2, max_length=40)
    size: Literal["small", "medium", "large"] = "medium"
    seats: int = Field(ge=1, le=100)
    contact: str = Field(default="", json_schema_extra={"format": "email"})


server = FastMCP("fastmcp")


def modern(ctx):
    return ctx.request_context.protocol_version == "2026-07-28"


def asked(ctx, key, params):
    """One round of the modern era: the answer if it came, else the question."""
    answer = (ctx.input_responses or {}).get(key)
    return answer or types.InputRequiredResult(input_requests={key: types.ElicitRequest(params=params)})


@server.tool(output_schema=None)
async def register(ctx: Context) -> str | types.InputRequiredResult:
    """Ask for a project and say what came of it."""
    if modern(ctx):
        params = types.ElicitRequestFormParams(message=contract.QUESTION, requested_schema=contract.SCHEMA)
        answer = asked(ctx, "project", params)
        return answer if isinstance(answer, types.InputRequiredResult) else contract.said(answer.action, answer.content)
    outcome = await ctx.elicit(contract.QUESTION, Project)
    data = outcome.data.model_dump(exclude_none=True) if outcome.action == "accept" else None
    return contract.said(outcome.action, data)


@server.tool(output_schema=None)
async def connect(ctx: Context) -> str | types.InputRequiredResult:
    """Send the person to a page and say whether they agreed."""
    if modern(ctx):
        params = types.ElicitRequestURLParams(message=contract.LINK_QUESTION, url=contract.LINK)
        answer = asked(ctx, "link", params)
        return answer if isinstance(answer, types.InputRequiredResult) else contract.said(answer.action)
    outcome = await ctx.session.elicit_url(contract.LINK_QUESTION, contract.LINK, contract.LINK_ID)
    return contract.said(outcome.action)


async def call(options):
    person = contract.Person(options.script)

    async def answer(_message, _response_type, params, _context):
        action, content = person.answer(params)
        return ElicitResult(action=action, content=content)

    target = options.url or StdioTransport(command=options.command[0], args=options.command[1:])
    mode = "legacy" if options.era == "legacy" else "auto"
    async with Client(target, elicitation_handler=answer, mode=mode) as client:
        result = await client.call_tool_mcp(options.tool, {})
        contract.report(person, result, str(client.session.protocol_version))


def main():
    options = contract.arguments()
    if options.role == "client":
        asyncio.run(call(options))
    elif options.http:
        server.run("streamable-http", port=options.http, show_banner=False)
    else:
        server.run("stdio", show_banner=False)


main()
