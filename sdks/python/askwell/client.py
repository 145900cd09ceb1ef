"""The synchronous client."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import transfer
from .core import Core, Lost, Operation, Reply, Sleep, pause_lengths
from .errors import AskwellError, ServiceUnreachable
from .events import FROM_NOW, Event, EventReader
from .fields import File
from .operations import Answer, Operations, id_of
from .outcome import Outcome
from .question import UNSET, Elicitation, decoder_of, question_of
from .transport import TRANSPORT_ERRORS, StatusError, Transport
from .wire import Change, Claim, Done, ElicitationStatus, Entry, Status, Template, Timeouts

if TYPE_CHECKING:
    from typing_extensions import Self, TypeForm, Unpack

    from .question import AskOptions, DocumentOptions

T = TypeVar("T")


class Client:
    """Asks people through a running service, and blocks while it waits. Threads may share it.

    `address` and `key` come from ASKWELL_SERVICE and ASKWELL_KEY if they are not given, and otherwise
    from the service that runs on this machine. `retry_for` is how long, in seconds, a call is repeated
    while the service is restarting or asks to be called later.
    """

    def __init__(self, address: str | None = None, *, key: str | None = None, retry_for: float = 30.0) -> None:
        self._core = Core(address, key, retry_for)
        self._operations = Operations(self._core)
        self._http = Transport()

    @property
    def address(self) -> str:
        """The address of the service."""
        return self._core.address

    def close(self) -> None:
        """Closes the connections. Questions stay open at the service."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @overload
    def ask(self, message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> Outcome[T]: ...
    @overload
    def ask(self, message: str, **options: Unpack[AskOptions]) -> Outcome[str]: ...
    @overload
    def ask(
        self, message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]
    ) -> Outcome[T]: ...
    @overload
    def ask(self, message: str | None = None, **options: Unpack[DocumentOptions]) -> Outcome[Any]: ...
    def ask(self, message: str | None = None, type: Any = UNSET, **options: Any) -> Outcome[Any]:
        """Asks a person and waits for the outcome.

        `type` is what you want to know: `bool`, `int`, `str`, a `Literal`, an `Enum`, a date, a pydantic model, a
        dataclass or a TypedDict. `form`, `schema`, `template` or `url` takes its place; then `type` only says what the
        answer is read as. See `AskOptions` for `key`, `timeout`, `person` and the others.

        Restarts of the service and lost connections do not end the wait. If the wait is interrupted and the question
        has no `key` of yours, it is withdrawn, because no program could get its answer.
        """
        question = question_of(message, type, **options)
        try:
            elicitation = self._run(self._operations.create(question))
            if question.on_created is not None:
                question.on_created(elicitation)
            return self._run(self._operations.wait(elicitation, question.decode))
        except (KeyboardInterrupt, SystemExit):
            if not question.resumable:
                self._withdraw(question.params)
            raise

    @overload
    def create(self, message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> Elicitation[T]: ...
    @overload
    def create(self, message: str, **options: Unpack[AskOptions]) -> Elicitation[str]: ...
    @overload
    def create(
        self, message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]
    ) -> Elicitation[T]: ...
    @overload
    def create(self, message: str | None = None, **options: Unpack[DocumentOptions]) -> Elicitation[Any]: ...
    def create(self, message: str | None = None, type: Any = UNSET, **options: Any) -> Elicitation[Any]:
        """Asks without waiting. Takes what `ask` takes; `wait` gets the outcome."""
        question = question_of(message, type, **options)
        elicitation = self._run(self._operations.create(question))
        if question.on_created is not None:
            question.on_created(elicitation)
        return elicitation

    @overload
    def wait(self, elicitation: Elicitation[T]) -> Outcome[T]: ...
    @overload
    def wait(self, elicitation: str, type: TypeForm[T]) -> Outcome[T]: ...
    @overload
    def wait(self, elicitation: str) -> Outcome[Any]: ...
    def wait(self, elicitation: Elicitation[Any] | str, type: Any = UNSET) -> Outcome[Any]:
        """Waits for the outcome of an elicitation, as often as you like: it is always the same."""
        decode = decoder_of(type) if isinstance(elicitation, str) else elicitation.decode
        return self._run(self._operations.wait(elicitation, decode))

    def status(self, elicitation: Elicitation[Any] | str) -> ElicitationStatus:
        """Returns everything about an elicitation, without waiting."""
        return self._run(self._operations.status(elicitation))

    def elicitations(self, status: Sequence[Status] | Status | None = None) -> Iterator[Entry]:
        """Yields the elicitations that this key can see, the newest first."""
        cursor: str | None = None
        while True:
            page = self._run(self._operations.page(status, cursor, 100))
            yield from page["elicitations"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    def submit(
        self,
        elicitation: Elicitation[Any] | str,
        answer: Answer,
        *,
        metadata: Mapping[str, Any] | None = None,
    ) -> Done:
        """Answers. Raises `InvalidAnswer` with all problems, or `AlreadyClosed`."""
        return self._run(self._operations.submit(elicitation, answer, metadata))

    def complete(self, elicitation: Elicitation[Any] | str, result: Any = None) -> Done:
        """Completes a page on another site with any JSON result, or a prompt with a text."""
        return self._run(self._operations.complete(elicitation, result))

    def decline(self, elicitation: Elicitation[Any] | str, reason: str | None = None) -> Outcome[Any]:
        """Says no for the person, with an optional reason in their words."""
        return self._run(self._operations.decline(elicitation, reason))

    def cancel(self, elicitation: Elicitation[Any] | str, reason: str | None = None) -> Outcome[Any]:
        """Withdraws a question."""
        return self._run(self._operations.cancel(elicitation, reason))

    def extend(self, elicitation: Elicitation[Any] | str, by: float | timedelta | None = None) -> datetime:
        """Moves the deadline by this many seconds, and returns the new one."""
        return self._run(self._operations.extend(elicitation, by))

    def open(self, elicitation: Elicitation[Any] | str) -> Entry:
        """Records that a person has started to answer."""
        return self._run(self._operations.open(elicitation))

    def claim(self, elicitation: Elicitation[Any] | str, *, if_free: bool = False) -> Claim:
        """Tells others that you will answer. With `if_free`, `taken` in the result says whether you got it."""
        return self._run(self._operations.claim(elicitation, if_free))

    def release(self, elicitation: Elicitation[Any] | str) -> Entry:
        """Withdraws a claim."""
        return self._run(self._operations.release(elicitation))

    def history(self, elicitation: Elicitation[Any] | str) -> list[Change]:
        """Returns the changes of an elicitation, without answers."""
        return self._run(self._operations.history(elicitation))

    def templates(self) -> list[Template]:
        """Returns the form templates of the service."""
        return self._run(self._operations.templates())

    def timeouts(self) -> Timeouts:
        """Returns the default, the shortest and the longest timeout of each mode."""
        return self._run(self._operations.timeouts())

    def events(self, after: str | None = None) -> Iterator[Event]:
        """Yields what happens to elicitations: after the position `after`, or from now on.

        Reconnects as long as it takes, and continues where it was. Close the generator to end it.
        """
        position, pauses = after or FROM_NOW, pause_lengths()
        starting = after is None
        while True:
            reader = EventReader()
            endpoint = self._run(self._core.locate())
            headers = {**self._core.headers, "last-event-id": position}
            try:
                with self._http.stream("GET", f"{endpoint.url}/events", headers, 45.0) as response:
                    if response.status in (401, 403):
                        body = b"".join(response.chunks)
                        raise transfer.transfer_error("events", self.address, response.status, response.headers, body)
                    if response.status != 200:
                        raise StatusError
                    pauses = pause_lengths()
                    for chunk in response.chunks:
                        for event in reader.feed(chunk):
                            position = event.position
                            if event.type == "missed" and starting:
                                starting = False
                                continue
                            yield event
            except (*TRANSPORT_ERRORS, StatusError):
                self._core.forget()
            time.sleep(next(pauses))

    def upload(
        self,
        elicitation: Elicitation[Any] | str,
        field: str,
        source: transfer.Source,
        *,
        filename: str | None = None,
        content_type: str | None = None,
    ) -> dict[str, Any]:
        """Uploads a file for a field, in pieces, and returns the answer for that field of `submit`."""
        name = transfer.name_of(source, filename)
        self._run(self._operations.status(elicitation))
        target = transfer.upload_target(self.address, id_of(elicitation), field, name)
        headers = {**self._core.headers, "content-type": transfer.media_type_of(name, content_type)}
        source_chunks = transfer.chunks_of(source)
        limit = transfer.TRANSFER_TIMEOUT
        try:
            with self._http.stream("POST", target, headers, limit, source_chunks) as response:
                body = b"".join(response.chunks)
        except TRANSPORT_ERRORS as error:
            raise ServiceUnreachable(self.address, str(error) or "the upload was interrupted") from error
        if response.status >= 400:
            raise transfer.transfer_error("upload", self.address, response.status, response.headers, body)
        return transfer.uploaded(body, id_of(elicitation))[0]

    def iter_file(self, file: File) -> Iterator[bytes]:
        """Yields the content of an uploaded file in pieces."""
        if file.content is not None:
            yield file.content
            return
        self._run(self._core.locate())
        target = transfer.download_target(self.address, file)
        try:
            with self._http.stream("GET", target, self._core.headers, transfer.TRANSFER_TIMEOUT) as response:
                if response.status >= 400:
                    body = b"".join(response.chunks)
                    raise transfer.transfer_error("download", self.address, response.status, response.headers, body)
                yield from response.chunks
        except TRANSPORT_ERRORS as error:
            raise ServiceUnreachable(self.address, str(error) or "the download was interrupted") from error

    def read_file(self, file: File) -> bytes:
        """Returns the content of an uploaded file."""
        return b"".join(self.iter_file(file))

    def download(self, file: File, to: str | os.PathLike[str]) -> Path:
        """Writes an uploaded file to `to`, a new file or a folder, and returns its path.

        The file gets its name only when it is complete. In a folder, it gets the name that the person's file has.
        """
        path, part = destination_of(file, to)
        try:
            with part.open("wb") as output:
                for chunk in self.iter_file(file):
                    output.write(chunk)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return path

    def _run(self, operation: Operation[T]) -> T:
        reply: Reply | Lost | None = None
        while True:
            try:
                step = operation.send(reply)
            except StopIteration as stop:
                result: T = stop.value
                return result
            if isinstance(step, Sleep):
                time.sleep(step.seconds)
                reply = None
            else:
                reply = self._http.send(step)

    def _withdraw(self, params: Any) -> None:
        try:
            self._run(self._operations.cancel_if_open(params))
        except AskwellError:
            pass


def destination_of(file: File, to: str | os.PathLike[str]) -> tuple[Path, Path]:
    """Returns the path of a download, and that of the file while it is incomplete."""
    path = Path(to)
    if path.is_dir():
        # The name comes from a stranger: only its last part counts.
        name = file.filename.replace("\\", "/").rpartition("/")[2]
        path = path / (name if name not in ("", ".", "..") else "file")
    return path, path.with_name(f"{path.name}.{os.getpid()}.part")
