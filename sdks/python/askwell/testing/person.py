"""A simulated person: answers, declines, errs and corrects, or never answers, at a real service."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter

from ..async_client import AsyncClient
from ..errors import AlreadyClosed, InvalidAnswer, NotFound, Problem
from ..events import FROM_NOW, Event
from ..json_values import is_object

if TYPE_CHECKING:
    from typing_extensions import Self

_START_TIMEOUT = 60.0


@dataclass(frozen=True)
class Upload:
    """A file that the person uploads; a `Path` works as well."""

    filename: str
    content: bytes
    content_type: str | None = None


@dataclass(frozen=True)
class _Rule:
    does: Literal["answer", "decline", "cancel", "ignore"]
    to: str | None = None
    values: tuple[Any, ...] = ()
    reason: str | None = None


@dataclass
class _Seen:
    id: str
    title: str
    handled: bool = False


class Person:
    """Answers the questions that are asked while it is there, as its rules say.

    A rule concerns questions whose title contains `to`, or all of them. The rule that was given last and fits
    decides; a question without a rule stays open. Rules also concern questions that are open already.

    Values are what a person fills in: a plain value for a form with one field, otherwise a mapping, a model or a
    dataclass. A `Path` or an `Upload` in a mapping is uploaded. A function gets the title and returns the value.
    """

    def __init__(self, address: str | None = None, *, key: str | None = None) -> None:
        """`key` is one of the role `answers`, if the service has keys."""
        self._address, self._key = address, key
        self._rules: list[_Rule] = []
        self._questions: dict[str, _Seen] = {}
        self._problems: list[Problem] = []
        self._failure: BaseException | None = None
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def answers(self, value: Any, *, to: str | None = None) -> Self:
        """Answers with this value."""
        return self._add(_Rule("answer", to, (value,)))

    def errs(self, *wrong: Any, then: Any, to: str | None = None) -> Self:
        """Answers with wrong values first, and then corrects them."""
        return self._add(_Rule("answer", to, (*wrong, then)))

    def declines(self, reason: str | None = None, *, to: str | None = None) -> Self:
        """Says no."""
        return self._add(_Rule("decline", to, reason=reason))

    def cancels(self, *, to: str | None = None) -> Self:
        """Closes the form without an answer."""
        return self._add(_Rule("cancel", to))

    def never_answers(self, *, to: str | None = None) -> Self:
        """Lets the question run into its deadline."""
        return self._add(_Rule("ignore", to))

    @property
    def questions(self) -> list[str]:
        """The titles of the questions that the person saw, in order."""
        return [seen.title for seen in list(self._questions.values())]

    @property
    def problems(self) -> list[Problem]:
        """The problems that the service found in the person's answers."""
        return list(self._problems)

    def start(self) -> Self:
        """Starts to watch for questions; returns when none can be missed any more."""
        self._thread = threading.Thread(target=self._run, name="simulated person", daemon=True)
        self._thread.start()
        if not self._ready.wait(_START_TIMEOUT) or self._failure is not None:
            raise RuntimeError(f"the simulated person cannot reach the service: {self._failure}")
        return self

    def stop(self) -> None:
        """Leaves. Raises what went wrong for the person, if anything did."""
        if self._thread is None:
            return
        self._loop.call_soon_threadsafe(self._cancel_all)
        self._thread.join()
        self._thread = None
        if self._failure is not None:
            raise RuntimeError(f"the simulated person failed: {self._failure}") from self._failure

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _add(self, rule: _Rule) -> Self:
        self._rules.append(rule)
        if self._thread is not None:
            self._loop.call_soon_threadsafe(self._reconsider)
        return self

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._watch())
        except asyncio.CancelledError:
            pass
        except BaseException as error:
            self._failure = error
        finally:
            self._ready.set()
            self._loop.close()

    def _cancel_all(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    async def _watch(self) -> None:
        async with AsyncClient(self._address, key=self._key) as client:
            self._client = client
            # The first event is the position of the log: from then on, nothing is missed.
            async for event in client.events(after=FROM_NOW):
                self._ready.set()
                self._notice(event)

    def _notice(self, event: Event) -> None:
        if event.type == "created":
            title = str(event.data.get("prompt", ""))
            question = self._questions[event.elicitation_id] = _Seen(event.elicitation_id, title)
            self._consider(question)
        elif event.type in ("complete", "declined", "cancelled", "timeout"):
            seen = self._questions.get(event.elicitation_id)
            if seen is not None:
                seen.handled = True

    def _reconsider(self) -> None:
        for seen in self._questions.values():
            self._consider(seen)

    def _consider(self, seen: _Seen) -> None:
        if seen.handled:
            return
        rule = next((r for r in reversed(self._rules) if r.to is None or r.to in seen.title), None)
        if rule is None or rule.does == "ignore":
            return
        seen.handled = True
        task = self._loop.create_task(self._act(seen, rule))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self._failure = self._failure or task.exception()

    async def _act(self, seen: _Seen, rule: _Rule) -> None:
        client = self._client
        try:
            if rule.does == "decline":
                await client.decline(seen.id, rule.reason)
            elif rule.does == "cancel":
                await client.cancel(seen.id)
            else:
                for given in rule.values:
                    value = given(seen.title) if callable(given) else given
                    try:
                        await client.submit(seen.id, await self._filled_in(seen.id, value))
                        return
                    except InvalidAnswer as error:
                        self._problems.extend(error.problems)
                        if error.tries_left == 0:
                            return
        except (AlreadyClosed, NotFound):
            # The program withdrew the question, or it timed out: nothing is left to do.
            pass

    async def _filled_in(self, id_: str, value: Any) -> Mapping[str, Any]:
        given: object = value if isinstance(value, (Upload, Path)) else _plain(value)
        if not is_object(given):
            form = (await self._client.status(id_)).get("formDefinition") or {"fields": []}
            fields = [str(field["id"]) for field in form["fields"]]
            given = {fields[0] if fields else "answer": given}
        filled: dict[str, Any] = {}
        for name, member in given.items():
            if isinstance(member, Upload):
                filled[name] = await self._client.upload(
                    id_, name, member.content, filename=member.filename, content_type=member.content_type
                )
            elif isinstance(member, Path):
                filled[name] = await self._client.upload(id_, name, member)
            else:
                filled[name] = _plain(member)
        return filled


def _plain(value: Any) -> Any:
    """Returns a value as JSON, with files as they are. Secrets become their text: this person knows them."""
    if is_object(value) or isinstance(value, (Upload, Path)):
        return value
    secret = getattr(value, "get_secret_value", None)
    adapter: TypeAdapter[Any] = TypeAdapter(Any)
    return adapter.dump_python(value, mode="json") if secret is None else secret()
