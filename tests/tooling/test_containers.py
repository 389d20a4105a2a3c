"""The container files are sound where no container engine runs: structure, secrets, and one list of start commands."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from hardware_gateway.config import Config

ROOT = Path(__file__).parents[2]
START_COMMANDS: dict[str, list[str]] = json.loads((ROOT / "tools" / "start_commands.json").read_text())
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
DOCKERFILES = {"server": "Dockerfile.server", "gateway": "Dockerfile.gateway"}
# fmt: off
SERVICE_KEYS = frozenset({
    "build", "cap_drop", "command", "configs", "depends_on", "environment", "healthcheck", "image", "ports",
    "read_only", "restart", "secrets", "security_opt", "stop_grace_period", "tmpfs", "volumes",
})
# fmt: on


def instructions(dockerfile: str) -> list[tuple[str, str]]:
    lines = [line for line in (ROOT / dockerfile).read_text().splitlines() if line and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


@pytest.mark.parametrize("name", sorted(START_COMMANDS))
def test_a_service_starts_with_the_command_the_tests_start(name: str) -> None:
    assert SERVICES[name]["command"] == START_COMMANDS[name]


@pytest.mark.parametrize("name", sorted(DOCKERFILES))
def test_an_image_starts_with_the_same_command(name: str) -> None:
    commands = [json.loads(rest) for word, rest in instructions(DOCKERFILES[name]) if word == "CMD"]
    assert commands == [START_COMMANDS[name]]
    assert SERVICES[name]["build"]["dockerfile"] == DOCKERFILES[name]


@pytest.mark.parametrize("name", sorted(DOCKERFILES))
def test_an_image_is_built_from_what_the_repository_has_and_runs_unprivileged(name: str) -> None:
    steps = instructions(DOCKERFILES[name])
    stages = [rest.split(" AS ")[1] for word, rest in steps if word == "FROM" and " AS " in rest]
    for rest in (rest for word, rest in steps if word == "COPY"):
        *sources, _target = rest.split()
        if sources[0].startswith("--from="):
            assert sources[0].removeprefix("--from=") in stages
        else:
            assert [source for source in sources if not (ROOT / source).exists()] == []
    last_stage = steps[max(index for index, (word, _) in enumerate(steps) if word == "FROM") :]
    assert ("USER", "croupier") in last_stage
    assert all("--require-hashes" in rest or "--no-deps" in rest for _, rest in steps if "pip install" in rest)


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_is_well_formed(name: str) -> None:
    service = SERVICES[name]
    assert set(service) <= SERVICE_KEYS
    assert service["image"].count("/") == 0, "plain image names only"
    assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
    assert {config["source"] for config in service.get("configs", ())} <= set(COMPOSE["configs"])
    assert {volume.partition(":")[0] for volume in service.get("volumes", ())} <= set(COMPOSE["volumes"])
    for other, how in service.get("depends_on", {}).items():
        wanted = how["condition"]
        assert wanted in {"service_healthy", "service_completed_successfully"}
        assert wanted != "service_healthy" or "healthcheck" in SERVICES[other]


@pytest.mark.parametrize("name", ["postgres", "server", "gateway"])
def test_what_keeps_running_is_watched(name: str) -> None:
    assert SERVICES[name]["restart"] == "unless-stopped"
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_no_secret_is_written_down_or_passed_by_value() -> None:
    for service in SERVICES.values():
        for key, value in service.get("environment", {}).items():
            assert not re.search("PASSWORD|PEPPER|TOKEN|SECRET", key) or (
                key.endswith("_FILE") and value.startswith("/run/secrets/")
            )
    assert all(set(secret) == {"file"} for secret in COMPOSE["secrets"].values())
    ignored = subprocess.run(["git", "check-ignore", "-q", "secrets/pin_pepper"], cwd=ROOT, check=False)
    assert ignored.returncode == 0 or not (ROOT / ".git").exists()


def test_only_the_loopback_interface_is_published() -> None:
    published = [port for service in SERVICES.values() for port in service.get("ports", ())]
    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_the_gateway_accepts_its_configuration() -> None:
    config = msgspec.toml.decode(COMPOSE["configs"]["gateway"]["content"], type=Config)
    assert config.server == "http://server:8000"
    assert config.token is None
    assert config.token_file == "/run/secrets/gateway_token"


def compose_works() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not compose_works(), reason="the docker compose plugin is not installed")
def test_compose_itself_accepts_the_file() -> None:
    done = subprocess.run(
        ["docker", "compose", "config", "--quiet"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
