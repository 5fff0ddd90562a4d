# What a person types. Everything a target needs that cargo does not bring is installed by the target itself.

CARGO ?= cargo

.PHONY: all check test test-api test-fresh test-stress lint fmt bench bench-server bench-store odds play postgres python run sqlx-data

all: lint test

# Everything that is tested, and what took how long.
test: postgres python
	@scripts/run-tests

# A first look, within a minute: format, lints and unit tests of the crates that differ from BASE.
BASE ?= HEAD
check:
	@scripts/check $(BASE)

# Whether any test fails by chance: ROUNDS of all of them beside HOGS processes that take the processors away, THREADS at once.
ROUNDS ?= 5
HOGS ?= 4
THREADS ?= 2
test-stress: postgres python
	@scripts/run-tests --rounds $(ROUNDS) --hogs $(HOGS) --threads $(THREADS)

# The README's two commands on a minimal Debian of its own, from the last commit: half an hour, as root.
test-fresh:
	scripts/test-fresh

# Every documented route of a server of its own, fuzzed with a session of each role: Schemathesis in an environment of its own.
test-api: postgres python
	$(CARGO) build --locked --quiet -p baize
	scripts/test-api

lint: postgres
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path crates/bench/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings
	$(CARGO) clippy --manifest-path crates/bench/Cargo.toml --target-dir $${CARGO_TARGET_DIR:-target} --locked --quiet -- -D warnings
	scripts/sqlx-data check

# Installs PostgreSQL when it is missing.
postgres:
	@scripts/packages postgresql

# Installs Python when it is missing: the run of the tests is written in it.
python:
	@scripts/packages python

# Writes the offline data of the checked queries anew, after a query or a migration changed.
sqlx-data: postgres
	scripts/sqlx-data write

bench-store: postgres
	$(CARGO) test --release --locked -p store --test store -- --ignored --nocapture throughput

fmt:
	$(CARGO) fmt --all
	$(CARGO) fmt --manifest-path crates/bench/Cargo.toml

bench: postgres
	$(CARGO) run --release --locked --quiet --manifest-path crates/bench/Cargo.toml
	$(CARGO) test --release --locked --quiet -p store --test store -- --ignored --nocapture contention

# Recomputes every par sheet; a difference to what is committed shows in `git diff`.
odds:
	$(CARGO) run --release --locked --quiet -p baize -- odds --recompute crates/game-odds/data

# A demo floor: the server with a private PostgreSQL, tables of all four games, dealers and players at a human pace.
SPEED ?= 1
run: postgres
	$(CARGO) run --release --locked --quiet -p baize -- demo --speed $(SPEED)

# A table at the terminal; `make play GAME=criss_cross_md` for another game.
GAME ?= let_it_ride_md
play:
	$(CARGO) run --release --locked --quiet -p baize -- play $(GAME)

# The server under load beside pgbench, in alternating runs (docs/performance.md).
bench-server: postgres
	$(CARGO) build --release --locked --quiet -p baize
	scripts/bench-server
