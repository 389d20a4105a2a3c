"""Regenerate the wire schema and the TypeScript types made from it, or check that the committed ones are current."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "web_core" / "schema" / "openapi.json"
TYPES = ROOT / "web_core" / "src" / "wire.ts"
GENERATOR = ROOT / "node_modules" / ".bin" / "openapi-typescript"


def generate(schema: Path, types: Path) -> None:
    """Write both files; the types are made from exactly this schema."""
    types.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "server.protocol.export", str(schema)], cwd=ROOT, check=True)
    options = ["--root-types", "--alphabetize"]
    command = [str(GENERATOR), str(schema), "--output", str(types), *options]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def drifted() -> list[Path]:
    """The committed files that differ from freshly generated ones."""
    with tempfile.TemporaryDirectory() as folder:
        schema, types = Path(folder) / SCHEMA.name, Path(folder) / TYPES.name
        generate(schema, types)
        pairs = ((SCHEMA, schema), (TYPES, types))
        return [kept for kept, fresh in pairs if not kept.exists() or kept.read_bytes() != fresh.read_bytes()]


def main(arguments: list[str]) -> int:
    try:
        return act(arguments)
    except subprocess.CalledProcessError as failure:
        print(f"wire types: a step failed with status {failure.returncode}", file=sys.stderr)
        return 1


def act(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        stale = drifted()
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what the code generates: run `make wire`", file=sys.stderr)
        return 1 if stale else 0
    generate(SCHEMA, TYPES)
    print(f"{TYPES.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
