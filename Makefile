# Makefile - the front door. Each target works alone: it installs what Debian packages it lacks, configures, builds, then does its job.
#
#   make CC=clang BUILD=build-other    another compiler, in a folder of its own
#   make WERROR=false                  warnings do not stop the build
#   make counting SHOES=20M DEVICE=gpu         the figures of docs/counting/
#   make run SERVE='--listen 127.0.0.1:8090'   with options of `felt serve`

BUILD        ?= build
BUILD_ASAN   ?= build-asan
BUILD_CLANG  ?= build-clang
BUILD_TSAN   ?= build-tsan
BUILD_FUZZ   ?= build-fuzz
PREFIX       ?= /usr/local
DESTDIR      ?=
WERROR       ?= true
FUZZ_SECONDS ?= 600
SERVE        ?=
SHOES        ?= 200k
DEVICE       ?= cpu

# Debian's own meson first: one that a Python manager puts on the path may belong to another Python.
MESON = $$(command -v /usr/bin/meson || command -v meson)
NINJA = ninja
SETUP = $(MESON) setup -Dwerror=$(WERROR) -Dlibdir=lib

C_FILES = $(shell find include src tests bench fuzz -name '*.[ch]')

.DEFAULT_GOAL := all
.PHONY: all page run show test threads bench counting battery kill install deb deb-test fuzz format tidy clean help deps

all: $(BUILD)/build.ninja ## build the program, build/felt, and the page where there is Node.js
	@$(NINJA) -C $(BUILD)
	@scripts/page --if-possible

page: ## build the page, web/dist
	@scripts/deps page
	@scripts/page

run: all page ## open the tables that Felt ships, at http://127.0.0.1:8080; Ctrl-C ends it
	@exec $(BUILD)/felt serve $(SERVE)

show: all ## check and show every sheet that Felt ships
	@scripts/show $(BUILD)/felt

test: $(BUILD)/build.ninja $(BUILD_ASAN)/build.ninja $(BUILD_CLANG)/build.ninja page ## run every test, plain, with sanitizers and by clang; ends with "N passed, M failed"
	@scripts/deps browser
	@MESON="$(MESON)" scripts/tally $(BUILD) $(BUILD_ASAN) $(BUILD_CLANG):unit:fuzz

threads: $(BUILD_TSAN)/build.ninja ## run what starts threads with the thread sanitizer
	@MESON="$(MESON)" scripts/tally $(BUILD_TSAN):threads

bench: $(BUILD)/build.ninja ## measure; one line "name value unit" for each figure
	@$(NINJA) -C $(BUILD) bench >/dev/null || $(NINJA) -C $(BUILD) bench
	@for b in $(BUILD)/bench/bench_*; do if [ -f "$$b" ] && [ -x "$$b" ]; then tests/postgres.sh --optional "$$b" || exit 1; fi; done

install: all ## install below PREFIX (/usr/local); DESTDIR is honoured
	@$(MESON) configure $(BUILD) -Dprefix='$(abspath $(PREFIX))'
	@DESTDIR='$(if $(DESTDIR),$(abspath $(DESTDIR)))' $(MESON) install -C $(BUILD)
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

counting: all ## deal the shoes of docs/counting/ again and write its tables and pictures, from SHOES (200k) shoes, on DEVICE cpu or gpu
	@scripts/counting $(BUILD)/felt --shoes $(SHOES) --device $(DEVICE) --work $(BUILD)/counting

deb: page ## make the Debian packages felt, libfelt0, libfelt-dev and python3-felt, in build-deb
	@scripts/deps build
	@scripts/deps deb
	@scripts/deb build-deb

deb-test: deb ## look at them with lintian, and install, upgrade and purge them in a clean root
	@tests/deb.sh build-deb

battery: $(BUILD)/build.ninja ## examine the random generators, with dieharder (about half an hour)
	@scripts/deps battery
	@$(NINJA) -C $(BUILD) tests/battery_stream
	@tests/battery $(BUILD)

kill: all ## kill a server and the process of a store at 500 random moments, on SQLite and on PostgreSQL, and audit every posting
	@$(NINJA) -C $(BUILD) tests/store_kill tests/serve_books
	@python3 tests/serve/kill.py $(BUILD)/felt $(BUILD)/tests/serve_books 500
	@tests/postgres.sh python3 tests/serve/kill.py $(BUILD)/felt $(BUILD)/tests/serve_books 500
	@$(BUILD)/tests/store_kill 500
	@tests/postgres.sh $(BUILD)/tests/store_kill 500

fuzz: $(BUILD_FUZZ)/build.ninja ## fuzz each entry point for FUZZ_SECONDS (600)
	@$(NINJA) -C $(BUILD_FUZZ) fuzz
	@scripts/fuzz $(BUILD_FUZZ) $(FUZZ_SECONDS)

format: ## lay out the C files
	@scripts/deps format
	@clang-format -i $(C_FILES)

tidy: all ## look for suspicious C
	@scripts/deps tidy
	@clang-tidy -p $(BUILD) --quiet $$(find src -name '*.c')

clean: ## remove what was built
	rm -rf $(BUILD) $(BUILD_ASAN) $(BUILD_CLANG) $(BUILD_TSAN) $(BUILD_FUZZ) web/dist web/dist-test web/node_modules

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1\t\2/p' Makefile | expand -t 10

deps:
	@scripts/deps build

$(BUILD)/build.ninja: | deps
	@$(SETUP) $(BUILD)

$(BUILD_ASAN)/build.ninja: | deps
	@$(SETUP) -Db_sanitize=address,undefined -Db_lundef=false $(BUILD_ASAN)

$(BUILD_CLANG)/build.ninja: | deps
	@scripts/deps clang
	@CC=clang $(SETUP) $(BUILD_CLANG)

$(BUILD_TSAN)/build.ninja: | deps
	@$(SETUP) -Db_sanitize=thread -Db_lundef=false $(BUILD_TSAN)

$(BUILD_FUZZ)/build.ninja: | deps
	@scripts/deps fuzz
	@CC=clang $(SETUP) -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false $(BUILD_FUZZ)
