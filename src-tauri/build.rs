//! Declares the app's own commands, so that Tauri's access control covers them: without the
//! declaration any window could call any command. Links the terminal program to take little memory.

fn main() {
    let commands = tauri_build::AppManifest::new().commands(&["rpc", "subscribe"]);
    let attributes = tauri_build::Attributes::new().app_manifest(commands);
    if let Err(error) = tauri_build::try_build(attributes) {
        // A build script speaks to cargo through its exit.
        panic!("the shell's configuration cannot be built: {error:#}");
    }
    pack_relocations();
}

/// Every client runs an `usher connect`: packed (`DT_RELR`, glibc 2.36), its relocations take 1.5 MB less of memory each.
fn pack_relocations() {
    let is = |name, value| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bin=usher=-Wl,-z,pack-relative-relocs");
    }
}
