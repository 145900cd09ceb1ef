"""Right use: both type checkers accept it, and the comments say what they infer."""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from pydantic import BaseModel
from typing_extensions import assert_type

import askwell


class Model(BaseModel):
    name: str


@dataclass
class Data:
    count: int


class Typed(TypedDict):
    flag: bool


def narrow(outcome: askwell.Outcome[bool]) -> str:
    if isinstance(outcome, askwell.Accepted):
        assert_type(outcome.value, bool)
        return "yes"
    if outcome.status == "declined":
        assert_type(outcome, askwell.Declined)
        return outcome.reason or "no"
    if isinstance(outcome, askwell.Cancelled):
        return outcome.reason
    assert_type(outcome, askwell.TimedOut)
    return outcome.id


def match(outcome: askwell.Outcome[int]) -> int:
    match outcome:
        case askwell.Accepted(value=value):
            return value
        case askwell.Declined() | askwell.Cancelled() | askwell.TimedOut():
            return 0


def ask(client: askwell.Client) -> None:
    assert_type(client.ask("?", bool).unwrap(), bool)
    assert_type(client.ask("?").unwrap(), str)
    assert_type(client.ask("?", Model).unwrap(), Model)
    assert_type(client.ask("?", Data, key="k", timeout=5).unwrap(), Data)
    assert_type(client.ask("?", Typed).unwrap(), Typed)
    assert_type(client.ask("?", Literal["a", "b"]).unwrap(), Literal["a", "b"])
    assert_type(client.ask("?", int | None).unwrap(), int | None)
    assert_type(client.ask("?", list[Literal["a"]]).unwrap(), list[Literal["a"]])
    assert_type(client.ask("?", askwell.one_of(["x", "y"])).unwrap(), str)
    assert_type(client.ask(form={"id": "f"}, type=Model).unwrap(), Model)
    assert_type(client.ask(template="t").unwrap(), Any)
    assert_type(client.wait(client.create("?", Data)).unwrap(), Data)
    assert_type(client.wait("elic_1", Model).unwrap(), Model)


async def ask_async(client: askwell.AsyncClient) -> None:
    assert_type((await client.ask("?", bool)).unwrap(), bool)
    assert_type((await client.ask("?")).unwrap(), str)
    assert_type((await askwell.ask_async("?", Model)).unwrap(), Model)
    async for event in client.events():
        assert_type(event.elicitation_id, str)
