"""The configuration is checked as a whole; what is wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware_gateway.cli import main
from hardware_gateway.config import ConfigError, Wheel, load

GOOD = """
server = "http://127.0.0.1:8000/"
gateway = "GW-1"
token_file = "token"
journal = "gateway.sqlite3"
time_scale = 0.5

[panel]
port = 0
origins = ["http://127.0.0.1:8000"]

[[devices]]
id = "wheel-1"
driver = "slingshot2"
[devices.simulator]
flavour = "live"

[[devices]]
id = "acceptor-PT-1"
driver = "note_acceptor"
terminal = "PT-1"
simulator = {}

[[devices]]
id = "printer-PT-1"
driver = "ticket_printer"
simulator = { print_ms = 100 }
"""


def write(folder: Path, text: str) -> Path:
    (folder / "token").write_text("a token of good length\n")
    path = folder / "gateway.toml"
    path.write_text(text)
    return path


def test_a_good_file(tmp_path: Path) -> None:
    config, token = load(write(tmp_path, GOOD))
    assert token == "a token of good length"
    assert config.websocket_url == "ws://127.0.0.1:8000/ws/gateway"
    assert config.journal == str(tmp_path / "gateway.sqlite3")
    wheel = config.devices[0]
    assert isinstance(wheel, Wheel)
    assert wheel.simulator is not None
    assert wheel.simulator.flavour == "live"
    assert main(["--config", str(tmp_path / "gateway.toml"), "--check"]) == 0


REAL_WHEEL = '[[devices]]\nid = "wheel-2"\ndriver = "slingshot2"\n'
BAD = [
    ("not toml", GOOD + "\n]]", "toml"),
    ("unknown key", 'colour = "red"\n' + GOOD, "colour"),
    ("no such driver", GOOD.replace("note_acceptor", "coin_hopper"), "coin_hopper"),
    ("same id twice", GOOD.replace("printer-PT-1", "wheel-1"), "ids"),
    ("no way to the wheel", GOOD + REAL_WHEEL, "exactly one"),
    (
        "two ways",
        GOOD.replace("[devices.simulator]", '[devices.tcp]\nhost = "h"\nport = 1\n[devices.simulator]', 1),
        "one",
    ),
    ("scaled real wheel", GOOD + REAL_WHEEL + 'serial = { path = "/dev/null" }\n', "time_scale"),
    ("odd baud rate", GOOD.replace("0.5", "1.0") + REAL_WHEEL + 'serial = { path = "x", baud = 12 }\n', "baud"),
    ("odd address", GOOD.replace("http://", "ftp://", 1), "server"),
    ("negative scale", GOOD.replace("0.5", "-1.0"), "time_scale"),
    ("open panel", GOOD.replace("port = 0", 'port = 0\nhost = "0.0.0.0"'), "host"),
    ("two tokens", 'token = "another token, as well"\n' + GOOD, "token"),
    ("seeded chance", GOOD.replace('flavour = "live"', "seed = 1"), "seed"),
    ("no devices", GOOD.split("[[devices]]", maxsplit=1)[0], "devices"),
]


@pytest.mark.parametrize(("text", "word"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_files(tmp_path: Path, text: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert word in str(caught.value)
    assert main(["--config", str(path)]) == 2
    assert capsys.readouterr().err.startswith("hardware_gateway: ")


def test_missing_files_and_short_tokens(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read"):
        load(tmp_path / "none.toml")
    path = write(tmp_path, GOOD)
    (tmp_path / "token").write_text("short")
    with pytest.raises(ConfigError, match="16"):
        load(path)
    (tmp_path / "token").unlink()
    with pytest.raises(ConfigError, match="token file"):
        load(path)
