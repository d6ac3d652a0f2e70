//! Compiles the crate again when a migration is added: `migrate!` alone notices only changed ones.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
