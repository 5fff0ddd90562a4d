//! Holds the integration tests' place in the workspace; everything is in `main.rs`.
