"""Every Python example in the README and the guide runs against a real service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from askwell.testing import Person, ServiceProcess, Upload

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "sdks" / "python" / "README.md", ROOT / "docs" / "sdk-python.md"]

ANSWERS: dict[str, Any] = {
    "Deploy": True,
    "A new server": {"name": "db1", "region": "us", "token": "t"},
    "One?": 1,
    "Two?": 2,
    "Your order": {"amount": 3},
    "A new customer": {"name": "Ada", "home-street": "Elm", "home-number": 3, "interests": "chess\ntea"},
    "The report": Upload("report.txt", b"All is well.", "text/plain"),
}


def snippets() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for document in DOCUMENTS:
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", document.read_text(), re.S), 1):
            found.append((f"{document.name} {number}", block))
    return found


@pytest.mark.parametrize(("name", "code"), snippets(), ids=[name for name, _ in snippets()])
def test_example_runs(
    askwell_service: ServiceProcess, askwell_person: Person, tmp_path: Path, name: str, code: str
) -> None:
    for title, value in ANSWERS.items():
        askwell_person.answers(value, to=title)
    environment = {**os.environ, "ASKWELL_SERVICE": askwell_service.address}
    file = tmp_path / "test_example.py"
    file.write_text(code)
    command = [sys.executable, str(file)]
    if "def test_" in code:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "askwell.testing.plugin", str(file)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout


def test_guide_names_the_pinned_versions() -> None:
    guide = (ROOT / "docs" / "sdk-python.md").read_text()
    pins: dict[str, str] = {}
    for name in ("tests", "mcp1"):
        for line in (ROOT / "sdks" / "python" / "requirements" / f"{name}.txt").read_text().splitlines():
            package, _, version = line.partition("==")
            pins[f"{name}/{package.lower()}"] = version
    frameworks = ["mcp", "fastmcp", "langgraph", "pydantic-ai-slim", "openai-agents", "fastapi", "django"]
    tools = ["mypy", "pyright", "ruff", "pydantic", "ipykernel", "jupyter_client", "ipywidgets"]
    for package in frameworks + tools:
        assert pins[f"tests/{package}"] in guide, package
    assert pins["mcp1/mcp"] in guide


def test_documents_have_examples() -> None:
    assert len(snippets()) >= 8
