//! A worker alone, for the tests of this package. Usher itself is started with `--content-worker`.

fn main() -> std::process::ExitCode {
    usher_content::worker::work()
}
