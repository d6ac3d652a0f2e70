//! Bounds that hold in any build.

/// Allows each flooding server its wire log and a message being read; six of them flood, two with messages that large.
#[cfg(target_os = "linux")]
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the host under test is a process of its own, so that its memory is its own"
)]
fn servers_that_flood_leave_memory_bounded() {
    const BOUND_KB: u64 = 400_000;
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_bench_many"))
        .arg("flood")
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let grown: u64 = said.trim().parse().unwrap_or_else(|_| {
        panic!("{said} {}", String::from_utf8_lossy(&output.stderr));
    });
    assert!(
        grown < BOUND_KB,
        "the floods made the host grow by {grown} kB"
    );
}
