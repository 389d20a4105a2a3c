"""Find, install or start what the tests talk to: a PostgreSQL server and Chromium.

`exports` prints shell assignments for what is already there. `run -- COMMAND` also installs Debian's packages when it
may, starts a private PostgreSQL when none was found, runs the command with the variables set and stops what it started.
What cannot be had is passed on as NAME_REASON, so that the tests which need it skip and say why.
"""

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tools.private_postgres import PostgresRefused, can_create_databases, find_binaries, private_server

POSTGRES = "CROUPIER_TEST_POSTGRES"
CHROMIUM = "CROUPIER_TEST_CHROMIUM"
LOCAL_URLS = (
    "postgresql://postgres@127.0.0.1:5432/postgres",
    "postgresql://127.0.0.1:5432/postgres",
    "postgresql:///postgres",
)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Service:
    """One thing the tests need: its value, or why there is none."""

    variable: str
    value: str | None
    reason: str

    def assignments(self) -> dict[str, str]:
        if self.value is not None:
            return {self.variable: self.value}
        return {f"{self.variable}_REASON": self.reason}


def say(text: str) -> None:
    """Progress goes to standard error: standard output belongs to `exports` and to the command that runs."""
    print(f"    {text}", file=sys.stderr, flush=True)


def install(package: str) -> bool:
    """Install a Debian package when this user may; False when not possible."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    say(f"installing {package} (Debian package)")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    steps = (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", package])
    for step in steps:
        done = subprocess.run(
            ["apt-get", *step], env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False
        )
        if done.returncode != 0:
            return False
    return True


def find_chromium() -> Service:
    given = os.environ.get(CHROMIUM)
    if given:
        return Service(CHROMIUM, given, "given by the environment")
    for name in CHROMIUM_NAMES:
        path = shutil.which(name)
        if path:
            return Service(CHROMIUM, path, "installed")
    return Service(CHROMIUM, None, "no Chromium is installed")


def find_postgres() -> Service:
    given = os.environ.get(POSTGRES)
    if given:
        can_create_databases(given)
        return Service(POSTGRES, given, "given by the environment")
    for url in LOCAL_URLS:
        try:
            can_create_databases(url)
        except PostgresRefused:
            continue
        return Service(POSTGRES, url, "a local server")
    return Service(POSTGRES, None, "no PostgreSQL server answers and none could be started")


@contextmanager
def postgres() -> Iterator[Service]:
    """A server for the tests: found, or started from installed binaries and stopped afterwards."""
    found = find_postgres()
    if found.value is not None or (find_binaries() is None and not install("postgresql")):
        yield found
        return
    with ExitStack() as stack:
        try:
            url = stack.enter_context(private_server())
            service = Service(POSTGRES, url, "a private server")
        except PostgresRefused as refusal:
            service = Service(POSTGRES, None, str(refusal))
        yield service


def chromium() -> Service:
    found = find_chromium()
    if found.value is None and install("chromium"):
        return find_chromium()
    return found


def run(command: list[str]) -> int:
    """Run the command with the services' variables; its exit status is ours and its output comes last."""
    browser = chromium()
    with postgres() as database:
        environment = dict(os.environ)
        for service in (database, browser):
            environment.update(service.assignments())
            say(f"{service.variable}: {'ready, ' if service.value else 'skipped, '}{service.reason}")
        child = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
        # The terminal sends Ctrl-C to the whole group; the child decides how to end, and then the server is stopped.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: child.terminate())
        return child.wait()


def exports() -> int:
    for service in (find_postgres(), find_chromium()):
        for name, value in service.assignments().items():
            print(f"export {name}={shlex.quote(value)}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("exports", help="print shell assignments for what is there now")
    runner = actions.add_parser("run", help="provide the services around a command")
    runner.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    try:
        if arguments.action == "exports":
            return exports()
        command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
        return run(command) if command else parser.error("run needs a command")
    except PostgresRefused as refusal:
        print(f"{POSTGRES}: {refusal}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
