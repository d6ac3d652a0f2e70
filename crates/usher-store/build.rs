//! Compiles the crate again when a migration is added: `sqlx::migrate!` alone notices only changed ones.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
