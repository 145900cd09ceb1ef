"""The pytest plugin: fixtures with a real service, a client and a simulated person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

# Every run of pytest loads this file, so that the library is loaded only where a fixture is used.
if TYPE_CHECKING:
    from ..client import Client
    from .person import Person
    from .service import ServiceProcess


@pytest.fixture(scope="session")
def askwell_service() -> Iterator[ServiceProcess]:
    """A service of this test run, in memory, on a free port."""
    from .service import ServiceProcess

    with ServiceProcess() as service:
        yield service


@pytest.fixture
def askwell_client(askwell_service: ServiceProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A client of that service. `askwell.ask` in the code under test uses the service as well."""
    from ..client import Client

    monkeypatch.setenv("ASKWELL_SERVICE", askwell_service.address)
    monkeypatch.delenv("ASKWELL_KEY", raising=False)
    with Client(askwell_service.address) as client:
        yield client


@pytest.fixture
def askwell_person(askwell_service: ServiceProcess, askwell_client: Client) -> Iterator[Person]:
    """A simulated person who answers the questions of this test."""
    from .person import Person

    with Person(askwell_service.address) as person:
        yield person
