"""One tool call of an MCP server, whichever library serves it: mcp 1, mcp 2 or FastMCP.

Hides what differs: names of members, the era of the protocol, and how a call can end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from .json_values import is_object

MODERN = "2026-07-28"
"""From this revision on, a server answers a call with what it needs, and the client calls again."""


class ToolCall:
    """What the server knows about a call and its client."""

    def __init__(self, context: Any) -> None:
        self.context = context
        request = context.request_context
        version = getattr(context, "protocol_version", None) or getattr(request, "protocol_version", None)
        self.is_modern = str(version or "") >= MODERN
        self.session: Any = context.session
        capability: Any = getattr(_capabilities(self.session), "elicitation", None)
        url = getattr(capability, "url", None) is not None
        form = getattr(capability, "form", None) is not None
        self.shows_pages = url
        # Before the modes had names, the capability meant forms.
        self.shows_forms = form or (capability is not None and not url)
        self.responses: Mapping[str, Any] = (self.is_modern and getattr(context, "input_responses", None)) or {}
        self.has_progress_token = _has_progress_token(request)

    def principal(self) -> str:
        """Returns who calls, as the access token says; empty without one."""
        try:
            token = import_module("mcp.server.auth.middleware.auth_context").get_access_token()
        except ImportError:
            token = None
        if token is None:
            return ""
        claims: dict[str, Any] = getattr(token, "claims", None) or {}
        return repr((token.client_id, claims.get("iss"), getattr(token, "subject", None)))

    def stored(self) -> dict[str, str]:
        """Returns the keys of the questions of earlier rounds. The library of the server has verified them."""
        text = getattr(self.context, "request_state", None) if self.is_modern else None
        try:
            state: Any = json.loads(text) if text else {}
        except ValueError:
            state = {}
        keys = state.get("askwell") if is_object(state) else None
        return {str(name): str(key) for name, key in keys.items()} if is_object(keys) else {}

    async def show_form(self, message: str, schema: dict[str, Any]) -> Any:
        """Has the client show a dialog, and returns its answer (before the modern era)."""
        return await self.session.elicit_form(message, schema, self.context.request_id)

    async def show_page(self, message: str, url: str, elicitation_id: str) -> Any:
        """Has the client open a page, and returns whether the person agreed (before the modern era)."""
        return await self.session.elicit_url(message, url, elicitation_id, self.context.request_id)

    async def tell_page_done(self, elicitation_id: str) -> None:
        """Tells the client that a page is complete."""
        await self.session.send_elicit_complete(elicitation_id, self.context.request_id)

    async def report_progress(self, seconds: float) -> None:
        """Tells the client that the call is alive."""
        await self.context.report_progress(seconds, None, "waiting for an answer")

    def input_required(self, name: str, params: dict[str, Any], state: dict[str, str]) -> Any:
        """Returns the result that asks a modern client."""
        import mcp_types as types

        kind = types.ElicitRequestURLParams if params["mode"] == "url" else types.ElicitRequestFormParams
        request = types.ElicitRequest(params=kind(**params))
        return types.InputRequiredResult(input_requests={name: request}, request_state=json.dumps({"askwell": state}))

    def tool_error(self, text: str) -> Exception:
        """Returns the exception whose text the client gets to see."""
        module = type(self.context).__module__
        home = "fastmcp.exceptions"
        if module.startswith("mcp."):
            # mcp.server.fastmcp of mcp 1, mcp.server.mcpserver of mcp 2
            home = ".".join([*module.split(".")[:3], "exceptions"])
        error: Exception = import_module(home).ToolError(text)
        return error


def _capabilities(session: Any) -> Any:
    declared = getattr(session, "client_capabilities", None)
    if declared is None:
        declared = getattr(getattr(session, "client_params", None), "capabilities", None)
    return declared


def _has_progress_token(request: Any) -> bool:
    meta: Any = getattr(request, "meta", None)
    if is_object(meta):
        return any(name in meta for name in ("progressToken", "progress_token"))
    return any(getattr(meta, name, None) is not None for name in ("progressToken", "progress_token"))
