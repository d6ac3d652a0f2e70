//! A worker on foreign content, as Usher's own binary is one with `--content-worker`.

fn main() -> std::process::ExitCode {
    usher_core::work_on_content()
}
