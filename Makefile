# What a person types. Everything a target needs that cargo does not bring is installed by the target itself.

CARGO ?= cargo

.PHONY: all test test-api lint fmt bench bench-server bench-store odds play postgres run sqlx-data

all: lint test

# Walks of tens of millions of hands, millions of rounds and a million messages run in release mode, where they take seconds.
test: postgres
	$(CARGO) test --workspace --locked --quiet
	$(CARGO) test --release --locked --quiet -p game-core --test core -- six_card_hands
	$(CARGO) test --release --locked --quiet -p game-odds --test odds
	$(CARGO) test --release --locked --quiet -p wire --test wire -- a_million_changed_messages
	@$(MAKE) --no-print-directory test-api

# Every documented route of a server of its own, fuzzed with a session of each role: Schemathesis in an environment of its own.
test-api: postgres
	$(CARGO) build --locked --quiet -p baize
	scripts/test-api

lint: postgres
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path crates/bench/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings
	$(CARGO) clippy --manifest-path crates/bench/Cargo.toml --locked --quiet -- -D warnings
	scripts/sqlx-data check

# Installs PostgreSQL when it is missing.
postgres:
	@scripts/postgres

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
