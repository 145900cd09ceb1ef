"""The Python SDK, 2.x, as a server that asks and as a client that answers; both eras."""

import asyncio
from typing import Annotated, Literal

import mcp_types as types
from mcp import Client, StdioServerParameters
from mcp.server import MCPServer
from mcp.server.elicitation import AcceptedElicitation, CancelledElicitation, DeclinedElicitation
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

import contract


class Project(BaseModel):
    project: str = Field(min_length=2, max_length=40)
    size: Literal["small", "medium", "large"] = "medium"
    seats: int = Field(ge=1, le=100)
    contact: str | None = Field(default=None, json_schema_extra={"format": "email"})


server = MCPServer("python-mcp-2")


async def ask_for_project() -> Elicit[Project]:
    return Elicit(contract.QUESTION, Project)


Outcome = AcceptedElicitation[Project] | DeclinedElicitation | CancelledElicitation


@server.tool(structured_output=False)
async def register(outcome: Annotated[Outcome, Resolve(ask_for_project)]) -> str:
    """Ask for a project and say what came of it."""
    data = outcome.data.model_dump(exclude_none=True) if outcome.action == "accept" else None
    return contract.said(outcome.action, data)


@server.tool(structured_output=False)
async def connect(ctx: Context) -> str | types.InputRequiredResult:
    """Send the person to a page and say whether they agreed."""
    if ctx.protocol_version != "2026-07-28":
        outcome = await ctx.elicit_url(contract.LINK_QUESTION, contract.LINK, contract.LINK_ID)
        return contract.said(outcome.action)
    answer = (ctx.input_responses or {}).get("link")
    if answer is not None:
        return contract.said(answer.action)
    params = types.ElicitRequestURLParams(message=contract.LINK_QUESTION, url=contract.LINK)
    return types.InputRequiredResult(input_requests={"link": types.ElicitRequest(params=params)})


async def call(options):
    person = contract.Person(options.script)

    async def answer(_context, params):
        action, content = person.answer(params)
        return types.ElicitResult(action=action, content=content)

    target = options.url or StdioServerParameters(command=options.command[0], args=options.command[1:])
    mode = "legacy" if options.era == "legacy" else "auto"
    async with Client(target, mode=mode, elicitation_callback=answer) as client:
        result = await client.call_tool(options.tool, {})
        contract.report(person, result, str(client.protocol_version))


def main():
    options = contract.arguments()
    if options.role == "client":
        asyncio.run(call(options))
    elif options.http:
        server.run("streamable-http", port=options.http)
    else:
        server.run("stdio")


main()
