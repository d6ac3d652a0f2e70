//! How long frames take while a list is scrolled, and after it jumps to its middle and its end.

use std::io::Write as _;

use serde_json::Value;
use usher_tests::window::Window;

/// How long the middle one of the frames may take, in milliseconds: a screen shows 60 in a second.
const FRAME_MS: f64 = 17.0;

/// Scrolls the list up and down, one step in each frame, then jumps to its middle and to its end, and gives the time
/// between frames, in milliseconds: of 300 steps, and of the 30 frames after each jump.
const SCROLL: &str = "window.benchFrames = null;
    let list = null;
    const find = () => {
        list = document.querySelector('[role=listbox], [role=tree]');
        while (list !== null && (list.scrollHeight <= list.clientHeight || getComputedStyle(list).overflowY === 'visible')) {
            list = list.parentElement;
        }
        requestAnimationFrame(list === null ? find : tick);
    };
    const parts = [{ frames: 300, times: [] }, { frames: 30, at: 0.5, times: [] }, { frames: 30, at: 1, times: [] }];
    let place = 0;
    let last = null;
    let step = 173;
    const tick = (now) => {
        let part = parts[place];
        if (last !== null) part.times.push(now - last);
        last = now;
        if (part.times.length >= part.frames) {
            place += 1;
            if (place === parts.length) { window.benchFrames = parts.map(({ times }) => times); return; }
            part = parts[place];
            list.scrollTop = (list.scrollHeight - list.clientHeight) * part.at;
        }
        if (part.at === undefined) {
            if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) step = -173;
            if (list.scrollTop <= 0) step = 173;
            list.scrollTop += step;
        }
        requestAnimationFrame(tick);
    };
    find();";

/// Scrolls the list that is shown, prints the times, and fails if the middle one is beyond the bound.
pub async fn frames(window: &Window, what: &str) -> std::io::Result<()> {
    window.script(SCROLL, vec![]).await;
    let parts = window
        .eventually("the frames of a list that scrolls", || async {
            let parts = window.script("return window.benchFrames", vec![]).await;
            parts.as_array().cloned()
        })
        .await;
    let times = |place: usize| -> Vec<f64> {
        let part = parts.get(place).and_then(Value::as_array);
        let mut times: Vec<f64> = part
            .into_iter()
            .flatten()
            .filter_map(Value::as_f64)
            .collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let steps = times(0);
    let p50 = steps[steps.len() / 2];
    let worst_after = |place: usize| times(place).last().copied().unwrap_or_default();
    writeln!(
        std::io::stdout(),
        "{what}: a frame takes  p50 {p50:.1} ms, p95 {:.1} ms, worst {:.1} ms  ({} frames, bound of p50 {FRAME_MS} ms); \
         after a jump to the middle at most {:.1} ms, to the end {:.1} ms",
        steps[steps.len() * 95 / 100],
        steps[steps.len() - 1],
        steps.len(),
        worst_after(1),
        worst_after(2),
    )?;
    if p50 > FRAME_MS {
        return Err(std::io::Error::other(format!(
            "{what}: a frame takes more than {FRAME_MS} ms"
        )));
    }
    Ok(())
}
