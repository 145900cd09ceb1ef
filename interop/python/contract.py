"""What every peer agrees on: the question, the scripted person, the command line and the report.

The same words stand in ../typescript/contract.mjs and ../rust/src/lib.rs. Nothing here knows an SDK.
"""

import argparse
import json
import urllib.request

QUESTION = "Which project should be registered?"
LINK_QUESTION = "Connect your account."
LINK = "https://accounts.example.com/connect?flow=interop"
LINK_ID = "interop-link-1"

SCHEMA = {
    "type": "object",
    "properties": {
        "project": {"type": "string", "title": "Project", "minLength": 2, "maxLength": 40},
        "size": {"type": "string", "title": "Size", "enum": ["small", "medium", "large"], "default": "medium"},
        "seats": {"type": "integer", "title": "Seats", "minimum": 1, "maximum": 100},
        "contact": {"type": "string", "title": "Contact", "format": "email"},
    },
    "required": ["project", "seats"],
}

VALID = {"project": "harbour", "size": "large", "seats": 12, "contact": "person@example.com"}
INVALID = {"project": "harbour", "size": "large", "seats": 1000, "contact": "person@example.com"}


def said(action, content=None):
    """The text of a tool's result: what came of the question."""
    if action != "accept" or content is None:
        return action
    return "accept " + json.dumps(content, sort_keys=True, separators=(",", ":"))


class Person:
    """Answers as its script says, and remembers what it was asked."""

    def __init__(self, script):
        self.script = script
        self.asked = []

    def answer(self, params):
        """The action, and the content if there is one."""
        mode = getattr(params, "mode", None) or "form"
        self.asked.append({"mode": mode, "message": params.message})
        if self.script in ("decline", "cancel"):
            return self.script, None
        if mode == "url":
            visit(params.url)
            return "accept", None
        first = len(self.asked) == 1
        return "accept", INVALID if self.script == "invalid" and first else VALID


def visit(url):
    """Does at a page what a person would do there, if it is one of ours."""
    if url.startswith("http://127.0.0.1:"):
        urllib.request.urlopen(url, timeout=30).close()


def arguments():
    parser = argparse.ArgumentParser()
    roles = parser.add_subparsers(dest="role", required=True)
    server = roles.add_parser("server")
    server.add_argument("--http", type=int, metavar="PORT")
    client = roles.add_parser("client")
    client.add_argument("--era", choices=["legacy", "modern"], default="legacy")
    client.add_argument("--tool", required=True)
    client.add_argument("--script", choices=["accept", "decline", "cancel", "invalid"], required=True)
    client.add_argument("--url")
    client.add_argument("command", nargs="*")
    return parser.parse_args()


def report(person, result, version):
    """Prints what the client saw, as one line of JSON."""
    text = "".join(block.text for block in result.content if block.type == "text")
    failed = result.is_error if hasattr(result, "is_error") else result.isError
    print(json.dumps({"text": text, "failed": bool(failed), "asked": person.asked, "version": version}))
