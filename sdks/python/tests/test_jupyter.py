"""A question in a notebook: in a real kernel, with a front end that shows its widgets."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from pydantic import BaseModel, SecretStr

import askwell
import askwell.jupyter
from askwell.testing import Person, ServiceProcess

pytest.importorskip("jupyter_client")

import nbformat
from jupyter_client.manager import start_new_kernel

from askwell.jupyter_form import FormBox, can_show

NOTEBOOK = Path(__file__).parents[1] / "examples" / "notebook.ipynb"
PATIENCE = 120


class FrontEnd:
    """Runs code in a kernel, keeps the state of the widgets, and lets a person use them."""

    def __init__(self) -> None:
        self.manager, self.kernel = start_new_kernel(kernel_name="python3")
        self.widgets: dict[str, dict[str, Any]] = {}
        self.shown: list[dict[str, str]] = []
        self.values: dict[str, str] = {}

    def close(self) -> None:
        self.kernel.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run(self, source: str) -> str:
        """Sends code to the kernel, and returns the id of the request."""
        return str(self.kernel.execute(source))

    def value(self, request: str) -> str:
        """Returns the value of a cell, as soon as it is there."""
        self.read_until(lambda: request in self.values)
        return self.values[request]

    def read_until(self, condition: Callable[[], object]) -> None:
        """Reads what the kernel says until a condition holds. Updates may come from a thread, at any time."""
        while not condition():
            message: Any = self.kernel.get_iopub_msg(timeout=PATIENCE)
            kind, content = message["msg_type"], message["content"]
            assert kind != "error", content["traceback"]
            if kind in ("display_data", "update_display_data"):
                self.shown.append(content["data"])
            elif kind == "execute_result":
                self.values[message["parent_header"]["msg_id"]] = content["data"]["text/plain"]
            elif kind == "comm_open":
                self.widgets[content["comm_id"]] = dict(content["data"]["state"])
            elif kind == "comm_msg" and content["data"].get("method") == "update":
                self.widgets[content["comm_id"]].update(content["data"]["state"])
            elif kind == "comm_close":
                self.widgets.pop(content["comm_id"], None)

    def find(self, model: str, **state: Any) -> str | None:
        """Returns the id of a widget of a kind."""
        for id_, found in self.widgets.items():
            if found.get("_model_name") == model and state.items() <= found.items():
                return id_
        return None

    def says(self, words: str) -> bool:
        """Returns whether a text of the notebook contains words."""
        texts = [str(state.get("value")) for state in self.widgets.values() if state.get("_model_name") == "HTMLModel"]
        return any(words in text for text in texts)

    def enter(self, widget: str | None, **state: Any) -> None:
        """Changes a widget, as a person does."""
        self._send(widget, {"method": "update", "state": state, "buffer_paths": []})

    def click(self, description: str) -> None:
        """Clicks a button."""
        self._send(
            self.find("ButtonModel", description=description), {"method": "custom", "content": {"event": "click"}}
        )

    def _send(self, widget: str | None, data: dict[str, Any]) -> None:
        assert widget is not None
        message = self.kernel.session.msg("comm_msg", {"comm_id": widget, "data": data})
        self.kernel.shell_channel.send(message)


@pytest.fixture
def front_end(askwell_service: ServiceProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[FrontEnd]:
    monkeypatch.setenv("ASKWELL_SERVICE", askwell_service.address)
    front_end = FrontEnd()
    yield front_end
    front_end.close()


def test_person_answers_the_example_in_the_notebook(front_end: FrontEnd) -> None:
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)
    ask, use = (cell.source for cell in notebook.cells if cell.cell_type == "code")
    front_end.run(ask)
    front_end.read_until(lambda: any("application/vnd.jupyter.widget-view+json" in data for data in front_end.shown))
    assert front_end.says("Which threshold?")
    assert front_end.says("waiting for an answer")
    field = front_end.find("TextModel")
    front_end.enter(field, value="much")
    front_end.click("Submit")
    front_end.read_until(lambda: front_end.says("color:#c00"))
    front_end.enter(field, value="0.75")
    front_end.click("Submit")
    front_end.read_until(lambda: front_end.says("✓ answered"))
    assert front_end.value(front_end.run(use)) == "0.75"
    # Nothing of the answer stays in the notebook.
    front_end.read_until(lambda: front_end.find("TextModel") is None)


def test_page_answers_while_the_notebook_waits(front_end: FrontEnd, askwell_person: Person) -> None:
    request = front_end.run(
        "import askwell.jupyter\nquestion = askwell.jupyter.show('Which one?', int)\nquestion.wait().unwrap()"
    )
    front_end.read_until(lambda: front_end.says("This notebook is waiting"))
    askwell_person.answers(7)
    assert front_end.value(request) == "7"
    front_end.read_until(lambda: front_end.says("✓ answered"))


def test_person_declines_in_the_notebook(front_end: FrontEnd) -> None:
    front_end.run("import askwell.jupyter\nquestion = askwell.jupyter.show('Which one?', int)")
    front_end.read_until(lambda: front_end.shown)
    front_end.click("Decline")
    front_end.read_until(lambda: front_end.says("✗ declined"))
    assert front_end.value(front_end.run("question.wait().status")) == "'declined'"


@pytest.mark.parametrize(
    ("before", "options"),
    [("", "person='ops@example.com'"), ("askwell.jupyter.find_spec = lambda name: None", "")],
    ids=["another person", "without ipywidgets"],
)
def test_link_is_shown_where_the_form_is_not(
    front_end: FrontEnd, askwell_client: askwell.Client, before: str, options: str
) -> None:
    front_end.run(f"import askwell.jupyter\n{before}\nquestion = askwell.jupyter.show('Which?', int, {options})")
    front_end.read_until(lambda: front_end.shown)
    assert "Open the form" in front_end.shown[0]["text/html"]
    assert front_end.find("TextModel") is None
    elicitation = front_end.value(front_end.run("question.elicitation.id")).strip("'")
    askwell_client.submit(elicitation, {"answer": 7})
    front_end.read_until(lambda: len(front_end.shown) > 1)
    assert "✓ answered" in front_end.shown[1]["text/html"]


def test_open_question_is_a_link(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create("<b>Which?</b>", bool, mode="url")
    cell = askwell.jupyter.QuestionCell(askwell_client, elicitation)
    shown = cell._repr_html_()  # pyright: ignore[reportPrivateUsage]
    assert f'href="{elicitation.url}"' in shown
    assert "&lt;b&gt;Which?" in shown
    askwell_client.decline(elicitation, "<no>")
    cell.wait()
    assert "declined: &lt;no&gt;" in cell._repr_html_()  # pyright: ignore[reportPrivateUsage]


class Everything(BaseModel):
    name: str
    size: Literal["small", "large"]
    colours: list[Literal["red", "green"]]
    gift: bool
    amount: int = 2
    token: SecretStr
    words: list[str]
    report: askwell.File


def test_every_kind_of_field_is_a_widget(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create("Everything", Everything, mode="url")
    assert elicitation.form is not None
    assert can_show(elicitation.form)

    def upload(field: str, content: bytes, filename: str, content_type: str | None) -> dict[str, Any]:
        return askwell_client.upload(elicitation, field, content, filename=filename, content_type=content_type)

    box = FormBox(elicitation.form, lambda: None, lambda: None)
    with pytest.raises(askwell.InvalidAnswer) as caught:
        askwell_client.submit(elicitation, box.answers(upload))
    box.show_problems(caught.value.problems)
    inputs = {one.id: one for one in box._inputs}  # pyright: ignore[reportPrivateUsage]
    assert {id_ for id_, one in inputs.items() if one.problem.value} == {
        "name",
        "size",
        "colours",
        "gift",
        "token",
        "report",
    }
    file = {
        "name": "a.txt",
        "type": "text/plain",
        "size": 2,
        "content": memoryview(b"hi"),
        "last_modified": datetime.datetime(2026, 1, 31),
    }
    values: dict[str, Any] = {
        "name": "Ada",
        "size": "large",
        "colours": ("red", "green"),
        "gift": False,
        "amount": "3",
        "token": "t-1",
        "words": "one\ntwo",
    }
    for id_, value in values.items():
        inputs[id_].widget.value = value
    inputs["report"].widget.set_trait("value", (file,))
    askwell_client.submit(elicitation, box.answers(upload))
    found = askwell_client.wait(elicitation).unwrap()
    assert (found.name, found.size, found.colours, found.gift) == ("Ada", "large", ["red", "green"], False)
    assert (found.amount, found.words, found.token.get_secret_value()) == (3, ["one", "two"], "t-1")
    assert askwell_client.read_file(found.report) == b"hi"


def test_form_with_conditions_is_answered_on_its_page(askwell_client: askwell.Client) -> None:
    class Order(BaseModel):
        note: Everything | None = None

    assert not can_show(askwell_client.create("Order", Order, mode="url").form)
    assert not can_show(None)
