"""A real service for all tests: SIBYL_TEST_URL where one is given, else one of this repository, started here."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import sibyl

REPOSITORY = Path(__file__).resolve().parents[3]


class Service:
    """The service in a process of its own, on a data directory of its own."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.settings = settings
        self.port = "0"
        self.start()

    def start(self) -> None:
        """Starts it, or starts it again on the same port."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("SIBYL_")}
        own = {
            "SIBYL_DATA_DIR": str(self.folder),
            "SIBYL_PORT": self.port,
            "SIBYL_SAMPLE": "0",
            "SIBYL_LOG_LEVEL": "warn",
        }
        node = REPOSITORY / "node_modules/.bin/node"
        self.log = (self.folder.parent / f"{self.folder.name}.log").open("w+")
        self.process = subprocess.Popen(
            [str(node), str(REPOSITORY / "server/start.js")],
            env={**clean, **own, **self.settings},
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        self.url = self._address()
        self.port = self.url.rsplit(":", 1)[1]

    def _address(self) -> str:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            text = Path(self.log.name).read_text()
            found = re.search(r"listens on (http:\S+)", text)
            if found and self._is_ready(found[1]):
                return found[1]
            if self.process.poll() is not None:
                raise RuntimeError(f"the service ended: {text}")
            time.sleep(0.05)
        raise RuntimeError(f"the service did not start: {text}")

    @staticmethod
    def _is_ready(url: str) -> bool:
        try:
            with urllib.request.urlopen(f"{url}/health/ready") as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(60)

    def run(self, *command: str) -> str:
        """A command of the operator, such as making a key."""
        done = subprocess.run(
            ["npm", "run", "--silent", "sibyl", "--", *command],
            cwd=REPOSITORY,
            env={**os.environ, "SIBYL_DATA_DIR": str(self.folder)},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip().splitlines()[-1]


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    given = os.environ.get("SIBYL_TEST_URL")
    if given:
        yield given
        return
    service = Service(tmp_path_factory.mktemp("service") / "data")
    yield service.url
    service.stop()


@pytest.fixture(scope="session")
def client(url: str) -> Iterator[sibyl.Client]:
    with sibyl.Client(url) as client:
        yield client


@pytest.fixture
def project(client: sibyl.Client, request: pytest.FixtureRequest) -> Iterator[sibyl.Project]:
    """A project for one test."""
    name = re.sub(r"\W+", "_", request.node.name)[:100] + f"_{time.time_ns() % 10**9}"
    client.projects.create(name)
    yield client.project(name)
    client.projects.delete(name, cascade=True)
