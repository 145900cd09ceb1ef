"""How the library finds the service. docs/service.md specifies the order and the descriptor.

Reads variables and one file. It sends nothing: `core.Core` checks whether the service of a descriptor
still runs.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from .errors import AskwellError

DEFAULT_ADDRESS = "http://127.0.0.1:8787"
_MAX_BYTES = 64 << 10


@dataclass(frozen=True)
class Endpoint:
    """An address and the key to send there."""

    url: str
    key: str | None = None


@dataclass(frozen=True)
class Descriptor:
    """Where a service of this user runs, as it wrote itself."""

    url: str
    key: str
    pid: int
    instance: str


def configured(address: str | None, key: str | None) -> Endpoint | None:
    """Returns the endpoint that the program or the environment names, or `None` to look for one."""
    key = key or os.environ.get("ASKWELL_KEY") or None
    named = address or os.environ.get("ASKWELL_SERVICE") or os.environ.get("ASKWELL_URL") or "auto"
    if named == "auto":
        return None
    if named == "none":
        raise AskwellError(
            "ASKWELL_SERVICE is `none`, so that no service is looked for; pass an address, or unset the variable"
        )
    if not named.startswith(("http://", "https://")):
        raise AskwellError(f"{named!r} is no address of a service; it begins with http:// or https://")
    return Endpoint(named.rstrip("/"), key)


def default(key: str | None) -> Endpoint:
    """Returns where a service listens unless it is told otherwise."""
    return Endpoint(DEFAULT_ADDRESS, key or os.environ.get("ASKWELL_KEY") or None)


def descriptor_path(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Returns the path of the service descriptor of this user, if there is a folder for it."""

    def folder(name: str) -> Path | None:
        path = Path(environment.get(name, ""))
        return path if path.is_absolute() else None

    state = folder("XDG_STATE_HOME")
    if state is None and sys.platform == "win32":
        state = folder("LOCALAPPDATA")
    elif state is None:
        home = folder("HOME")
        state = None if home is None else home / ".local" / "state"
    return None if state is None else state / "askwell" / "service.json"


def read_descriptor(path: Path | None) -> Descriptor | None:
    """Reads a descriptor. Returns `None` for one that is missing, unknown, untrusted or left over."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            if not _is_trusted(file.fileno()):
                return None
            content: Any = json.loads(file.read(_MAX_BYTES + 1)[:_MAX_BYTES])
    except (OSError, ValueError):
        return None
    if not isinstance(content, dict):
        return None
    members = cast("dict[str, Any]", content)
    url, pid = members.get("url"), members.get("pid")
    if members.get("version") != 1 or not isinstance(url, str) or not isinstance(pid, int):
        return None
    if not url.startswith(("http://", "https://")) or not _runs(pid):
        return None
    return Descriptor(url.rstrip("/"), str(members.get("key", "")), pid, str(members.get("instance", "")))


def _is_trusted(file: int) -> bool:
    """A file that others can change could lead to a foreign service."""
    if sys.platform == "win32":
        return True
    found = os.fstat(file)
    return found.st_uid == os.getuid() and not stat.S_IMODE(found.st_mode) & 0o022


def _runs(pid: int) -> bool:
    if sys.platform == "win32" or pid <= 0:
        return pid > 0
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
