"""The asynchronous client, for asyncio."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import transfer
from .client import destination_of
from .core import Core, Lost, Operation, Reply, Sleep, pause_lengths
from .errors import AskwellError, ServiceUnreachable
from .events import FROM_NOW, Event, EventReader
from .fields import File
from .operations import Answer, Operations, id_of
from .outcome import Outcome
from .question import UNSET, Elicitation, Question, decoder_of, options_of, question_of
from .transport import TRANSPORT_ERRORS, AsyncTransport, StatusError
from .wire import (
    Change,
    Claim,
    CreateParams,
    Done,
    ElicitationStatus,
    Entry,
    OutcomeMessage,
    Status,
    Template,
    Timeouts,
)

if TYPE_CHECKING:
    from typing_extensions import Self, TypeForm, Unpack

    from .question import AskOptions, DocumentOptions

T = TypeVar("T")


class AsyncClient:
    """Asks people through a running service, from asyncio. Many tasks of one event loop may share it.

    `address` and `key` come from ASKWELL_SERVICE and ASKWELL_KEY if they are not given, and otherwise
    from the service that runs on this machine. `retry_for` is how long, in seconds, a call is repeated
    while the service is restarting or asks to be called later.
    """

    def __init__(self, address: str | None = None, *, key: str | None = None, retry_for: float = 30.0) -> None:
        self._core = Core(address, key, retry_for)
        self._operations = Operations(self._core)
        self._http = AsyncTransport()

    @property
    def address(self) -> str:
        """The address of the service."""
        return self._core.address

    async def close(self) -> None:
        """Closes the connections. Questions stay open at the service."""
        await self._http.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @overload
    async def ask(self, message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> Outcome[T]: ...
    @overload
    async def ask(self, message: str, **options: Unpack[AskOptions]) -> Outcome[str]: ...
    @overload
    async def ask(
        self, message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]
    ) -> Outcome[T]: ...
    @overload
    async def ask(self, message: str | None = None, **options: Unpack[DocumentOptions]) -> Outcome[Any]: ...
    async def ask(self, message: str | None = None, type: Any = UNSET, **options: Any) -> Outcome[Any]:
        """Asks a person and waits for the outcome.

        `type` is what you want to know: `bool`, `int`, `str`, a `Literal`, an `Enum`, a date, a pydantic model, a
        dataclass or a TypedDict. `form`, `schema`, `template` or `url` takes its place; then `type` only says what the
        answer is read as. See `AskOptions` for `key`, `timeout`, `person` and the others.

        Restarts of the service and lost connections do not end the wait. If the wait is interrupted and the question
        has no `key` of yours, it is withdrawn, because no program could get its answer.
        """
        question = question_of(message, type, **options)
        try:
            elicitation = await self._run(self._operations.create(question))
            if question.on_created is not None:
                await _finish(question.on_created(elicitation))
            return await self._run(self._operations.wait(elicitation, question.decode))
        except asyncio.CancelledError:
            if not question.resumable:
                await self._withdraw(question.params)
            raise

    @overload
    async def create(self, message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> Elicitation[T]: ...
    @overload
    async def create(self, message: str, **options: Unpack[AskOptions]) -> Elicitation[str]: ...
    @overload
    async def create(
        self, message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]
    ) -> Elicitation[T]: ...
    @overload
    async def create(self, message: str | None = None, **options: Unpack[DocumentOptions]) -> Elicitation[Any]: ...
    async def create(self, message: str | None = None, type: Any = UNSET, **options: Any) -> Elicitation[Any]:
        """Asks without waiting. Takes what `ask` takes; `wait` gets the outcome."""
        question = question_of(message, type, **options)
        elicitation = await self._run(self._operations.create(question))
        if question.on_created is not None:
            await _finish(question.on_created(elicitation))
        return elicitation

    @overload
    async def wait(self, elicitation: Elicitation[T]) -> Outcome[T]: ...
    @overload
    async def wait(self, elicitation: str, type: TypeForm[T]) -> Outcome[T]: ...
    @overload
    async def wait(self, elicitation: str) -> Outcome[Any]: ...
    async def wait(self, elicitation: Elicitation[Any] | str, type: Any = UNSET) -> Outcome[Any]:
        """Waits for the outcome of an elicitation, as often as you like: it is always the same."""
        decode = decoder_of(type) if isinstance(elicitation, str) else elicitation.decode
        return await self._run(self._operations.wait(elicitation, decode))

    async def ask_raw(self, params: CreateParams, **options: Unpack[AskOptions]) -> OutcomeMessage:
        """Asks with the parameters of `elicitation/create`, and returns the result of `elicitation/wait`.

        For adapters that store questions and answers as JSON. `params` needs an `idempotencyKey`.
        """
        for name, value in options_of(options).items():
            params.setdefault(name, value)  # type: ignore[misc]
        created = await self._run(self._core.create(params))
        question: Question[Any] = Question(params, lambda _, result: result, options.get("on_created"), True)
        if question.on_created is not None:
            await _finish(question.on_created(question.created(created)))
        deadline = created.get("timeoutAt")
        seconds = None if deadline is None else deadline / 1000
        return await self._run(self._core.wait_raw(created["elicitationId"], seconds))

    async def status(self, elicitation: Elicitation[Any] | str) -> ElicitationStatus:
        """Returns everything about an elicitation, without waiting."""
        return await self._run(self._operations.status(elicitation))

    async def elicitations(self, status: Sequence[Status] | Status | None = None) -> AsyncIterator[Entry]:
        """Yields the elicitations that this key can see, the newest first."""
        cursor: str | None = None
        while True:
            page = await self._run(self._operations.page(status, cursor, 100))
            for entry in page["elicitations"]:
                yield entry
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    async def submit(
        self,
        elicitation: Elicitation[Any] | str,
        answer: Answer,
        *,
        metadata: Mapping[str, Any] | None = None,
    ) -> Done:
        """Answers. Raises `InvalidAnswer` with all problems, or `AlreadyClosed`."""
        return await self._run(self._operations.submit(elicitation, answer, metadata))

    async def complete(self, elicitation: Elicitation[Any] | str, result: Any = None) -> Done:
        """Completes a page on another site with any JSON result, or a prompt with a text."""
        return await self._run(self._operations.complete(elicitation, result))

    async def decline(self, elicitation: Elicitation[Any] | str, reason: str | None = None) -> Outcome[Any]:
        """Says no for the person, with an optional reason in their words."""
        return await self._run(self._operations.decline(elicitation, reason))

    async def cancel(self, elicitation: Elicitation[Any] | str, reason: str | None = None) -> Outcome[Any]:
        """Withdraws a question."""
        return await self._run(self._operations.cancel(elicitation, reason))

    async def extend(self, elicitation: Elicitation[Any] | str, by: float | timedelta | None = None) -> datetime:
        """Moves the deadline by this many seconds, and returns the new one."""
        return await self._run(self._operations.extend(elicitation, by))

    async def open(self, elicitation: Elicitation[Any] | str) -> Entry:
        """Records that a person has started to answer."""
        return await self._run(self._operations.open(elicitation))

    async def claim(self, elicitation: Elicitation[Any] | str, *, if_free: bool = False) -> Claim:
        """Tells others that you will answer. With `if_free`, `taken` in the result says whether you got it."""
        return await self._run(self._operations.claim(elicitation, if_free))

    async def release(self, elicitation: Elicitation[Any] | str) -> Entry:
        """Withdraws a claim."""
        return await self._run(self._operations.release(elicitation))

    async def history(self, elicitation: Elicitation[Any] | str) -> list[Change]:
        """Returns the changes of an elicitation, without answers."""
        return await self._run(self._operations.history(elicitation))

    async def templates(self) -> list[Template]:
        """Returns the form templates of the service."""
        return await self._run(self._operations.templates())

    async def timeouts(self) -> Timeouts:
        """Returns the default, the shortest and the longest timeout of each mode."""
        return await self._run(self._operations.timeouts())

    async def events(self, after: str | None = None) -> AsyncIterator[Event]:
        """Yields what happens to elicitations: after the position `after`, or from now on.

        Reconnects as long as it takes, and continues where it was. Close the generator to end it.
        """
        position, pauses = after or FROM_NOW, pause_lengths()
        starting = after is None
        while True:
            reader = EventReader()
            endpoint = await self._run(self._core.locate())
            headers = {**self._core.headers, "last-event-id": position}
            try:
                async with self._http.stream("GET", f"{endpoint.url}/events", headers, 45.0) as response:
                    if response.status in (401, 403):
                        body = b"".join([chunk async for chunk in response.chunks])
                        raise transfer.transfer_error("events", self.address, response.status, response.headers, body)
                    if response.status != 200:
                        raise StatusError
                    pauses = pause_lengths()
                    async for chunk in response.chunks:
                        for event in reader.feed(chunk):
                            position = event.position
                            if event.type == "missed" and starting:
                                starting = False
                                continue
                            yield event
            except (*TRANSPORT_ERRORS, StatusError):
                self._core.forget()
            await asyncio.sleep(next(pauses))

    async def upload(
        self,
        elicitation: Elicitation[Any] | str,
        field: str,
        source: transfer.AsyncSource,
        *,
        filename: str | None = None,
        content_type: str | None = None,
    ) -> dict[str, Any]:
        """Uploads a file for a field, in pieces, and returns the answer for that field of `submit`."""
        name = transfer.name_of(source, filename)
        await self._run(self._operations.status(elicitation))
        target = transfer.upload_target(self.address, id_of(elicitation), field, name)
        headers = {**self._core.headers, "content-type": transfer.media_type_of(name, content_type)}
        source_chunks = transfer.async_chunks_of(source)
        limit = transfer.TRANSFER_TIMEOUT
        try:
            async with self._http.stream("POST", target, headers, limit, source_chunks) as response:
                body = b"".join([chunk async for chunk in response.chunks])
        except TRANSPORT_ERRORS as error:
            raise ServiceUnreachable(self.address, str(error) or "the upload was interrupted") from error
        if response.status >= 400:
            raise transfer.transfer_error("upload", self.address, response.status, response.headers, body)
        return transfer.uploaded(body, id_of(elicitation))[0]

    async def iter_file(self, file: File) -> AsyncIterator[bytes]:
        """Yields the content of an uploaded file in pieces."""
        if file.content is not None:
            yield file.content
            return
        await self._run(self._core.locate())
        target = transfer.download_target(self.address, file)
        try:
            async with self._http.stream("GET", target, self._core.headers, transfer.TRANSFER_TIMEOUT) as response:
                if response.status >= 400:
                    body = b"".join([chunk async for chunk in response.chunks])
                    raise transfer.transfer_error("download", self.address, response.status, response.headers, body)
                async for chunk in response.chunks:
                    yield chunk
        except TRANSPORT_ERRORS as error:
            raise ServiceUnreachable(self.address, str(error) or "the download was interrupted") from error

    async def read_file(self, file: File) -> bytes:
        """Returns the content of an uploaded file."""
        return b"".join([chunk async for chunk in self.iter_file(file)])

    async def download(self, file: File, to: str | os.PathLike[str]) -> Path:
        """Writes an uploaded file to `to`, a new file or a folder, and returns its path.

        The file gets its name only when it is complete. In a folder, it gets the name that the person's file has.
        """
        path, part = destination_of(file, to)
        try:
            with part.open("wb") as output:
                async for chunk in self.iter_file(file):
                    await asyncio.to_thread(output.write, chunk)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path

    async def _run(self, operation: Operation[T]) -> T:
        reply: Reply | Lost | None = None
        while True:
            try:
                step = operation.send(reply)
            except StopIteration as stop:
                result: T = stop.value
                return result
            if isinstance(step, Sleep):
                await asyncio.sleep(step.seconds)
                reply = None
            else:
                reply = await self._http.send(step)

    async def _withdraw(self, params: Any) -> None:
        try:
            await self._run(self._operations.cancel_if_open(params))
        except AskwellError:
            pass


async def _finish(result: object) -> None:
    """A callback may be a coroutine function."""
    if inspect.isawaitable(result):
        await result
