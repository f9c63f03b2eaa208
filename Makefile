# make play | run | test | format | translations ...: "make" alone lists them.

PY := .venv/bin/python
PORT ?=
WORKERS ?= 2
JOBS ?= 2
FIRST_SEED ?= 0
COUNT ?= 100000
KILLS ?= 1000
SEED ?= 1
# Chromium opens the page in some tests; BROWSER=no leaves those out.
BROWSER ?= yes
# POSTGRES=yes adds the tests that start a PostgreSQL server, if there is one.
POSTGRES ?= no
SUITE = not long$(if $(filter no,$(BROWSER)), and not browser)
# The checkers are pinned: they need not look for newer ones.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# Tests start many processes: none of them is to compile everything anew.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help play run test postgres page-games games storm matrix made-up languages check types form chromium format translations compiled venv venv-dev clean

help: ## list what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: venv ## play in a browser, without Discord (PORT=8080)
	@$(PY) -m bot play $(if $(PORT),--port $(PORT))

run: venv ## run the bot on Discord (needs DISCORD_TOKEN)
	@$(PY) -m bot run

test: venv-dev ## everything that must hold: form, types, arrows, tests
	@$(MAKE) --no-print-directory --jobs $(WORKERS) types form chromium
	@suite="$(SUITE)"; \
	if [ "$(POSTGRES)" = no ] || ! sh .ci/postgres; then \
	  echo "The tests that start a PostgreSQL server are left out."; \
	  suite="$$suite and not postgres"; \
	fi; \
	$(PY) -m pytest -n $(WORKERS) -q -m "$$suite"

postgres: venv-dev ## storage and the tables, all on PostgreSQL; 200 games on two processes (minutes)
	@sh .ci/postgres
	$(PY) -m pytest --postgres -n $(WORKERS) -q tests/data tests/bot/test_play*.py
	$(PY) -m pytest -q -m "long or not long" tests/scaling

page-games: venv-dev ## whole games of each kind, clicked in Chromium (minutes)
	@sh .ci/chromium
	$(PY) -m pytest -n $(WORKERS) -q -m long tests/page_games

games: venv-dev ## whole games over the gateway, 1,100 of them (JOBS=2 FIRST_SEED=0)
	$(PY) -m tests.whole_games --bridgette 500 --drawbridge 300 --callbridge 300 \
	  --jobs $(JOBS) --first-seed $(FIRST_SEED)

storm: venv-dev ## tables under load, and the bot killed at random instants (KILLS=1000 SEED=1)
	$(PY) -m tests.storm --kills $(KILLS) --seed $(SEED)

matrix: venv-dev ## every phase of every game, with every call to Discord failing (half an hour)
	$(PY) -m pytest -n $(WORKERS) -q -m long tests/matrix

made-up: venv-dev ## presses and commands that nobody should send (COUNT=100000; minutes)
	COUNT=$(COUNT) $(PY) -m pytest -q -m long tests/made_up

languages: venv-dev ## an evening of each game in each language (minutes)
	$(PY) -m pytest -n $(WORKERS) -q -m "long or not long" tests/languages tests/bot/test_catalogues.py

check: venv-dev ## form, types and arrows alone
	@$(MAKE) --no-print-directory --jobs $(WORKERS) types form

types: venv-dev
	$(PY) -m pyright

form: venv-dev
	$(PY) -m ruff format --check --quiet
	$(PY) -m ruff check --quiet
	$(PY) .venv/bin/lint-imports --no-logo

chromium:
ifeq ($(BROWSER),no)
	@echo "BROWSER=no: the tests that open the page in Chromium are left out."
else
	@sh .ci/chromium
endif

format: venv-dev ## put the code in form
	$(PY) -m ruff check --fix-only --quiet
	$(PY) -m ruff format

translations: venv ## gather the texts for translators, and bring their files up to date
	$(PY) -m babel.messages.frontend -q extract --no-location --sort-output --project=bridge-table \
	  -k texts -k plural:1,2 -k marked -k marked_as:1c,2 -k _ -o bot/locales/bot.pot bot cogs
	@for file in bot/locales/*/LC_MESSAGES/bot.po; do \
	  [ ! -e "$$file" ] || $(PY) -m babel.messages.frontend -q update --previous -D bot -i bot/locales/bot.pot \
	    -o "$$file" -l "$$(basename "$$(dirname "$$(dirname "$$file")")")"; \
	done

compiled: ## compile the solver: computer players think faster (needs a C compiler)
	@sh .ci/venv requirements.txt requirements-compiled.txt
	@PYTHON=$(PY) sh .ci/compiled

venv:
	@sh .ci/venv requirements.txt

venv-dev:
	@sh .ci/venv requirements.txt requirements-dev.txt

clean: ## remove what was made here, games of the playground excepted
	rm -rf .venv .pytest_cache .hypothesis .ruff_cache .import_linter_cache build dist engine/players/*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
