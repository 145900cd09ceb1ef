"""`ask` and `ask_async`: one call, with a client that is made when it is needed."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .async_client import AsyncClient
from .client import Client
from .outcome import Outcome
from .question import UNSET

if TYPE_CHECKING:
    from typing_extensions import TypeForm, Unpack

    from .question import AskOptions, DocumentOptions

T = TypeVar("T")

_lock = threading.Lock()
_clients: dict[tuple[int, str | None, str | None], Client] = {}


def shared_client() -> Client:
    """Returns the client of this process for the service that the environment names."""
    # A forked process must not use the connections of its parent.
    identity = (os.getpid(), os.environ.get("ASKWELL_SERVICE"), os.environ.get("ASKWELL_KEY"))
    with _lock:
        if identity not in _clients:
            _clients.clear()
            _clients[identity] = Client()
        return _clients[identity]


@overload
def ask(message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> Outcome[T]: ...
@overload
def ask(message: str, **options: Unpack[AskOptions]) -> Outcome[str]: ...
@overload
def ask(message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]) -> Outcome[T]: ...
@overload
def ask(message: str | None = None, **options: Unpack[DocumentOptions]) -> Outcome[Any]: ...
def ask(message: str | None = None, type: Any = UNSET, **options: Any) -> Outcome[Any]:
    """Asks a person and waits for the outcome; see `Client.ask`."""
    outcome: Outcome[Any] = shared_client().ask(message, type=type, **options)
    return outcome


@overload
async def ask_async(message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> Outcome[T]: ...
@overload
async def ask_async(message: str, **options: Unpack[AskOptions]) -> Outcome[str]: ...
@overload
async def ask_async(
    message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]
) -> Outcome[T]: ...
@overload
async def ask_async(message: str | None = None, **options: Unpack[DocumentOptions]) -> Outcome[Any]: ...
async def ask_async(message: str | None = None, type: Any = UNSET, **options: Any) -> Outcome[Any]:
    """Asks a person and waits for the outcome; see `AsyncClient.ask`.

    It opens a connection for each call. A program that asks often keeps an `AsyncClient`.
    """
    async with AsyncClient() as client:
        outcome: Outcome[Any] = await client.ask(message, type=type, **options)
        return outcome
