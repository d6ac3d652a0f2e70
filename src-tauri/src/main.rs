//! Usher.
fn main() {}
