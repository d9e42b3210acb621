# `make help` lists everything.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CASCADE ?= .demo/repository/work/cascade
export PIP_DISABLE_PIP_VERSION_CHECK := 1

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(VENV)/.done ## a virtual environment with everything, from the committed constraints

$(VENV)/.done: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Python 3.11 or newer is needed: make $(MAKECMDGOALS) PYTHON=python3.11' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[platform,dev]'
	@touch $@

# Data versions are commits and tags, so demo and tests work in clones of this repository.
clone:
	@test -e .git || { echo 'This is no git clone: clone the repository, or run `git init`, `git add --all` and `git commit` here first.' >&2; exit 1; }

demo: clone setup ## a batch lands and becomes a champion that redacts (KEEP=1 leaves it up)
	$(BIN)/python -m infra.demo $(if $(KEEP),--keep)

lint: setup ## ruff, mypy --strict, direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: clone setup lint ## every check and every test
	$(BIN)/python -m pytest

quick: clone setup ## the tests that start no service and train nothing
	$(BIN)/python -m pytest -m 'not slow'

bench: setup ## speed and memory of redaction, as ratios within one run (CASCADE=folder)
	$(BIN)/python tests/benchmarks/bench_redact.py --cascade '$(CASCADE)'

clean: ## remove what the demo left
	rm -rf .demo

.PHONY: help clone setup demo lint test quick bench clean
