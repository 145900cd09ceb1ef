"""Runs the MCP server of an example: over stdio, or over HTTP at an address that it prints.

python tests/mcp_server_process.py EXAMPLE stdio|http FASTEST_PERSON

FASTEST_PERSON is the time in seconds within which a refusal counts as one of a client without a person. With 0 there is
no such client, and with a large number no such person, so that tests do not depend on how long things take.
"""

from __future__ import annotations

import importlib.util
import socket
import sys
from typing import Any

import askwell.mcp


def load_server(example: str) -> Any:
    """Returns the server that an example defines."""
    spec = importlib.util.spec_from_file_location("example", example)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["example"] = module
    spec.loader.exec_module(module)
    return module.server


def serve_http(server: Any) -> None:
    import uvicorn

    app = server.http_app() if hasattr(server, "http_app") else server.streamable_http_app()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
        uvicorn.Server(config).run(sockets=[listener])


def main(example: str, transport: str, fastest_person: str) -> None:
    askwell.mcp.HEADLESS = float(fastest_person)
    server = load_server(example)
    if transport == "http":
        serve_http(server)
    elif type(server).__module__.startswith("fastmcp"):
        server.run("stdio", show_banner=False)
    else:
        server.run("stdio")


if __name__ == "__main__":
    main(*sys.argv[1:])
