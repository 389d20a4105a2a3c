"""PIN hashes and the key file."""

from pathlib import Path

import pytest

from server.storage.pins import KeyFileRefused, Pins, read_pepper


async def test_a_pin_is_checked_only_with_its_pepper() -> None:
    one, other = Pins(b"a" * 32), Pins(b"b" * 32)
    stored = await one.hash("123456")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await one.check("123456", stored)
    assert not await one.check("123457", stored)
    assert not await other.check("123456", stored)
    assert not await one.check("123456", None)
    one.close()
    other.close()


def test_a_new_key_file_is_private_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "secrets" / "pepper"
    pepper = read_pepper(path)
    assert len(pepper) == 32
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_pepper(path) == pepper


@pytest.mark.parametrize(("content", "mode"), [("00" * 32, 0o644), ("00" * 8, 0o600), ("not hex", 0o600)])
def test_a_bad_key_file_is_refused(tmp_path: Path, content: str, mode: int) -> None:
    path = tmp_path / "pepper"
    path.write_text(content)
    path.chmod(mode)
    with pytest.raises(KeyFileRefused):
        read_pepper(path)
