# Concord's commands. `make run` and `make test` need nothing but Python 3.11 or newer.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
VENV_PYTHON := .venv/bin/python
BOOTSTRAP := $(PYTHON) scripts/bootstrap.py
COMPILE := $(VENV_PYTHON) -m uv pip compile --quiet --no-annotate --generate-hashes --python-version 3.11 --universal \
	--custom-compile-command "make lock"

# With it set, every start would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test install bench format lock python

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-16s%s\n", $$1, $$2 }'

run: python ## Start the demonstration at http://127.0.0.1:8000/ (HOST=, PORT= change that); Ctrl-C stops it
	@exec $(BOOTSTRAP) run --demo --host $(HOST) --port $(PORT)

test: python ## Install what tests need, then run every check and every test
	@$(BOOTSTRAP) install-dev
	@exec $(VENV_PYTHON) scripts/checks.py

install: python ## Create .venv and install what the site needs
	@$(BOOTSTRAP) install

bench: python ## Measure every speed that the documents name
	@$(BOOTSTRAP) install-dev
	@exec $(VENV_PYTHON) -m benchmarks

format: python ## Format the code and mend what can be mended mechanically
	@$(BOOTSTRAP) install-dev
	@$(VENV_PYTHON) -m ruff check --fix --quiet . ; $(VENV_PYTHON) -m ruff format .
	@$(VENV_PYTHON) -m djlint templates --reformat --quiet --warn

lock: python ## Renew requirements*.txt from requirements*.in
	@$(BOOTSTRAP) install-dev
	@$(COMPILE) --upgrade requirements.in -o requirements.txt
	@$(COMPILE) --upgrade requirements-dev.in -c requirements.txt -o requirements-dev.txt
	@$(COMPILE) --upgrade requirements-bench.in -o requirements-bench.txt
	@$(COMPILE) --upgrade requirements-uv.in -o requirements-uv.txt

python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name it: make run PYTHON=/path/to/python3"; \
		exit 1; }
