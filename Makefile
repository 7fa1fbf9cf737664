# Everything about this site in one place. `make help` lists it.

PYTHON ?= python3
ARGS ?=
UV_VERSION := $(shell sed -n '/^name = "uv"$$/{n;s/^version = "\(.*\)"$$/\1/p;}' uv.lock)
export UV_PROJECT_ENVIRONMENT := .venv
export UV_PYTHON_DOWNLOADS := never
unexport VIRTUAL_ENV
# Without bytecode, every process that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test gate thorough ready coverage lint format messages bench lighthouse pictures icons clean

# Style sheets and the types of scripts are checked only where npm is installed: these tools are no Python packages.
BIOME := $(if $(shell command -v npm),.venv/biome/node_modules/.bin/biome)
TSC := $(if $(shell command -v npm),.venv/tsc/node_modules/.bin/tsc)

QUICK := -m "not half_second and not long and not slow and not browser and not stack and not conformance"

# The languages besides English. A library compiles them where the site runs, so nobody needs GNU gettext for it.
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/ready-to-run $(CATALOGUES) ## Start the site and everything it needs (PORT=8000)
	@exec .venv/bin/python -m machupicchu.run

# With ARGS, also those that take half a second.
test: .venv/ready-to-test $(CATALOGUES) ## Run the tests (ARGS="-k name" for some of them)
	@.venv/bin/pytest --numprocesses auto $(or $(ARGS),$(QUICK))

gate: ## Run what must hold before a change lands, as CI does: at most 20 minutes
	@.ci/run

thorough: ## Run everything else, before a release: about seventy minutes; LANES="slow browser-whole" for some of it
	@$(PYTHON) .ci/lanes.py thorough $(LANES)

ready: .venv/ready-to-test $(CATALOGUES) ## Install what tests need, and compile the catalogues

# Without tests/contract: the tests of each game cover what its random games run.
coverage: .venv/ready-to-test $(CATALOGUES) ## Run the tests, and list the lines that no test runs
	@.venv/bin/pytest --numprocesses auto --ignore tests/contract --cov --cov-report term-missing $(ARGS)

lint: .venv/ready-to-test $(CATALOGUES) $(BIOME) $(TSC) ## Check style, types and who imports whom
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/djlint --lint --quiet accounts clubs cups daily deliveries games ladders puzzles templates
	.venv/bin/oxlint --deny-warnings games static
	$(if $(BIOME),$(BIOME) lint --error-on-warnings games static,@echo "Style sheets are not checked: npm is missing")
	$(if $(TSC),$(TSC) -p .ci/tsc/page.json,@echo "The types of scripts are not checked: npm is missing")
	$(if $(TSC),$(TSC) -p .ci/tsc/worker.json)
	.venv/bin/mypy
	.venv/bin/lint-imports

format: .venv/ready-to-test ## Bring the code into the common style
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

messages: .venv/ready-to-test ## Bring every sentence of the site into the catalogues in locale/ (needs gettext)
	@.venv/bin/python manage.py makemessages --all --add-location file --no-obsolete --ignore .venv --ignore var --ignore tests

bench: .venv/ready-to-test $(CATALOGUES) ## Measure the engine, the pages and parallel matches
	@.venv/bin/python -m tests.bench

lighthouse: .venv/ready-to-test $(CATALOGUES) ## Measure the pages with Lighthouse, and what a match weighs (needs chromium, node, npm)
	@.venv/bin/python -m tests.bench.lighthouse

pictures: .venv/ready-to-test $(CATALOGUES) ## Take the pictures of the README again (needs chromium)
	@.venv/bin/python -m tests.browser.pictures

icons: .venv/ready-to-test ## Draw the icons of the installed site and the pictures beside links again (needs chromium)
	@.venv/bin/python -m tests.browser.icons

clean: ## Remove what `make` has installed; games and accounts in var/ stay
	rm -rf .venv .ci/out .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	rm -f locale/*/LC_MESSAGES/django.mo
	find accounts clubs common cups daily deliveries games ladders machupicchu membership notices puzzles tests -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed. If there is one under another name: make run PYTHON=python3.13"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv is missing. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv --clear .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

.venv/ready-to-run: uv.lock | .venv/bin/uv
	.venv/bin/uv sync --quiet --locked --inexact --no-dev
	@touch $@

.venv/ready-to-test: uv.lock | .venv/bin/uv
	.venv/bin/uv sync --quiet --locked
	@touch .venv/ready-to-run $@

.venv/biome/node_modules/.bin/biome: .ci/biome/package-lock.json | .venv/bin/uv
	@mkdir -p .venv/biome
	@cp .ci/biome/package.json .ci/biome/package-lock.json .venv/biome/
	@npm ci --prefix .venv/biome --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

.venv/tsc/node_modules/.bin/tsc: .ci/tsc/package-lock.json | .venv/bin/uv
	@mkdir -p .venv/tsc
	@cp .ci/tsc/package.json .ci/tsc/package-lock.json .venv/tsc/
	@npm ci --prefix .venv/tsc --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

%.mo: %.po | .venv/ready-to-run
	@.venv/bin/python -m machupicchu.catalogues $<
