"""Types made of others: lists of free values, and models inside models."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

import askwell
from askwell.testing import Person

LISTS: list[tuple[Any, str, str, Any]] = [
    (list[str], "\n \n", "Ada\r\n\r\n Grace H. \r\n", ["Ada", "Grace H."]),
    (list[int], "1\nx", "1\n-2\r\n 3 ", [1, -2, 3]),
    (list[float], "1,5", "1.5\n2", [1.5, 2.0]),
    (set[int], "1 2", "1\n1\n2", {1, 2}),
    (list[datetime.date], "today", "2026-01-31", [datetime.date(2026, 1, 31)]),
    (list[Annotated[str, Field(pattern="^[a-z]+$")]], "ab\nCD", "ab\ncd", ["ab", "cd"]),
    (Annotated[list[str], Field(min_length=2, max_length=3)], "a", "a\nb", ["a", "b"]),
    (Annotated[list[str], Field(min_length=2, max_length=3)], "a\nb\nc\nd", "a\nb\nc", ["a", "b", "c"]),
    (Annotated[list[int], Field(min_length=30)], "1\n2", "\n".join("7" * 30), [7] * 30),
]


@pytest.mark.parametrize(("type_", "wrong", "given", "expected"), LISTS, ids=lambda value: str(value)[:30])
def test_list_of_free_values_is_one_on_each_line(
    askwell_client: askwell.Client, askwell_person: Person, type_: Any, wrong: str, given: str, expected: Any
) -> None:
    askwell_person.errs(wrong, then=given)
    assert askwell_client.ask("Which?", type_, timeout=20).unwrap() == expected
    assert "on each line" in askwell_person.problems[0].message


def test_empty_list_is_a_list(askwell_client: askwell.Client, askwell_person: Person) -> None:
    askwell_person.answers({})
    assert askwell_client.ask("Which?", list[str], timeout=20).unwrap() == []


class Street(BaseModel):
    name: str
    number: int = 1


class Home(BaseModel):
    street: Street
    floor: Literal[0, 1, 2] = 0
    shared: bool = False
    with_whom: Annotated[str | None, askwell.Hint(show_if={"operator": "equals", "field": "shared", "value": True})] = (
        None
    )


class Customer(BaseModel):
    name: str
    home: Home
    work: Home | None = None
    invoice: Street = Street(name="Elm", number=3)
    previous: Street | None
    tags: list[str] = []


ELM = Home(street=Street(name="Elm"))
CUSTOMERS: list[tuple[dict[str, Any], Customer]] = [
    ({}, Customer(name="Ada", home=ELM, previous=None)),
    (
        {"work": True, "work-street-name": "Oak", "work-floor": "2", "tags": "a\nb"},
        Customer(name="Ada", home=ELM, work=Home(street=Street(name="Oak"), floor=2), previous=None, tags=["a", "b"]),
    ),
    (
        {"invoice-number": 4, "previous": True, "previous-name": "Ash", "previous-number": 9},
        Customer(name="Ada", home=ELM, invoice=Street(name="Elm", number=4), previous=Street(name="Ash", number=9)),
    ),
    (
        {"home-shared": True, "home-with_whom": "Grace"},
        Customer(name="Ada", home=Home(street=Street(name="Elm"), shared=True, with_whom="Grace"), previous=None),
    ),
]


@pytest.mark.parametrize(("given", "expected"), CUSTOMERS)
def test_model_inside_a_model_becomes_fields_of_the_form(
    askwell_client: askwell.Client, askwell_person: Person, given: dict[str, Any], expected: Customer
) -> None:
    askwell_person.answers({"name": "Ada", "home-street-name": "Elm", **given})
    outcome = askwell_client.ask("The customer", Customer, timeout=20)
    assert outcome.unwrap() == expected
    fields = askwell_client.status(outcome.id)["formDefinition"]["fields"]
    labels = {field["id"]: field["label"] for field in fields}
    assert labels["home-street-name"] == "Home: Street: Name"
    hidden = {field["id"] for field in fields if "conditionalDisplay" in field.get("rendering", {})}
    assert {"work-street-name", "previous-name", "home-with_whom"} <= hidden
    assert not hidden & {"work", "previous", "home-street-name", "invoice-name"}


def test_missing_part_of_a_model_inside_is_asked_for_again(
    askwell_client: askwell.Client, askwell_person: Person
) -> None:
    right = {"name": "Ada", "home-street-name": "Elm"}
    askwell_person.errs({**right, "work": True}, then=right)
    assert askwell_client.ask("The customer", Customer, timeout=20).unwrap().work is None
    assert [problem.field for problem in askwell_person.problems] == ["work-street-name"]


def test_model_or_nothing_is_switched_on(askwell_client: askwell.Client, askwell_person: Person) -> None:
    askwell_person.answers({"answer": False})
    assert askwell_client.ask("A street?", Street | None, timeout=20).unwrap() is None
    askwell_person.answers({"answer": True, "answer-name": "Elm"})
    assert askwell_client.ask("A street?", Street | None, timeout=20).unwrap() == Street(name="Elm")


class Delivery(BaseModel):
    to: Street | None = Street(name="Elm", number=3)


def test_model_with_a_default_that_is_switched_off_is_none(
    askwell_client: askwell.Client, askwell_person: Person
) -> None:
    askwell_person.answers({"to": False})
    assert askwell_client.ask("Where?", Delivery, timeout=20).unwrap().to is None
    askwell_person.answers({"to": True, "to-number": 4})
    assert askwell_client.ask("Where?", Delivery, timeout=20).unwrap().to == Street(name="Elm", number=4)


class Line(BaseModel):
    sku: str
    count: Annotated[int, Field(ge=1)] = 1
    gift: Street | None = None


class Order(BaseModel):
    buyer: str
    lines: Annotated[list[Line], Field(min_length=1, max_length=5)]
    extras: list[Line] = []


def test_list_of_models_is_a_repeating_group(askwell_client: askwell.Client, askwell_person: Person) -> None:
    first: dict[str, Any] = {"lines-sku": "A1", "lines-count": 2}
    wrong = {"buyer": "Ada", "lines": [{**first, "lines-count": 0}]}
    askwell_person.errs(wrong, then={"buyer": "Ada", "lines": [first, {"lines-sku": "B2"}]})
    order = askwell_client.ask("What?", Order, timeout=20).unwrap()
    assert order == Order(buyer="Ada", lines=[Line(sku="A1", count=2), Line(sku="B2")])
    assert [problem.field for problem in askwell_person.problems] == ["lines"]
    assert askwell_person.problems[0].message == "Line 1: Count must be at least 1."


def test_list_of_models_alone_is_asked_for(askwell_client: askwell.Client, askwell_person: Person) -> None:
    elicitation = askwell_client.create("Which lines?", list[Line])
    assert elicitation.form is not None
    assert elicitation.form["groups"][0]["repeat"] == {"minimum": 0, "item": "Line"}
    askwell_client.cancel(elicitation)
