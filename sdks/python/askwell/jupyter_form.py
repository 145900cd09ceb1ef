"""The fields of a form as widgets of ipywidgets, for a notebook.

Shows what a person can fill in without looking at conditions: which fields are there is for the service to decide, so
that a form with conditions is answered on its page.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .errors import Problem

widgets: Any = import_module("ipywidgets")
"""The package has no types."""

_WIDE = "32em"


Upload = Callable[[str, bytes, str, "str | None"], Mapping[str, Any]]
"""Uploads a file: takes field, content, name and media type, and returns the answer."""


@dataclass
class _Input:
    """One field of the form."""

    field: Mapping[str, Any]
    widget: Any
    problem: Any

    @property
    def id(self) -> str:
        return str(self.field["id"])

    def answer(self, upload: Upload) -> Any:
        """Returns what the person filled in; `None` if it is nothing."""
        value: Any = self.widget.value
        if self.field["type"] == "file":
            if not value:
                return None
            (file,) = value
            return upload(self.id, bytes(file["content"]), str(file["name"]), file["type"] or None)
        if isinstance(value, tuple):
            return list(value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return None if value == "" and not self.field.get("default") else value


def can_show(form: Mapping[str, Any] | None) -> bool:
    """Returns whether a notebook can show a form: it has one, and no conditions or rules between fields, nor groups."""
    if form is None or form.get("validation") or form.get("groups"):
        return False
    fields: Sequence[Mapping[str, Any]] = form["fields"]
    conditional = ("conditionalDisplay" in field.get("rendering", {}) or field.get("dependencies") for field in fields)
    return not any(conditional)


class FormBox:
    """A form as a box of widgets, with a button to submit and one to decline."""

    def __init__(self, form: Mapping[str, Any], submit: Callable[[], None], decline: Callable[[], None]) -> None:
        self._inputs = [_input(field) for field in form["fields"]]
        self.submit_button: Any = widgets.Button(description="Submit", button_style="primary")
        self.decline_button: Any = widgets.Button(description="Decline")
        for button, act in ((self.submit_button, submit), (self.decline_button, decline)):
            button.on_click(_ignoring_button(act))
        rows: list[Any] = []
        if form.get("description"):
            rows.append(_text(str(form["description"])))
        for one in self._inputs:
            rows += [_label(one.field), one.widget, one.problem]
        rows.append(widgets.HBox([self.submit_button, self.decline_button]))
        self.widget: Any = widgets.VBox(rows)

    def answers(self, upload: Upload) -> dict[str, Any]:
        """Returns what the person filled in. Uploads the files."""
        given = {one.id: one.answer(upload) for one in self._inputs}
        return {id_: answer for id_, answer in given.items() if answer is not None}

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Shows what is wrong at the fields, and what concerns none of them at the last one."""
        for one in self._inputs:
            own = [problem.message for problem in problems if problem.field == one.id]
            one.problem.value = _red(own)
        known = {one.id for one in self._inputs}
        others = [problem.message for problem in problems if problem.field not in known]
        if others:
            self._inputs[-1].problem.value += _red(others)

    def close(self) -> None:
        """Removes the form; what was typed, such as a secret, does not stay in the notebook."""
        for one in self._inputs:
            one.widget.close()
        self.widget.close()


def _ignoring_button(act: Callable[[], None]) -> Callable[[Any], None]:
    return lambda _button: act()


def _input(field: Mapping[str, Any]) -> _Input:
    return _Input(field, _widget(field), widgets.HTML())


def _widget(field: Mapping[str, Any]) -> Any:
    kind, default = field["type"], field.get("default")
    rendering: Mapping[str, Any] = field.get("rendering", {})
    layout: Any = widgets.Layout(width=_WIDE)
    if kind == "boolean":
        return widgets.RadioButtons(options=[("Yes", True), ("No", False)], value=default, layout=layout)
    if kind == "select":
        return widgets.Dropdown(options=[("", None), *_options(field)], value=default, layout=layout)
    if kind == "multi_select":
        return widgets.SelectMultiple(options=_options(field), value=tuple(default or ()), layout=layout)
    if kind == "file":
        return widgets.FileUpload(accept=",".join(field.get("validation", {}).get("allowedExtensions", [])))
    text = "" if default is None else str(default)
    if rendering.get("inputType") == "password":
        return widgets.Password(layout=layout)
    # The service reads numbers and dates from texts, and says what is wrong with them.
    rows = int(rendering.get("rows", 1))
    hint = str(rendering.get("placeholder") or ("2026-01-31" if kind == "date" else ""))
    if rows > 1:
        return widgets.Textarea(value=text, rows=rows, placeholder=hint, layout=layout)
    return widgets.Text(value=text, placeholder=hint, layout=layout)


def _options(field: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [
        (option, option) if isinstance(option, str) else (str(option["title"]), str(option["value"]))
        for option in field["options"]
    ]


def _label(field: Mapping[str, Any]) -> Any:
    star = " *" if field.get("required") else ""
    texts = [field.get("description"), field.get("rendering", {}).get("helpText")]
    more = "".join(f"<br><small>{html.escape(str(text))}</small>" for text in texts if text)
    return widgets.HTML(f"{html.escape(str(field['label']))}{star}{more}")


def _text(words: str) -> Any:
    return widgets.HTML(f'<div style="white-space:pre-wrap">{html.escape(words)}</div>')


def _red(messages: Sequence[str]) -> str:
    return "".join(f'<div style="color:#c00">{html.escape(message)}</div>' for message in messages)
