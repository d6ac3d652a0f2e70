//! Another program's window on the display that takes what is dragged onto it (XDND 5). Only what one drag needs.
//!
//! Protocol: <https://www.freedesktop.org/wiki/Specifications/XDND/>.

use std::io::Read as _;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use fantoccini::elements::Element;

use super::Window;
use super::display::{CLIENT_MESSAGE, atom, connect_for_windows, outcome, send, word};
use super::pointer::{Button, Deed, Pointer};

const SELECTION_NOTIFY: u8 = 31;
const ATOM: u32 = 4;
const COPY_FROM_PARENT: u32 = 0;
const INPUT_OUTPUT: u16 = 1;
/// Where it stands, and how large it is: over the corner of the app's window.
const PLACE: [i16; 2] = [1_100, 640];
const SIZE: u16 = 120;

/// How long a drop may take.
const PATIENCE: Duration = Duration::from_secs(20);

impl Window {
    /// Drags something of the page out of the window, onto another program's; the URIs that it was given.
    pub async fn drag_out(&self, dragged: &Element) -> Option<String> {
        let from = self.place_of(dragged, 0.5).await;
        DropTarget::open().drag_from(from)
    }
}

struct DropTarget {
    stream: UnixStream,
    window: u32,
    pointer: Pointer,
    names: Names,
    /// The window of the program that drags.
    source: u32,
    /// The URIs that were dropped, as `text/uri-list`.
    dropped: Option<String>,
}

/// Asked for at first: later an answer would have to be told from what the program that drags says.
struct Names {
    position: u32,
    status: u32,
    dropped: u32,
    finished: u32,
    copy: u32,
    selection: u32,
    uris: u32,
    property: u32,
}

impl DropTarget {
    fn open() -> Self {
        let (mut stream, root, first_id) = connect_for_windows();
        let window = first_id | 1;
        // Value mask: background and override-redirect, so that no window manager has a say.
        let mut body = Vec::new();
        body.extend(window.to_le_bytes());
        body.extend(root.to_le_bytes());
        body.extend(PLACE.map(i16::to_le_bytes).concat());
        body.extend([SIZE, SIZE, 0, INPUT_OUTPUT].map(u16::to_le_bytes).concat());
        body.extend(
            [COPY_FROM_PARENT, 0x202, 0x00ff_ffff, 1]
                .map(u32::to_le_bytes)
                .concat(),
        );
        send(&mut stream, 1, &body);
        let aware = atom(&mut stream, "XdndAware");
        let version = [window, aware, ATOM, 32, 1, 5].map(u32::to_le_bytes);
        send(&mut stream, 18, &version.concat());
        send(&mut stream, 8, &window.to_le_bytes());
        let names = Names {
            position: atom(&mut stream, "XdndPosition"),
            status: atom(&mut stream, "XdndStatus"),
            dropped: atom(&mut stream, "XdndDrop"),
            finished: atom(&mut stream, "XdndFinished"),
            copy: atom(&mut stream, "XdndActionCopy"),
            selection: atom(&mut stream, "XdndSelection"),
            uris: atom(&mut stream, "text/uri-list"),
            property: atom(&mut stream, "USHER_DROPPED"),
        };
        stream
            .set_read_timeout(Some(Duration::from_millis(10)))
            .expect("a limit");
        Self {
            stream,
            window,
            pointer: Pointer::open(),
            names,
            source: 0,
            dropped: None,
        }
    }

    /// Drags from a place of the display onto the window; the URIs that were dropped.
    fn drag_from(mut self, from: [i16; 2]) -> Option<String> {
        self.pointer.does(Deed::Move, from);
        self.answer_for(Duration::from_millis(300));
        self.pointer.does(Deed::Press(Button::First), from);
        self.answer_for(Duration::from_millis(300));
        let middle = PLACE.map(|edge| edge + 60);
        for step in 1..=40 {
            let way = |axis: usize| from[axis] + (middle[axis] - from[axis]) / 40 * step;
            self.pointer.does(Deed::Move, [way(0), way(1)]);
            self.answer_for(Duration::from_millis(25));
        }
        for shake in 0..6 {
            self.pointer
                .does(Deed::Move, [middle[0] + shake, middle[1]]);
            self.answer_for(Duration::from_millis(80));
        }
        self.pointer.does(Deed::Release(Button::First), middle);
        self.answer_for(PATIENCE);
        // The program that drags looks at the window once more when it is told that all is done.
        std::thread::sleep(Duration::from_millis(700));
        self.dropped
    }

    /// Answers what the program that drags says, until something was dropped.
    fn answer_for(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until && self.dropped.is_none() {
            let mut event = [0; 32];
            if self.stream.read_exact(&mut event).is_ok() {
                self.answer(&event);
            }
        }
    }

    fn answer(&mut self, event: &[u8]) {
        match event[0] & 0x7f {
            CLIENT_MESSAGE => {
                let [kind, source, time] = [8, 12, 20].map(|at| word(event, at));
                let names = &self.names;
                if kind == names.position {
                    let data = [self.window, 1, 0, 0, names.copy];
                    self.tell(source, names.status, data);
                } else if kind == names.dropped {
                    self.source = source;
                    let words = [
                        self.window,
                        names.selection,
                        names.uris,
                        names.property,
                        time,
                    ];
                    send(&mut self.stream, 24, &words.map(u32::to_le_bytes).concat());
                }
            }
            SELECTION_NOTIFY => {
                let words = [self.window, word(event, 20), 0, 0, 1_024];
                send(&mut self.stream, 20, &words.map(u32::to_le_bytes).concat());
                self.stream.set_read_timeout(None).expect("no limit");
                let property = outcome(&mut self.stream).expect("what was dropped");
                let bytes = word(&property, 16) as usize;
                let text = String::from_utf8_lossy(&property[32..32 + bytes]);
                self.dropped = Some(text.trim_end_matches(['\r', '\n', '\0']).to_owned());
                let data = [self.window, 1, self.names.copy, 0, 0];
                self.tell(self.source, self.names.finished, data);
            }
            _ => {}
        }
    }

    fn tell(&mut self, source: u32, kind: u32, data: [u32; 5]) {
        let mut event = vec![CLIENT_MESSAGE, 32, 0, 0];
        event.extend([source, kind].map(u32::to_le_bytes).concat());
        event.extend(data.map(u32::to_le_bytes).concat());
        let target = [source, 0].map(u32::to_le_bytes).concat();
        send(&mut self.stream, 25, &[target, event].concat());
    }
}
