//! How the page looks: its size and theme, pictures of it, and what axe says of it.

use serde_json::json;

use super::{Window, display, screenshots};
use crate::extent::is_all;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

const AXE: &str = "axe-core/axe.min.js";

/// Without OpenGL the web view gives its picture only after another drawing. A point nobody sees changes until the
/// picture is taken.
const STIR: &str = "const point = document.createElement('div');
    point.ariaHidden = 'true';
    point.style.cssText = 'position:fixed;inset:0 auto auto 0;width:1px;height:1px;opacity:.004;pointer-events:none';
    document.documentElement.append(point);
    let on = false;
    const stir = setInterval(() => { on = !on; point.style.background = on ? '#000' : '#fff'; }, 20);
    window.usherStill = () => { clearInterval(stir); point.remove(); };";

/// All of these where all is tested, else only the last: a large part of the time of a journey would go into pictures.
fn looks<T: Copy, const COUNT: usize>(all: [T; COUNT]) -> impl Iterator<Item = T> {
    let skipped = if is_all() { 0 } else { COUNT - 1 };
    all.into_iter().skip(skipped)
}

fn sizes() -> impl Iterator<Item = (u32, u32)> {
    looks([(900, 600), (1280, 800)])
}

impl Window {
    /// Writes `artifacts/screenshots/<name>.png`.
    pub async fn picture(&self, name: &str) {
        self.script(STIR, vec![]).await;
        let png = self.client.screenshot().await;
        self.script("window.usherStill?.()", vec![]).await;
        let png = png.expect("the window can be photographed");
        std::fs::write(screenshots().join(format!("{name}.png")), png)
            .expect("the picture can be written");
    }

    /// Writes what the display shows of the window, apps included: the web view's own pictures have none.
    pub fn picture_of_display(&self, name: &str) {
        let shown = display::shown();
        let file = std::fs::File::create(screenshots().join(format!("{name}.png")))
            .expect("the picture can be written");
        let mut picture = png::Encoder::new(file, shown.width.into(), shown.height.into());
        picture.set_color(png::ColorType::Rgb);
        let mut picture = picture.write_header().expect("a header can be written");
        let pixels = shown.rows().flatten();
        let bytes: Vec<u8> = pixels
            .flat_map(|color| {
                let [_, red, green, blue] = color.to_be_bytes();
                [red, green, blue]
            })
            .collect();
        picture
            .write_image_data(&bytes)
            .expect("the picture can be written");
    }

    /// How many colours a part of the window shows: from the left, from the top, wide and high.
    pub fn colors_of_display(&self, area: [usize; 4]) -> usize {
        let [left, top, width, height] = area;
        let shown = display::shown();
        let rows = shown.rows().skip(top).take(height);
        let pixels = rows.flat_map(|row| row.iter().skip(left).take(width));
        // One bit for each colour: a set would take far longer.
        let mut seen = vec![0_u64; 1 << 18];
        for color in pixels {
            let color = *color as usize & 0x00ff_ffff;
            seen[color / 64] |= 1 << (color % 64);
        }
        let count: u32 = seen.iter().map(|bits| bits.count_ones()).sum();
        count as usize
    }

    /// How many pixels of the window have this colour: red, green and blue.
    pub fn pixels_of_display(&self, [red, green, blue]: [u8; 3]) -> usize {
        let color = u32::from_be_bytes([0, red, green, blue]);
        let shown = display::shown();
        let pixels = shown.rows().flatten();
        pixels.filter(|pixel| **pixel & 0xff_ffff == color).count()
    }

    /// Takes a screenshot in the light theme at the usual size; in both themes at two sizes where all is tested.
    pub async fn pictures(&self, name: &str) {
        for (width, height) in sizes() {
            self.resize(width, height).await;
            self.picture_in_themes(&format!("{name}-{width}x{height}"))
                .await;
        }
    }

    /// Takes [`pictures`](Self::pictures), and fails on any violation of accessibility.
    pub async fn inspect(&self, name: &str) {
        self.pictures(name).await;
        self.check_accessibility(name).await;
    }

    /// As [`pictures`](Self::pictures), at the present size.
    pub async fn picture_in_themes(&self, name: &str) {
        for (theme, word) in looks([(Theme::Dark, "dark"), (Theme::Light, "light")]) {
            self.theme(theme).await;
            self.settled().await;
            self.picture(&format!("{name}-{word}")).await;
        }
    }

    /// As [`pictures`](Self::pictures), in the present theme.
    pub async fn pictures_as_it_is(&self, name: &str) {
        for (width, height) in sizes() {
            self.resize(width, height).await;
            self.settled().await;
            self.picture(&format!("{name}-{width}x{height}")).await;
        }
    }

    /// Gives the window this size and waits until the page has it.
    pub async fn resize(&self, width: u32, height: u32) {
        let size = "return [innerWidth, innerHeight]";
        if self.script(size, vec![]).await == json!([width, height]) {
            return;
        }
        self.client
            .set_window_size(width, height)
            .await
            .expect("the window can be resized");
        self.eventually(&format!("a page {width} wide"), || async {
            let inner = self.script("return innerWidth", vec![]).await;
            (inner == json!(width)).then_some(())
        })
        .await;
    }

    /// Changes the theme, and waits until the page shows it.
    pub async fn theme(&self, theme: Theme) {
        let word = match theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        let mut settings = self
            .rpc("setting.get", json!({}))
            .await
            .expect("the settings can be read");
        if settings["theme"] != word {
            settings["theme"] = json!(word);
            self.rpc("setting.set", settings)
                .await
                .expect("the settings can be changed");
        }
        self.eventually(&format!("the {word} theme"), || async {
            let scheme = self
                .script(
                    "return document.documentElement.dataset.mantineColorScheme",
                    vec![],
                )
                .await;
            (scheme == json!(word)).then_some(())
        })
        .await;
    }

    /// Waits until everything is drawn and no transition runs. What lies folded up never gets there, and nobody sees
    /// it.
    pub async fn settled(&self) {
        let moving = "const done = arguments[arguments.length - 1];
            requestAnimationFrame(() => requestAnimationFrame(() =>
              done(document.getAnimations().some((one) => one instanceof CSSTransition
                && one.effect?.target?.checkVisibility() !== false))));";
        self.eventually("the page to come to rest", || async {
            let moving = self.client.execute_async(moving, vec![]).await.ok()?;
            (moving == json!(false)).then_some(())
        })
        .await;
    }

    /// Runs axe on the page, and fails on any violation.
    pub async fn check_accessibility(&self, screen: &str) {
        self.settled().await;
        self.learn(AXE, "window.axe").await;
        // Experimental, so off by itself: who speaks to a computer says what stands on the button.
        let rules = json!({ "label-content-name-mismatch": { "enabled": true } });
        let script = "const done = arguments[arguments.length - 1];
            // A row of a list has a short name, and a description for what it shows besides. The rule knows names
            // only; `unread` below asks the same of the name and the description of the row that is read.
            // An open menu lies over the landmarks, as a dialog does.
            axe.configure({
                rules: [{
                    id: 'label-content-name-mismatch', selector: ':not([role=option]):not([role=treeitem])',
                }],
                checks: [{
                    id: 'region',
                    options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg' },
                }],
            });
            const words = (text) => ` ${(text ?? '').replaceAll(/[^\\p{L}\\p{N}]+/gu, ' ').trim().toLowerCase()} `;
            const unread = () => [...document.querySelectorAll('[aria-activedescendant]')].flatMap((list) => {
              const row = document.getElementById(list.getAttribute('aria-activedescendant'));
              if (row === null || !row.hasAttribute('aria-label')) return [];
              const note = document.getElementById(row.getAttribute('aria-describedby'))?.textContent ?? '';
              const read = words(`${row.getAttribute('aria-label')} ${note}`);
              const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
              const missing = [];
              while (texts.nextNode()) {
                const { textContent, parentElement } = texts.currentNode;
                const shown = words(textContent);
                if (shown.trim() !== '' && parentElement.checkVisibility() && !read.includes(shown)) {
                  missing.push(textContent);
                }
              }
              return missing.map((text) => ({ rule: 'unread', help: text, nodes: [row.outerHTML.slice(0, 300)] }));
            });
            const run = (faults) => axe.run(document, { resultTypes: ['violations'], preload: false, rules }).then(
              (found) => done(faults.concat(found.violations.map((one) => ({
                rule: one.id, help: one.help, nodes: one.nodes.map((node) => node.html.slice(0, 300) + ' :: ' + node.failureSummary),
              })))),
              (error) => done([{ rule: 'axe failed', help: String(error), nodes: [] }]));
            const rules = arguments[0];
            // What counts seconds is in its row a moment before it is in the description.
            const look = (left) => {
              const faults = unread();
              if (faults.length === 0 || left === 0) run(faults);
              else setTimeout(() => look(left - 1), 50);
            };
            look(40);";
        let violations = self
            .client
            .execute_async(script, vec![rules])
            .await
            .expect("axe runs");
        assert_eq!(
            violations,
            json!([]),
            "{screen} has accessibility faults:\n{}",
            serde_json::to_string_pretty(&violations).unwrap_or_default()
        );
    }
}
