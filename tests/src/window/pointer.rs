//! The pointer of the display, moved as a hand moves it (XTEST): WebDriver's own pointer starts no drag.
//!
//! Protocol: <https://www.x.org/releases/X11R7.7/doc/xextproto/xtest.html>.

use std::io::Write as _;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use fantoccini::elements::Element;

use super::Window;
use super::display::{connect_for_windows, outcome, send};

/// What a pointer does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Deed {
    Press(Button),
    Release(Button),
    Move,
}

/// A button of the pointer, by the number that the display gives it.
#[derive(Debug, Clone, Copy)]
#[repr(u8)]
pub enum Button {
    First = 1,
    Back = 8,
    Forward = 9,
}

/// Where on an element something is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// In its upper half: before it.
    Before,
    /// In its lower half: after it.
    After,
}

pub(super) struct Pointer {
    stream: UnixStream,
    root: u32,
    xtest: u8,
}

impl Pointer {
    pub(super) fn open() -> Self {
        let (mut stream, root, _) = connect_for_windows();
        send(
            &mut stream,
            98,
            &[&[5, 0, 0, 0][..], b"XTEST\0\0\0"].concat(),
        );
        let found = outcome(&mut stream).expect("the display has extensions");
        assert_eq!(found[8], 1, "the display has XTEST");
        Self {
            stream,
            root,
            xtest: found[9],
        }
    }

    /// Moves it to a place of the display, or presses or releases a button there.
    pub(super) fn does(&mut self, deed: Deed, [x, y]: [i16; 2]) {
        let (kind, button) = match deed {
            Deed::Press(button) => (4, button as u8),
            Deed::Release(button) => (5, button as u8),
            Deed::Move => (6, 0),
        };
        let mut request = vec![self.xtest, 2, 9, 0, kind, button, 0, 0];
        request.extend([0; 4]);
        request.extend(self.root.to_le_bytes());
        request.extend([0; 8]);
        request.extend([x, y].map(i16::to_le_bytes).concat());
        request.extend([0; 8]);
        self.stream
            .write_all(&request)
            .expect("the display listens");
    }
}

impl Window {
    /// Presses a button of the pointer over an element of the page, and releases it.
    pub async fn press_button(&self, button: Button, over: &Element) {
        let place = self.place_of(over, 0.5).await;
        let mut pointer = Pointer::open();
        for deed in [Deed::Move, Deed::Press(button), Deed::Release(button)] {
            pointer.does(deed, place);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Has the pointer rest over an element of the page.
    pub async fn point_at(&self, element: &Element) {
        let place = self.place_of(element, 0.5).await;
        Pointer::open().does(Deed::Move, place);
    }

    /// Where a part of an element is on the display: the share of its height from the top.
    pub(super) async fn place_of(&self, element: &Element, share: f64) -> [i16; 2] {
        let (left, top, width, height) = element.rectangle().await.expect("it has a place");
        let origin = self.script("return [screenX, screenY]", vec![]).await;
        let at = |axis: usize, within: f64| {
            let place = origin[axis].as_f64().unwrap_or_default() + within;
            #[expect(clippy::cast_possible_truncation, reason = "a place of the display")]
            let place = place as i16;
            place
        };
        [at(0, left + width / 2.0), at(1, top + height * share)]
    }

    /// Drags an element of the page onto another one.
    pub async fn drag(&self, dragged: &Element, target: &Element, side: Side) {
        let from = self.place_of(dragged, 0.5).await;
        let share = if side == Side::Before { 0.2 } else { 0.8 };
        let to = self.place_of(target, share).await;
        let mut pointer = Pointer::open();
        let mut does = async |deed: Deed, place: [i16; 2], pause: u64| {
            pointer.does(deed, place);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        };
        does(Deed::Move, from, 300).await;
        does(Deed::Press(Button::First), from, 300).await;
        for step in 1..=20 {
            let way = |axis: usize| from[axis] + (to[axis] - from[axis]) / 20 * step;
            does(Deed::Move, [way(0), way(1)], 25).await;
        }
        // The web view looks where the pointer is when it moves.
        for shake in 0..4 {
            does(Deed::Move, [to[0] + shake, to[1]], 80).await;
        }
        does(Deed::Release(Button::First), to, 300).await;
    }
}
