"""A real service process for tests, on a free port of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .._find_binary import find_binary

if TYPE_CHECKING:
    from typing_extensions import Self

_GENEROUS: dict[str, Any] = {
    "limits.per_window": 1_000_000,
    "limits.open_per_client": 100_000,
    "limits.open_total": 100_000,
}
"""Tests ask more often than people can answer."""

_SIGN = "Askwell listens on "
_START_TIMEOUT = 60.0


class ServiceProcess:
    """Runs `askwell serve`. It keeps everything in memory, or in `data` so that it can be restarted.

    `settings` are as for `askwell serve --set`, and `config` is a settings file. `binary` is found as
    `askwell.find_binary` describes.
    """

    def __init__(
        self,
        *,
        data: str | os.PathLike[str] | None = None,
        settings: Mapping[str, Any] | None = None,
        config: str | os.PathLike[str] | None = None,
        binary: str | None = None,
        listen: str = "127.0.0.1:0",
    ) -> None:
        self._binary = binary or find_binary()
        self._settings = {**_GENEROUS, **(settings or {})}
        self._data = None if data is None else Path(data)
        self._listen = listen
        self._config = config
        self._state = tempfile.TemporaryDirectory(prefix="askwell-")
        self._process: subprocess.Popen[str] | None = None
        self._lines: deque[str] = deque(maxlen=200)
        self.address = ""

    def start(self) -> Self:
        """Starts the service and waits until it listens. Raises `RuntimeError` with its log if it does not."""
        if self._process is not None:
            raise RuntimeError("the service runs already")
        store = ["--memory"] if self._data is None else ["--data", str(self._data)]
        settings = [part for key, value in self._settings.items() for part in ("--set", f"{key}={_text(value)}")]
        command = [self._binary, "serve", *store, "--listen", self._listen, *settings]
        if self._config is not None:
            command += ["--config", os.fspath(self._config)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("ASKWELL_")}
        # A service of a test must not be found by other programs.
        environment["XDG_STATE_HOME"] = self._state.name
        if self._data is not None:
            environment["ASKWELL_KEYRING_FILE"] = f"{self._data}.keyring"
        self._process = subprocess.Popen(
            command,
            env=environment,
            cwd=self._state.name,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        listens = threading.Event()
        threading.Thread(target=self._read, args=(self._process, listens), daemon=True).start()
        if not listens.wait(_START_TIMEOUT) or not self.address:
            self.kill()
            raise RuntimeError(f"{' '.join(command)} does not start:\n" + "".join(self._lines))
        # The same port after a restart, so that waiting programs find it.
        self._listen = self.address.removeprefix("http://")
        return self

    def stop(self) -> None:
        """Stops it gracefully; kills it after ten seconds."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Ends it at once, as a crash would."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Kills it and starts it again at the same address. Without `data` it has forgotten everything."""
        self.kill()
        self.start()

    @property
    def state_folder(self) -> str:
        """Where it writes its descriptor: the value of XDG_STATE_HOME for programs that are to find it."""
        return self._state.name

    @property
    def log(self) -> str:
        """The last lines that it printed."""
        return "".join(self._lines)

    def _read(self, process: subprocess.Popen[str], listens: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self._lines.append(line)
                if line.startswith(_SIGN):
                    self.address = line.removeprefix(_SIGN).strip()
                    listens.set()
        listens.set()

    def _end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(number)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._state.cleanup()


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
