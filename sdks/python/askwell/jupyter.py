"""Jupyter: a cell that shows a question, and its state as it changes.

question = askwell.jupyter.show("Which threshold?", float)
question.wait().unwrap()        # in the next cell

With ipywidgets, the cell shows the fields of the form, and the person answers in the notebook. Without it, for a
question that is meant for another person, and for a form with conditions, the cell shows a link to the page. The link
is always there: the kernel reads nothing of the notebook while a cell is running, such as one that waits.
"""

from __future__ import annotations

import html
import threading
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import IPython.display

from .client import Client
from .errors import AlreadyClosed, AskwellError, InvalidAnswer
from .outcome import Accepted, Declined, Outcome
from .question import UNSET, Elicitation
from .wire import OPEN

if TYPE_CHECKING:
    from typing_extensions import TypeForm, Unpack

    from .question import AskOptions, DocumentOptions

T = TypeVar("T")

_display: Any = getattr(IPython.display, "display")  # noqa: B009 - it has no types

# Options that name the people who answer: a notebook does not know whether its person is one of them.
_OTHERS = frozenset({"person", "group", "audience", "quorum"})

_STYLE = "border:1px solid #8888;border-radius:6px;padding:.6em .9em;display:inline-block"


class QuestionCell(Generic[T]):
    """A question in a notebook. Jupyter shows it as a box with a link; the box follows its state."""

    def __init__(self, client: Client, elicitation: Elicitation[T]) -> None:
        self._client = client
        self.elicitation = elicitation
        self._outcome: Outcome[T] | None = None
        self._failure: str | None = None

    @property
    def outcome(self) -> Outcome[T] | None:
        """How the question ended; `None` while it is open."""
        return self._outcome

    def wait(self) -> Outcome[T]:
        """Waits for the outcome."""
        if self._outcome is None:
            self._outcome = self._client.wait(self.elicitation)
        return self._outcome

    def _repr_html_(self) -> str:
        title = str((self.elicitation.form or {}).get("title", "A question"))
        return f'<div style="{_STYLE}"><strong>{html.escape(title)}</strong><br>{self._state()}</div>'

    def _state(self) -> str:
        outcome = self._outcome
        if self._failure is not None:
            return html.escape(self._failure)
        if isinstance(outcome, Accepted):
            # The value stays out of the notebook: it may be a secret.
            return "✓ answered"
        if isinstance(outcome, Declined):
            return "✗ declined" + (f": {html.escape(outcome.reason)}" if outcome.reason else "")
        if outcome is not None:
            return "✗ no answer: " + outcome.status.replace("_", " ")
        link = html.escape(self.elicitation.url or "", quote=True)
        code = f" with the code <code>{html.escape(self.elicitation.code)}</code>" if self.elicitation.code else ""
        return f'<a href="{link}" target="_blank" rel="noopener">Open the form</a>{code} · waiting for an answer'

    def _follow(self, changed: Callable[[], object]) -> None:
        try:
            self._outcome = self._client.wait(self.elicitation)
        except AskwellError as error:
            self._failure = str(error)
        changed()

    def _show(self) -> None:
        """Displays the cell, and follows the question in a thread."""
        handle = _display(self, display_id=True)
        self._start_following(lambda: handle.update(self))

    def _start_following(self, changed: Callable[[], object]) -> None:
        threading.Thread(target=self._follow, args=(changed,), daemon=True).start()


class FormCell(QuestionCell[T]):
    """A question whose fields are in the notebook."""

    def __init__(self, client: Client, elicitation: Elicitation[T]) -> None:
        from .jupyter_form import FormBox, widgets

        super().__init__(client, elicitation)
        self._box = FormBox(elicitation.form or {}, self._submit, self._decline)
        self._line: Any = widgets.HTML(self._repr_html_())
        self._whole: Any = widgets.VBox([self._line, self._box.widget])

    def wait(self) -> Outcome[T]:
        """Waits for the outcome. While it waits, the person can answer on the page, but not in the notebook."""
        if self._outcome is None:
            self._line.value = self._repr_html_() + "<p>This notebook is waiting: open the form to answer.</p>"
        return super().wait()

    def _submit(self) -> None:
        try:
            self._client.submit(self.elicitation, self._box.answers(self._upload))
        except InvalidAnswer as error:
            self._box.show_problems(error.problems)
        except AlreadyClosed:
            # Answered on the page; the cell is about to tell it.
            pass
        except AskwellError as error:
            self._line.value = self._repr_html_() + f"<p>{html.escape(str(error))}</p>"

    def _decline(self) -> None:
        try:
            self._client.decline(self.elicitation)
        except AlreadyClosed:
            pass
        except AskwellError as error:
            self._line.value = self._repr_html_() + f"<p>{html.escape(str(error))}</p>"

    def _upload(self, field: str, content: bytes, filename: str, content_type: str | None) -> dict[str, Any]:
        return self._client.upload(self.elicitation, field, content, filename=filename, content_type=content_type)

    def _show(self) -> None:
        _display(self._whole)

        def changed() -> None:
            self._box.close()
            self._line.value = self._repr_html_()

        self._start_following(changed)


def _cell_of(client: Client, elicitation: Elicitation[T], for_another: bool) -> QuestionCell[T]:
    """Returns the cell for a question: with its fields where that is possible."""
    if not for_another and elicitation.status in OPEN and find_spec("ipywidgets") is not None:
        from .jupyter_form import can_show

        if can_show(elicitation.form):
            return FormCell(client, elicitation)
    return QuestionCell(client, elicitation)


@overload
def show(message: str, type: TypeForm[T], **options: Unpack[AskOptions]) -> QuestionCell[T]: ...
@overload
def show(message: str, **options: Unpack[AskOptions]) -> QuestionCell[str]: ...
@overload
def show(message: str | None = None, *, type: TypeForm[T], **options: Unpack[DocumentOptions]) -> QuestionCell[T]: ...
@overload
def show(message: str | None = None, **options: Unpack[DocumentOptions]) -> QuestionCell[Any]: ...
def show(message: str | None = None, type: Any = UNSET, **options: Any) -> QuestionCell[Any]:
    """Asks and shows the question below the cell; takes what `askwell.ask` takes. It does not wait.

    With a `key`, running the cell again shows the same question and not a second one.
    """
    client = Client()
    with_page: dict[str, Any] = {"message": message, "type": type, "mode": "url", **options}
    elicitation: Elicitation[Any] = client.create(**with_page)
    cell = _cell_of(client, elicitation, for_another=not _OTHERS.isdisjoint(options))
    cell._show()  # pyright: ignore[reportPrivateUsage]
    return cell
