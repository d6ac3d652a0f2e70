//! A worker on foreign content, as `usher --content-worker`.

fn main() -> std::process::ExitCode {
    usher_content::worker::work()
}
