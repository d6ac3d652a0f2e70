//! How long the page goes without drawing a frame: as long as that, it answers nobody.

use serde_json::Value;

use super::Window;

const WATCH: &str = "window.usherGap = { longest: 0 };
    const gap = window.usherGap;
    let last = performance.now();
    const tick = () => {
      if (gap !== window.usherGap) return;
      const now = performance.now();
      gap.longest = Math.max(gap.longest, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);";

impl Window {
    /// Begins to look at the page's frames.
    pub async fn watch_frames(&self) {
        self.script(WATCH, vec![]).await;
    }

    /// The longest time without a frame since [`watch_frames`](Self::watch_frames), in milliseconds.
    pub async fn longest_gap_ms(&self) -> u64 {
        let gap = self
            .script("return Math.round(window.usherGap.longest)", vec![])
            .await;
        Value::as_u64(&gap).unwrap_or_default()
    }
}
