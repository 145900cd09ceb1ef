"""Drives an installed `askwell mcp` with the Python SDK: client.py COMMAND…

Lists the tools, asks a question and answers it in the elicitation callback. Prints one line of JSON.
"""

import asyncio
import json
import os
import sys

import mcp_types as types
from mcp import Client, StdioServerParameters

asked = []


async def answer(_context, params):
    asked.append(params.message)
    fields = params.requested_schema["properties"]
    return types.ElicitResult(action="accept", content={name: "yes, from Python" for name in fields})


async def main() -> None:
    command, *arguments = sys.argv[1:]
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    async with Client(server, mode="auto", elicitation_callback=answer) as client:
        tools = sorted(tool.name for tool in (await client.list_tools()).tools)
        result = await client.call_tool("ask_question", {"question": "Does the package work?"})
        text = "".join(part.text for part in result.content if part.type == "text")
        print(json.dumps({"tools": tools, "asked": asked, "text": text}))


asyncio.run(main())
