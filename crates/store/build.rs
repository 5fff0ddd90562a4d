//! Rebuilds when a migration is added: the macro that embeds them cannot see a new file.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
}
