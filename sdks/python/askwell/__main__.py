"""Runs the program: ``python -m askwell`` is ``askwell``."""

from __future__ import annotations

import os
import subprocess
import sys

from ._find_binary import find_binary


def _main() -> None:
    try:
        program = find_binary()
    except FileNotFoundError as error:
        sys.exit(f"askwell: {error}")
    command = [program, *sys.argv[1:]]
    if sys.platform != "win32":
        # The program takes the place of this process: signals and the exit code need no translation.
        os.execv(program, command)
    try:
        sys.exit(subprocess.run(command).returncode)
    except KeyboardInterrupt:
        sys.exit(2)


if __name__ == "__main__":
    _main()
