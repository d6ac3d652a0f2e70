//! The host without a window, under clients.

use usher_tests::serving::kill_again_and_again;
use usher_tests::window::Binary;

/// `cargo xtask bench gateway` kills 200 times.
const KILLS: usize = 40;

#[test]
fn whatever_is_killed_each_call_is_answered_and_nothing_is_left() {
    let kills = kill_again_and_again(&Binary::Terminal.path(), KILLS);
    assert_eq!(kills.wrong, Vec::<String>::new(), "after {KILLS} kills");
}
