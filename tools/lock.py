"""Compile the hashed requirements files and the npm lock from their inputs.

Neither may name a host: the files say what is installed and its hash, the machine decides where it comes from.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
UV = Path(sys.executable).with_name("uv")
REQUIREMENTS = ("requirements", "requirements-dev", "requirements-build")


def compile_requirements(name: str) -> None:
    """Pin `name`.in for every supported Python; versions already in `name`.txt are kept where they still fit."""
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header"]
    options += ["--no-emit-index-url", "--no-emit-find-links", "--quiet"]
    command = [str(UV), "pip", "compile", *options, f"{name}.in", "-o", f"{name}.txt"]
    subprocess.run(command, cwd=ROOT, check=True)
    print(f"{name}.txt compiled")


def main() -> None:
    for name in REQUIREMENTS:
        compile_requirements(name)
    subprocess.run(["npm", "install", "--package-lock-only", "--ignore-scripts"], cwd=ROOT, check=True)
    print("package-lock.json compiled")


if __name__ == "__main__":
    main()
