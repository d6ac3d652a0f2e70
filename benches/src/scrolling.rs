//! How long frames take while a list is scrolled.

use std::io::Write as _;

use serde_json::Value;
use usher_tests::window::Window;

/// Scrolls the list up and down, one step in each frame, and gives the time between frames, in milliseconds.
const SCROLL: &str = "window.benchFrames = null;
    let list = null;
    const find = () => {
        list = document.querySelector('[role=listbox], [role=tree]');
        while (list !== null && (list.scrollHeight <= list.clientHeight || getComputedStyle(list).overflowY === 'visible')) {
            list = list.parentElement;
        }
        requestAnimationFrame(list === null ? find : tick);
    };
    const frames = [];
    let last = null;
    let step = 173;
    const tick = (now) => {
        if (last !== null) frames.push(now - last);
        last = now;
        if (frames.length >= 300) { window.benchFrames = frames; return; }
        if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) step = -173;
        if (list.scrollTop <= 0) step = 173;
        list.scrollTop += step;
        requestAnimationFrame(tick);
    };
    find();";

/// Scrolls the list that is shown, and prints the time of 300 frames.
pub async fn frames(window: &Window, what: &str) -> std::io::Result<()> {
    window.script(SCROLL, vec![]).await;
    let frames = window
        .eventually("the frames of a list that scrolls", || async {
            let frames = window.script("return window.benchFrames", vec![]).await;
            frames.as_array().cloned()
        })
        .await;
    let mut frames: Vec<f64> = frames.iter().filter_map(Value::as_f64).collect();
    frames.sort_by(f64::total_cmp);
    writeln!(
        std::io::stdout(),
        "{what}: a frame takes  p50 {:.1} ms, p95 {:.1} ms, worst {:.1} ms  ({} frames)",
        frames[frames.len() / 2],
        frames[frames.len() * 95 / 100],
        frames[frames.len() - 1],
        frames.len(),
    )
}
