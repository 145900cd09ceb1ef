"""`ask` in all its forms, against a real service and a simulated person."""

from __future__ import annotations

import asyncio
import datetime
import enum
import uuid
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

import pytest
from pydantic import BaseModel, Field, HttpUrl, SecretStr

import askwell
from askwell.testing import Person, ServiceProcess


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


class Deployment(BaseModel):
    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    replicas: int = Field(default=2, ge=1, le=20)
    size: Size = Size.SMALL
    note: str | None = None


@dataclass
class Visit:
    day: datetime.date
    guests: int = 1


class Address(TypedDict):
    street: str
    number: int


TYPES: list[tuple[Any, Any, Any]] = [
    (bool, True, True),
    (bool, False, False),
    (int, 7, 7),
    (float, 1.5, 1.5),
    (str, "hello", "hello"),
    (Literal["red", "green"], "green", "green"),
    (Literal[1, 2, 3], "2", 2),
    (Size, "large", Size.LARGE),
    (list[Literal["a", "b", "c"]], ["a", "c"], ["a", "c"]),
    (set[Size], ["small"], {Size.SMALL}),
    (datetime.date, "2026-01-31", datetime.date(2026, 1, 31)),
    (
        datetime.datetime,
        "2026-01-31T09:30:00Z",
        datetime.datetime(2026, 1, 31, 9, 30, tzinfo=datetime.timezone.utc),
    ),
    (uuid.UUID, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", uuid.UUID("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")),
    (Decimal, 2.5, Decimal("2.5")),
    (HttpUrl, "https://8.8.8.8/x", HttpUrl("https://8.8.8.8/x")),
    (int | None, 3, 3),
    (askwell.one_of(["main", "next"]), "next", "next"),
    (askwell.some_of(["main", "next"]), ["next"], ["next"]),
    (
        Deployment,
        {"version": "1.4.2", "size": "large"},
        Deployment(version="1.4.2", replicas=2, size=Size.LARGE),
    ),
    (Visit, {"day": "2026-05-01", "guests": 4}, Visit(datetime.date(2026, 5, 1), 4)),
    (Address, {"street": "Elm", "number": 3}, {"street": "Elm", "number": 3}),
]


@pytest.mark.parametrize(("type_", "given", "expected"), TYPES, ids=lambda value: str(value)[:30])
def test_answer_is_a_value_of_the_type(
    askwell_client: askwell.Client, askwell_person: Person, type_: Any, given: Any, expected: Any
) -> None:
    askwell_person.answers(given)
    outcome = askwell_client.ask("What?", type_)
    assert isinstance(outcome, askwell.Accepted), outcome
    assert outcome.value == expected


def test_ask_without_type_returns_text(askwell_client: askwell.Client, askwell_person: Person) -> None:
    askwell_person.answers("Ada")
    assert askwell_client.ask("Your name?").unwrap() == "Ada"


def test_module_function_uses_service_of_environment(askwell_person: Person, askwell_client: askwell.Client) -> None:
    askwell_person.answers(True)
    assert askwell.ask("Deploy 1.4.2?", bool).unwrap() is True
    assert asyncio.run(askwell.ask_async("Deploy 1.4.3?", bool)).unwrap() is True
    assert askwell_person.questions == ["Deploy 1.4.2?", "Deploy 1.4.3?"]


def test_secret_is_never_shown(askwell_client: askwell.Client, askwell_person: Person) -> None:
    class Login(BaseModel):
        user: str
        password: SecretStr
        token: Annotated[str, askwell.Hint(secret=True, placeholder="paste it")]

    askwell_person.answers({"user": "me", "password": "hunter2", "token": "t-123"})
    outcome = askwell_client.ask("Log in", Login)
    assert isinstance(outcome, askwell.Accepted)
    assert outcome.value.password.get_secret_value() == "hunter2"
    assert outcome.value.token == "t-123"
    form = askwell_client.status(outcome.id)["formDefinition"]
    assert form["fields"][1]["rendering"] == {"inputType": "password"}
    assert form["fields"][2]["rendering"] == {"inputType": "password", "placeholder": "paste it"}


def test_form_document_returns_mapping_or_type(askwell_client: askwell.Client, askwell_person: Person) -> None:
    form = {
        "id": "visit",
        "title": "A visit",
        "fields": [
            {"id": "day", "type": "date", "label": "Day", "required": True},
            {"id": "guests", "type": "number", "label": "Guests", "default": 2},
        ],
    }
    askwell_person.answers({"day": "2026-05-01"})
    assert askwell_client.ask(form=form).unwrap() == {"day": "2026-05-01", "guests": 2}
    assert askwell_client.ask(form=form, type=Visit).unwrap() == Visit(datetime.date(2026, 5, 1), 2)


def test_template_is_filled_in(tmp_path: Path) -> None:
    (tmp_path / "deploy.json").write_text(
        '{"id": "deploy", "title": "Deploy {{service}}?", "x-parameters": {"service": {}},'
        ' "fields": [{"id": "go", "type": "boolean", "label": "Go", "required": true}]}'
    )
    with (
        ServiceProcess(settings={"templates": tmp_path}) as service,
        askwell.Client(service.address) as client,
        Person(service.address) as person,
    ):
        person.answers({"go": True})
        assert client.ask(template="deploy", parameters={"service": "the shop"}).unwrap() == {"go": True}
        assert person.questions == ["Deploy the shop?"]
        assert [template["name"] for template in client.templates()] == ["deploy"]


def test_condition_leaves_field_out(askwell_client: askwell.Client, askwell_person: Person) -> None:
    class Order(BaseModel):
        gift: bool
        card: Annotated[
            str | None,
            askwell.Hint(show_if={"operator": "equals", "field": "gift", "value": True}, label="Text of the card"),
        ] = None

    askwell_person.answers({"gift": False})
    assert askwell_client.ask("Order", Order).unwrap() == Order(gift=False)
    askwell_person.answers({"gift": True, "card": "Enjoy"})
    assert askwell_client.ask("Order", Order).unwrap() == Order(gift=True, card="Enjoy")


def test_page_of_another_site_is_completed(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create("Please sign", url="https://8.8.8.8/sign")
    askwell_client.complete(elicitation, {"signed": True})
    assert askwell_client.wait(elicitation).unwrap() == {"signed": True}


def test_person_and_deadline_reach_the_service(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create(
        "Deploy?", bool, person="ops@example.com", timeout=datetime.timedelta(minutes=2)
    )
    status = askwell_client.status(elicitation)
    assert (status["person"], status["timeoutMs"]) == ("ops@example.com", 120_000)
    assert elicitation.timeout_at is not None
    assert askwell_client.extend(elicitation, 60) - elicitation.timeout_at == datetime.timedelta(seconds=60)
    askwell_client.cancel(elicitation)


def test_group_audience_and_quorum_reach_the_service(askwell_client: askwell.Client) -> None:
    form = {"id": "deploy", "title": "Deploy?", "decision": {}, "fields": []}
    for options in ({"group": "ops"}, {"audience": "signed_in"}, {"group": "ops", "quorum": {"approvals": 2}}):
        given: dict[str, Any] = dict(options)
        status = askwell_client.status(askwell_client.create(form=form, **given))
        assert status.get("group") == given.get("group")
        assert status.get("audience") == given.get("audience")
        assert status.get("quorum", {}).get("approvals") == given.get("quorum", {}).get("approvals")
    with pytest.raises(askwell.InvalidRequest, match="person"):
        askwell_client.create("Deploy?", bool, person="ops@example.com", group="ops")


def test_deadline_can_be_a_moment(askwell_client: askwell.Client) -> None:
    deadline = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=20)
    elicitation = askwell_client.create("Deploy?", bool, timeout=deadline)
    assert elicitation.timeout_at is not None
    assert abs(elicitation.timeout_at - deadline) < datetime.timedelta(seconds=60)
    askwell_client.cancel(elicitation)


def test_people_are_reminded_and_others_asked_when_no_answer_comes(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create(
        "Deploy?",
        bool,
        person="ops@example.com",
        timeout=3600,
        reminders=["3599s", 60_000],
        escalate={"after": "1s", "group": "leads"},
    )
    seen: set[str] = set()
    for event in askwell_client.events(after="0"):
        if event.elicitation_id == elicitation.id:
            seen.add(event.type)
        if {"reminded", "escalated"} <= seen:
            break
    assert askwell_client.status(elicitation).get("group") == "leads"
    askwell_client.cancel(elicitation)


def test_json_schema_returns_mapping_or_type(askwell_client: askwell.Client, askwell_person: Person) -> None:
    schema = {
        "type": "object",
        "properties": {"day": {"type": "string", "format": "date"}, "guests": {"type": "integer"}},
        "required": ["day"],
    }
    askwell_person.answers({"day": "2026-01-31", "guests": 2})
    assert askwell_client.ask("Your visit", schema=schema).unwrap() == {"day": "2026-01-31", "guests": 2}
    visit = askwell_client.ask("Your visit", schema=schema, type=Visit).unwrap()
    assert visit == Visit(datetime.date(2026, 1, 31), 2)


def test_page_mode_tells_the_link(askwell_client: askwell.Client, askwell_person: Person) -> None:
    links: list[str | None] = []
    askwell_person.answers(True)
    askwell_client.ask("Deploy?", bool, mode="url", on_created=lambda created: links.append(created.url))
    assert links[0] is not None
    assert links[0].startswith(askwell_client.address)


def test_decline_cancel_and_timeout_are_distinct(askwell_client: askwell.Client, askwell_person: Person) -> None:
    askwell_person.declines("not today", to="one").cancels(to="two").never_answers(to="three")
    one, two = askwell_client.ask("one", bool), askwell_client.ask("two", bool)
    three = askwell_client.ask("three", bool, timeout=1)
    assert isinstance(one, askwell.Declined)
    assert one.reason == "not today"
    assert isinstance(two, askwell.Cancelled)
    assert two.reason == "user_cancelled"
    assert isinstance(three, askwell.TimedOut)
    assert [outcome.status for outcome in (one, two, three)] == ["declined", "cancelled", "timed_out"]
    for outcome, words in ((one, "not today"), (two, "user_cancelled"), (three, "deadline")):
        with pytest.raises(askwell.NotAccepted, match=words) as caught:
            outcome.unwrap()
        assert caught.value.outcome is outcome
        with pytest.raises(TypeError, match="neither true nor false"):
            bool(outcome)


def test_person_errs_then_corrects(askwell_client: askwell.Client, askwell_person: Person) -> None:
    askwell_person.errs({"version": "new"}, {"version": "1.2.3", "replicas": 99}, then={"version": "1.2.3"})
    assert askwell_client.ask("What?", Deployment).unwrap() == Deployment(version="1.2.3")
    assert [problem.field for problem in askwell_person.problems] == ["version", "replicas"]


def test_long_message_becomes_title_and_description(askwell_client: askwell.Client) -> None:
    elicitation = askwell_client.create("Deploy?\n\nThe shop is closed.", bool)
    assert elicitation.form is not None
    assert (elicitation.form["title"], elicitation.form["description"]) == ("Deploy?", "The shop is closed.")
    askwell_client.cancel(elicitation)


class Tree(BaseModel):
    inner: Tree | None = None


class Attachment(BaseModel):
    file: askwell.File


class Credentials(BaseModel):
    key: SecretStr


class Nested(BaseModel):
    parts: list[Deployment]


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (Tree, "Tree.inner: the model contains itself"),
        (list[Attachment], "a file cannot be part of a list"),
        (list[Credentials], "a secret cannot be part of a list"),
        (list[Nested], "a list inside a list of models"),
        (list[SecretStr], "a list of secrets cannot be masked"),
        (list[askwell.File], "a field takes one file"),
        (tuple[int, str], "a tuple cannot be asked for; use a model"),
        (list[bool], "use a list of a Literal or an Enum"),
        (int | Deployment, "one of several types"),
        (dict[str, int], "cannot be shown as a field; a mapping has no fields"),
        (object(), "is not a type"),
    ],
)
def test_type_that_no_form_can_show_is_rejected(askwell_client: askwell.Client, type_: Any, words: str) -> None:
    with pytest.raises(askwell.UnsupportedType, match=words):
        askwell_client.ask("What?", type_)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "give a message"),
        ({"form": {}, "template": "x"}, "one of form, schema, template and url"),
        ({"message": "x", "form": {}}, "leave the message out"),
        ({"schema": {}}, "give a message"),
        ({"message": "x", "schema": {}, "form": {}}, "one of form, schema, template and url"),
        ({"message": "x", "parameters": {}}, "belong to a template"),
    ],
)
def test_contradicting_arguments_are_rejected(
    askwell_client: askwell.Client, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(TypeError, match=words):
        askwell_client.ask(**options)


def test_answer_that_breaks_a_python_rule_is_reported(askwell_client: askwell.Client, askwell_person: Person) -> None:
    from pydantic import AfterValidator

    def even(value: int) -> int:
        if value % 2:
            raise ValueError("must be even")
        return value

    askwell_person.answers(3)
    with pytest.raises(askwell.AnswerMismatch, match="must be even") as caught:
        askwell_client.ask("An even number", Annotated[int, AfterValidator(even)])
    assert caught.value.answer == 3


def test_interrupted_ask_withdraws_its_question(
    askwell_client: askwell.Client, askwell_service: ServiceProcess
) -> None:
    async def interrupt(key: str | None) -> str:
        async with askwell.AsyncClient(askwell_service.address) as client:
            created: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            options: dict[str, Any] = {} if key is None else {"key": key}
            ask = asyncio.create_task(
                client.ask("Wait", bool, on_created=lambda made: created.set_result(made.id), **options)
            )
            id_ = await created
            ask.cancel()
            with pytest.raises(asyncio.CancelledError):
                await ask
            return id_

    assert askwell_client.status(asyncio.run(interrupt(None)))["status"] == "cancelled"
    kept = asyncio.run(interrupt(f"kept-{uuid.uuid4()}"))
    assert askwell_client.status(kept)["status"] == "pending"
    askwell_client.cancel(kept)
