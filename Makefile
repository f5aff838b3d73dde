# `make` lists the targets. PYTHON picks the interpreter: make test PYTHON=.venv/bin/python
PYTHON ?= python

.PHONY: help run test unit check bench sample

help:
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

run: ## start the app at http://127.0.0.1:8501
	$(PYTHON) -m streamlit run app.py

test: ## run every test
	$(PYTHON) -m pytest

unit: ## run the fast tests: no model, no browser
	$(PYTHON) -m pytest tests/unit tests/architecture

check: ## what must be clean before a commit
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest -q tests/unit tests/architecture

bench: ## measure speed; prints a table and writes JSON
	$(PYTHON) -m benchmarks.main_job
	$(PYTHON) -m benchmarks.first_text

sample: ## draw the sample's PDF again from its text
	$(PYTHON) data/sample/make_pdf.py
