# One entry point for people and for the checks. `make help` lists what there is.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
WORKERS ?= 2
BIN := .venv/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check
SAY := printf '\033[1m==> %s\033[0m\n'

PYTHON_STAMP := .venv/.installed
NODE_STAMP := node_modules/.installed
PAGES := player_terminal/dist/.built dealer_terminal/dist/.built
WEB_SOURCES := $(shell find web_core player_terminal dealer_terminal -type f \
	-not -path '*/dist/*' -not -path '*/node_modules/*' 2>/dev/null)

.PHONY: help setup run test bench soak lint types drift web-test screens wire coverage lock format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(PYTHON_STAMP) $(NODE_STAMP) $(PAGES) ## install everything and build the terminals; instant when nothing changed

run: setup ## start a whole floor with simulated devices and print its links
	@$(BIN)/croupier floor

test: setup lint types drift web-test ## everything: lint, types, drift, unit, rules, simulation, databases, browser
	@$(SAY) "tests"
	@$(PY) -m tools.test_services run -- $(PY) -m pytest -n $(WORKERS) --dist loadscope

bench: setup ## the performance report, each figure beside its floor
	@$(PY) -m tests.bench

soak: setup ## the long fault and fuzz runs
	@$(PY) -m tests.soak

lint: $(PYTHON_STAMP) $(NODE_STAMP) ## style of Python and TypeScript, and the import contracts
	@$(SAY) "ruff"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(SAY) "import contracts"
	@$(BIN)/lint-imports --no-cache --no-logo
	@$(SAY) "biome"
	@npm run --silent lint

types: $(PYTHON_STAMP) $(NODE_STAMP) ## strict types of Python and TypeScript
	@$(SAY) "mypy"
	@$(BIN)/mypy
	@$(SAY) "tsc"
	@npm run --silent typecheck

drift: $(PYTHON_STAMP) $(NODE_STAMP) ## generated files must equal what the code would generate
	@$(SAY) "drift: wire types"
	@$(PY) -m tools.wire_types --check
	@$(SAY) "drift: rules coverage"
	@$(PY) -m tools.rules_coverage --check

web-test: $(NODE_STAMP) ## the unit tests of the web code
	@$(SAY) "vitest"
	@npm run --silent test

wire: $(PYTHON_STAMP) $(NODE_STAMP) ## regenerate the wire schema and its TypeScript types
	@$(PY) -m tools.wire_types

coverage: $(PYTHON_STAMP) ## regenerate docs/rules-coverage.md
	@$(PY) -m tools.rules_coverage

screens: setup ## take the pictures for the README
	@$(PY) -m tools.test_services run -- $(PY) -m tools.screens

format: $(PYTHON_STAMP) $(NODE_STAMP) ## rewrite Python and TypeScript in the house style
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@npm run --silent format

lock: $(PYTHON_STAMP) ## compile the hashed requirements and the npm lock from their inputs
	@$(PY) -m tools.lock

clean: ## remove what was installed, built or cached; a floor's data stays
	@rm -rf .venv node_modules web_core/node_modules player_terminal/dist dealer_terminal/dist build *.egg-info
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(PYTHON_STAMP): requirements.txt requirements-dev.txt requirements-build.txt pyproject.toml
	@$(SAY) "Python packages (locked, hash-checked)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Croupier needs Python 3.11 or later (PYTHON=... make setup)")'
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@$(PIP) install --require-hashes -r requirements-dev.txt -r requirements-build.txt \
		| sed -un -e 's/^Collecting \([^ ]*\).*/    \1/p' -e '/^Installing/p'
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(NODE_STAMP): package-lock.json package.json web_core/package.json player_terminal/package.json dealer_terminal/package.json
	@$(SAY) "web packages (locked)"
	@command -v node >/dev/null || { echo "Croupier needs Node.js 20.19 or later and npm to build the terminals"; exit 1; }
	@npm ci --ignore-scripts --loglevel=error
	@touch $@

%/dist/.built: $(NODE_STAMP) $(WEB_SOURCES)
	@$(SAY) "building $*"
	@npm run --silent build --workspace $*
	@touch $@
