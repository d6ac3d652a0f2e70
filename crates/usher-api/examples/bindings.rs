//! Writes the contract's TypeScript into the page's sources (`cargo xtask bindings`).

use std::path::Path;

fn main() -> std::io::Result<()> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/api/generated/contract.ts");
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, usher_api::bindings::typescript())
}
