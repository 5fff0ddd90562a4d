# What a person types. Everything a target needs that cargo does not bring is installed by the target itself.

CARGO ?= cargo

.PHONY: all test lint fmt bench odds run

all: lint test

# Walks of tens of millions of hands and millions of rounds run in release mode, where they take seconds.
test:
	$(CARGO) test --workspace --locked --quiet
	$(CARGO) test --release --locked --quiet -p game-core --test core -- six_card_hands
	$(CARGO) test --release --locked --quiet -p game-odds --test odds

lint:
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path crates/bench/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets --locked --quiet -- -D warnings
	$(CARGO) clippy --manifest-path crates/bench/Cargo.toml --locked --quiet -- -D warnings

fmt:
	$(CARGO) fmt --all
	$(CARGO) fmt --manifest-path crates/bench/Cargo.toml

bench:
	$(CARGO) run --release --locked --quiet --manifest-path crates/bench/Cargo.toml

# Recomputes every par sheet; a difference to what is committed shows in `git diff`.
odds:
	$(CARGO) run --release --locked --quiet -p baize -- odds --recompute crates/game-odds/data

# A table at the terminal; `make run GAME=criss_cross_md` for another game.
GAME ?= let_it_ride_md
run:
	$(CARGO) run --release --locked --quiet -p baize -- play $(GAME)
