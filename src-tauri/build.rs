//! Declares the app's own commands, so that Tauri's access control covers them: without the
//! declaration any window could call any command.

fn main() {
    let commands = tauri_build::AppManifest::new().commands(&["rpc", "subscribe"]);
    let attributes = tauri_build::Attributes::new().app_manifest(commands);
    if let Err(error) = tauri_build::try_build(attributes) {
        // A build script speaks to cargo through its exit.
        panic!("the shell's configuration cannot be built: {error:#}");
    }
}
