# hotlens: everything that a developer runs.
#
#   make demo    build hotlens and let it report on the demo program
#   make test    what is quick, and a fair sample of what is slow
#   make test-all  all checks and tests
#
# All make their own set-up, also in a fresh clone: see "tools".

SHELL := /bin/bash
.DEFAULT_GOAL := build

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# What takes minutes stands first, as go test begins in this order: at the end it would run alone, and leave a processor idle where its tests wait.
LONGEST := hotlens/vm hotlens/vm/software hotlens/cmd/hotlens hotlens/engine/javac hotlens/profiles/export
longest_first = $(filter $(LONGEST),$(1)) $(filter-out $(LONGEST),$(1))

# The programs are built without C libraries, as the VS Code extension's are: nothing needs one, and its linker's work takes a fifth of the
# time in which hotlens starts, twice in each run. Only the race detector is written in C.
export CGO_ENABLED := 0

# Packages that are tested under the race detector. The virtual machine's Java
# threads pass one baton, so that it has nothing to race with, and it would be
# ten times slower, also in the tests of the command line, which mostly start programs, as
# those that drive an editor do.
RACE_PACKAGES  = $(call longest_first,$(shell go list ./... | grep -v -e '^hotlens/vm\b' -e '^hotlens/editors\b' -e '^hotlens/cmd\b'))
OTHER_PACKAGES = $(call longest_first,$(shell go list ./... | grep -e '^hotlens/vm\b' -e '^hotlens/editors\b' -e '^hotlens/cmd\b'))

# Packages whose tests take less with -short. "make test" tests the others without it and with the race detector where "make test-all" has it, so that
# "make test-all" finds their results in Go's cache.
SHORTENED = $(call longest_first,$(shell go list $$(git grep -lE 'testing\.Short|oracle\.Sample' -- '*_test.go' | xargs -n 1 dirname | sort -u | sed 's|^|./|')))

# Go's own time limit for a package's tests would make slow machines fail. The tests end each
# program that hangs themselves; this limit has a test that hangs say where. "go vet" has done before
# (quick-check) what "go test" would do of it again, and once more for the race detector's build.
# Of the packages that are tested twice, the second time runs the tests that have not passed before with the same inputs.
# One package more than there are processors is tested at a time, as tests often wait for something: for a program's end, or an editor's.
# What has passed is noted before another environment is set, so that both find it.
passed = HOTLENS_TEST_PASSED="$$(.ci/passed.sh build/passed)"
go_test = go test -vet=off -timeout 45m -p $$(($$(getconf _NPROCESSORS_ONLN) + 1))
GO_TEST = $(passed) $(go_test)
GO_RACE_TEST = $(passed) CGO_ENABLED=1 $(go_test) -race

# The JDKs that tests run on besides the one at hand, which is the oldest that is supported. Where they cannot
# be had the tests do without, and say so. JDKS="17 21" has the tests of several JDKs try only these.
NEWER_JDKS := 21 25
JDKS ?=
export HOTLENS_TEST_JDKS := $(JDKS)

# What other targets unpack. The folders are made at once, so that .tools stays as it is: tests look at its time on the way to the JDKs, and
# would not be found in Go's cache.
LATER_TOOLS := .tools/readers .tools/code-server .tools/nvim-newest

# The time for which "make fuzz" runs each fuzz test, and random Java programs.
FUZZ_TIME := 30s

.PHONY: build
build: ## build ./hotlens
	@.ci/tools.sh go
	go build -o hotlens ./cmd/hotlens

.PHONY: demo
demo: build ## report on the demo program
	@.ci/tools.sh jdk
	cd editors/demo && "$(CURDIR)/hotlens" profile src/shop/Main.java

.PHONY: vscode
vscode: ## package the VS Code extension, with the server for this machine
	@.ci/tools.sh go node
	editors/vscode/package.sh build/hotlens-vscode.vsix

# Each walk through VS Code is a command of its own line, so that a signal to make reaches it.
VSCODE_WALK = HOTLENS_VSIX=build/hotlens-vscode.vsix HOTLENS_CODE_SERVER=.tools/code-server \
	"$$(.ci/get-code-server.sh .tools/code-server)" editors/vscode/test

# Debian's suite with the newest Neovim, and the newest version that hotlens is known to work with.
NEWEST_NVIM_SUITE := forky
NEWEST_NVIM := 0.12

.PHONY: test-editors
test-editors: test-vscode test-nvim ## drive VS Code and the newest Neovim as their users do ("make test" has the oldest Neovim)

.PHONY: test-vscode
test-vscode: vscode ## drive VS Code, as code-server in Chromium
	@.ci/tools.sh jdk cxx chromium
	@.ci/get-code-server.sh .tools/code-server >/dev/null
	@.ci/get-jars.sh .tools/java
	$(VSCODE_WALK)/e2e.test.mjs
	$(VSCODE_WALK)/neighbour.test.mjs
	$(VSCODE_WALK)/tests.test.mjs

.PHONY: goldens
goldens: tools vscode ## write what is expected of the demo and of the recipes anew, as after a change of the cost model; read the diff
	@.ci/tools.sh cxx chromium
	$(VSCODE_WALK)/e2e.test.mjs --update
	$(VSCODE_WALK)/neighbour.test.mjs --update
	go test ./editors/nvim/test -run '^TestDemo$$' -update
	go test ./cmd/hotlens -run '^TestRecipes$$' -update-docs

.PHONY: test-nvim
test-nvim: ## drive the newest Neovim
	@.ci/tools.sh go jdk
	.ci/test-newest-nvim.sh .tools/nvim-newest $(NEWEST_NVIM_SUITE) $(NEWEST_NVIM)

.PHONY: tools
tools: ## install what the tests need and this machine lacks
	@.ci/tools.sh go jdk cc
	@mkdir -p $(LATER_TOOLS)
	@.ci/get-nvim.sh .tools/nvim >/dev/null
	@.ci/get-jars.sh .tools/java
	@for jdk in $(NEWER_JDKS); do .ci/get-jdk.sh $$jdk .tools/jdk$$jdk >/dev/null || true; done

.PHONY: test
test: tools quick-check ## what is quick, and a fair sample of what is slow: some minutes
	$(GO_TEST) -short $(SHORTENED)
	$(GO_RACE_TEST) $(filter-out $(SHORTENED),$(RACE_PACKAGES))
	$(GO_TEST) $(filter-out $(SHORTENED),$(OTHER_PACKAGES))

.PHONY: test-all
test-all: tools check ## everything: what continuous integration runs as well
	@.ci/tools.sh qemu readers mvn gradle
	@.ci/get-readers.sh .tools/readers
	$(GO_RACE_TEST) $(RACE_PACKAGES)
	$(GO_TEST) $(OTHER_PACKAGES)

.PHONY: quick-check
quick-check: ## formatting, go vet
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then \
		echo "not formatted (run make fmt):" $$unformatted >&2; exit 1; fi
	go vet ./...

.PHONY: check
check: quick-check ## formatting, go vet, staticcheck
	go run $(STATICCHECK) ./...

.PHONY: fmt
fmt: ## format the Go sources
	gofmt -w .

.PHONY: fuzz
fuzz: tools ## run every fuzz test and random Java programs, each for FUZZ_TIME
	@set -e; for package in $$(go list ./...); do \
		for test in $$(go test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
			echo "$$package $$test"; \
			go test -run '^$$' -fuzz "^$$test\$$" -fuzztime $(FUZZ_TIME) -fuzzminimizetime 20x $$package; \
		done; \
	done
	go test ./vm/generator -v -timeout 0 -run '^TestRandomPrograms$$' -seed 0 -duration $(FUZZ_TIME)

.PHONY: site
site: ## build the site of docs/ into build/site, which fails where a link leads nowhere
	@.ci/tools.sh node
	cd docs && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && npm run --silent build

.PHONY: pictures
pictures: build tools vscode ## draw the pictures of README and site anew: VS Code, Neovim and the flame graph of the demo
	@.ci/tools.sh screenshot cxx
	editors/nvim/test/screenshot.sh "$(CURDIR)/hotlens" editors/nvim/doc/screenshot.png annotations
	editors/nvim/test/screenshot.sh "$(CURDIR)/hotlens" editors/nvim/doc/tree.png tree
	profiles/export/flamegraph/screenshot.sh "$(CURDIR)/hotlens" profiles/export/flamegraph/screenshot.png
	HOTLENS_VSIX=build/hotlens-vscode.vsix HOTLENS_CODE_SERVER=.tools/code-server \
		"$$(.ci/get-code-server.sh .tools/code-server)" editors/vscode/test/screenshot.mjs editors/vscode/doc/code.png editors/vscode/doc/flamegraph.png

.PHONY: flamegraph
flamegraph: ## build the library of the flame graphs anew, for another version of it
	profiles/export/flamegraph/build.sh

.PHONY: clean
clean: ## remove what was built; .tools and Go's caches stay
	rm -rf hotlens build

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12
