# One command for each chore. Everything runs in .venv, which is made when it is missing
# and made again when pyproject.toml changes.

PYTHON ?= python3
ARGS ?=

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
FAST := .venv-compiled
CODE := src tests examples $(wildcard benchmarks)
LINTED := $(CODE) scripts
# The compiled build, if there is one and no source is newer; else the sources.
CURRENT = $(shell [ -e $(FAST)/.made ] && [ -z "$$(find src pyproject.toml -newer $(FAST)/.made -name '*.*' ! -name '*.pyc' ! -path '*/web/*' -print -quit)" ] && echo $(FAST) || echo $(VENV))
COMPILED_SUITES := tests/golden tests/contract tests/referee tests/kernel tests/games
DAILY := tests/kernel tests/golden tests/test_layers.py tests/test_rule_coverage.py tests/test_docs.py tests/games/test_words.py tests/table/test_play.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play site text test check coverage lint types format golden referee bench load drill clean
.PHONY: compiled test-compiled

help: ## show this list
	@echo "Khamsin. What you can do here:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) \
	  | while IFS='|' read -r name text; do printf '%-16s %s\n' "$$name" "$$text"; done
	@echo 'Pass more words with ARGS, as in: make play ARGS="--help"'

play: $(VENV)/.table ## open a table on this computer and play in the browser
	@$(CURRENT)/bin/khamsin table $(ARGS)

site: $(VENV)/.site ## build the table that runs in a browser without a server, into build/site
	$(PY) scripts/make-site $(ARGS)

text: $(VENV)/.made ## play Operation Battleaxe in this terminal
	@$(VENV)/bin/khamsin play battleaxe --text $(ARGS)

# Tests start hundreds of processes: what is compiled for one of them is kept for the others.
test check coverage: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/.system lint types ## all checks: lint, format, types, then every test on all cores
	$(PY) -m pytest -n auto --dist worksteal $(ARGS)

# What a day's work may break, in under two minutes; the rest is for `make test`.
check: lint types ## the quick checks: lint, types, and the tests that matter for a daily change
	$(PY) -m pytest -n auto --dist worksteal -q $(DAILY) $(ARGS)

# The tests as in `make test`, and then every module of src, the least covered first.
coverage: $(VENV)/.system $(VENV)/.dev ## what of src the tests reach, the least first; ARGS="tests/kernel" for some
	$(PY) -m pytest -n auto --dist worksteal -q --cov --cov-report= $(ARGS)
	$(PY) -m coverage report --sort=cover

lint: $(VENV)/.dev ## check style and format, change nothing
	$(PY) -m ruff check $(LINTED)
	$(PY) -m ruff format --check $(LINTED)

types: $(VENV)/.dev ## check the types, in Python and in the browser client
	$(PY) -m mypy $(CODE)
	$(PY) scripts/check-client

format: $(VENV)/.dev ## put the code into shape
	$(PY) -m ruff check --fix-only $(LINTED)
	$(PY) -m ruff format $(LINTED)

golden: $(VENV)/.dev ## play the golden games anew, after a change that is meant to change them
	$(PY) -m tests.golden.make $(ARGS)

referee: $(VENV)/.dev ## let a second implementation of the rules watch 30,000 decisions a game
	$(PY) -m tests.referee $(ARGS)

bench: $(VENV)/.bench ## measure the speed, beside python-chess
	$(PY) -m benchmarks $(ARGS)

compiled: ## compile kernel and rules: a wheel in dist/, and .venv-compiled with it
	@PYTHON="$(PYTHON)" sh scripts/make-compiled $(FAST)

test-compiled: ## run the suites that watch the rules against the compiled build
	@[ -e $(FAST)/.made ] || { echo "There is no compiled build yet: make compiled"; exit 1; }
	KHAMSIN_BUILD=compiled $(FAST)/bin/python -m pytest -n auto --dist worksteal -q $(or $(ARGS),$(COMPILED_SUITES))

load: $(VENV)/.dev $(VENV)/.system ## 200 matches at once for a minute; ARGS=--club a whole club for ten, ARGS=--pages a phone, ARGS=--site the page
	$(PY) -m benchmarks.load $(ARGS)

drill: $(VENV)/.dev $(VENV)/.system ## try a backup and an upgrade of whole tables, on both kinds of storage
	@for what in backup upgrade; do for kind in sqlite postgresql; do \
	  echo "$$what, $$kind"; $(PY) -m tests.table.drills $$what $$kind || exit 1; done; done

clean: ## remove the virtual environment and everything generated
	rm -rf $(VENV) $(FAST) build dist htmlcov .coverage* .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# The steps below are in a shell script because finding out what a machine lacks takes
# more words than make likes.
$(VENV)/.made: pyproject.toml
	@PYTHON="$(PYTHON)" sh scripts/make-venv $(VENV)
	@echo "Installing Khamsin into $(VENV) ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.made
	@echo "Installing the tools for development ..."
	@$(PIP) install --editable '.[dev,envs,hosting,lab,postgres,site,table]'
	@touch $@

# What the tests need of the system: a real PostgreSQL for the storage, a real browser for the page.
$(VENV)/.system: $(VENV)/.made
	@sh scripts/system-packages chromium postgresql
	@touch $@

$(VENV)/.table: $(VENV)/.made
	@echo "Installing the table ..."
	@$(PIP) install --editable '.[table]'
	@touch $@

$(VENV)/.site: $(VENV)/.made
	@echo "Installing what builds the site ..."
	@$(PIP) install --editable '.[site]'
	@touch $@

$(VENV)/.bench: $(VENV)/.made
	@echo "Installing what the benchmarks compare with ..."
	@$(PIP) install --editable '.[bench]'
	@touch $@
