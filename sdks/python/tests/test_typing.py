"""mypy and pyright accept right use and report wrong use, line by line."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "typing"
ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="needs mypy and pyright")


def mypy(file: Path) -> set[int]:
    command = [sys.executable, "-m", "mypy", "--strict", "--strict-equality", "--no-error-summary", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    return {int(line) for line in re.findall(rf"{file.name}:(\d+): error", done.stdout)}


def pyright(file: Path) -> set[int]:
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, env=os.environ)
    found = json.loads(done.stdout)["generalDiagnostics"]
    return {entry["range"]["start"]["line"] + 1 for entry in found if entry["severity"] == "error"}


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_right_use_is_accepted(checker) -> None:  # type: ignore[no-untyped-def]
    assert checker(FOLDER / "right.py") == set()


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_wrong_use_is_reported(checker) -> None:  # type: ignore[no-untyped-def]
    file = FOLDER / "wrong.py"
    expected = {number for number, line in enumerate(file.read_text().splitlines(), 1) if line.endswith("# wrong")}
    assert checker(file) == expected
