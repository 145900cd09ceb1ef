"""For tests of programs that ask: a real service on this machine, and a simulated person who answers.

    def test_deploys_after_approval(askwell_person):
        askwell_person.answers(True, to="Deploy")
        assert deploy("1.4.2") == "deployed"

`pytest` finds the fixtures `askwell_service`, `askwell_client` and `askwell_person` by itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .person import Person, Upload
    from .service import ServiceProcess

__all__ = ["Person", "ServiceProcess", "Upload"]

_HOMES = {"Person": "person", "ServiceProcess": "service", "Upload": "person"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
