"""Finds the program ``askwell`` that was installed with this package."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

_NAME = "askwell.exe" if sys.platform == "win32" else "askwell"


def find_binary() -> str:
    """Return the path of the program ``askwell``.

    The environment variable ``ASKWELL_BINARY`` comes first. Then follow the places where installers put
    scripts: the running environment, the interpreter it is based on, the folder above this package
    (``pip install --prefix``), the folder beside it (``--target``), and the user's own (``--user``).

    Raises:
        FileNotFoundError: The program is in none of these places. The message lists them.
    """
    override = os.environ.get("ASKWELL_BINARY")
    if override:
        if os.path.isfile(override):
            return override
        raise FileNotFoundError(f"ASKWELL_BINARY names {override}, which is not a file")
    places = _places()
    for place in places:
        path = os.path.join(place, _NAME)
        if os.path.isfile(path):
            return path
    listed = "\n".join(f"  {place}" for place in places)
    raise FileNotFoundError(
        f"the program {_NAME} is in none of these folders:\n{listed}\n"
        "Install the package again (pip install --force-reinstall askwell), or set ASKWELL_BINARY to its path."
    )


def _places() -> list[str]:
    package = Path(__file__).resolve().parent
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    # PREFIX/lib/pythonX.Y/site-packages/askwell, or PREFIX\Lib\site-packages\askwell.
    depth = 2 if sys.platform == "win32" else 3
    above = list(package.parents)
    found = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", vars={"base": sys.base_prefix}),
        str(above[depth] / scripts) if len(above) > depth else None,
        str(package.parent / "bin"),
        sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")),
    ]
    return list(dict.fromkeys(place for place in found if place))
