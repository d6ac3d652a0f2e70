//! Compiles the crate again when a migration is added: `sqlx::migrate!` alone notices only changed ones.

#[expect(
    clippy::print_stdout,
    reason = "this is how a build script talks to cargo"
)]
fn main() {
    println!("cargo::rerun-if-changed=migrations");
}
