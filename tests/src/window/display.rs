//! The display as a window manager speaks to it: what stands in title bars, and the one message that a click on a
//! window's close button becomes.
//!
//! Written on the wire, because a test display has no window manager and no tool for this is on every system.
//! Protocol: <https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html>.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

pub(super) const CLIENT_MESSAGE: u8 = 33;

/// Requests that show and hide a window.
const MAP_WINDOW: u8 = 8;
const UNMAP_WINDOW: u8 = 10;

/// Offset and value of a window's map state.
const MAP_STATE: usize = 26;
const VIEWABLE: u8 = 2;

/// Offset of the mark of menus and tooltips, which a window manager leaves alone (`override-redirect`).
const UNMANAGED: usize = 27;

/// Asks every window of the display to close. On the display of a journey they are all of one app.
pub(super) fn ask_windows_to_close() {
    let (mut stream, root) = connect();
    let protocols = atom(&mut stream, "WM_PROTOCOLS");
    let delete = atom(&mut stream, "WM_DELETE_WINDOW");
    for window in managed(&mut stream, root) {
        let mut event = vec![CLIENT_MESSAGE, 32, 0, 0];
        for word in [window, protocols, delete, 0, 0, 0, 0] {
            event.extend(word.to_le_bytes());
        }
        let target = [window.to_le_bytes(), 0_u32.to_le_bytes()].concat();
        send(&mut stream, 25, &[target, event].concat());
    }
    // An answer to a later request is the proof that the earlier ones were taken.
    atom(&mut stream, "WM_PROTOCOLS");
}

/// Takes the visible windows off the display, as a window manager minimises them, and returns them.
pub(super) fn minimise() -> Vec<u32> {
    let (mut stream, root) = connect();
    let windows = managed(&mut stream, root);
    let shown: Vec<u32> = windows
        .into_iter()
        .filter(|window| is_viewable(&mut stream, *window))
        .collect();
    for window in &shown {
        send(&mut stream, UNMAP_WINDOW, &window.to_le_bytes());
    }
    // An answer to a later request is the proof that the earlier ones were taken.
    atom(&mut stream, "WM_PROTOCOLS");
    shown
}

/// Puts windows back that were minimised.
pub(super) fn restore(windows: &[u32]) {
    let (mut stream, _) = connect();
    for window in windows {
        send(&mut stream, MAP_WINDOW, &window.to_le_bytes());
    }
    atom(&mut stream, "WM_PROTOCOLS");
}

/// Takes the keyboard focus away from every window.
pub(super) fn focus_nothing() {
    let (mut stream, _) = connect();
    // The focus on no window, from now on.
    let nothing = [0_u32, 0].map(u32::to_le_bytes);
    send(&mut stream, 42, &nothing.concat());
    // An answer to a later request is the proof that the earlier ones were taken.
    atom(&mut stream, "WM_PROTOCOLS");
}

/// Titles of the visible windows.
pub fn titles() -> Vec<String> {
    let (mut stream, root) = connect();
    let name = atom(&mut stream, "_NET_WM_NAME");
    let windows = children(&mut stream, root);
    let shown: Vec<u32> = windows
        .into_iter()
        .filter(|window| is_viewable(&mut stream, *window))
        .collect();
    let titles = shown.into_iter().filter_map(|window| {
        // All of the property (offset 0, at most 256 words), of any type.
        let words = [window, name, 0, 0, 256].map(u32::to_le_bytes);
        send(&mut stream, 20, &words.concat());
        let property = outcome(&mut stream)?;
        let bytes = word(&property, 16) as usize;
        Some(String::from_utf8_lossy(&property[32..32 + bytes]).into_owned())
    });
    titles.filter(|title| !title.is_empty()).collect()
}

/// How many windows are visible, with menus and the like, which have no title.
pub fn count() -> usize {
    let (mut stream, root) = connect();
    let windows = children(&mut stream, root).into_iter();
    let shown = windows.filter(|window| is_viewable(&mut stream, *window));
    shown.count()
}

/// What the display shows where the largest window is.
pub(super) struct Shown {
    pub(super) width: u16,
    pub(super) height: u16,
    /// Row by row: red, green and blue in the lower three bytes.
    pixels: Vec<u32>,
}

impl Shown {
    pub(super) fn rows(&self) -> std::slice::ChunksExact<'_, u32> {
        self.pixels.chunks_exact(usize::from(self.width))
    }
}

/// Looks at the display, with all that lies over the page.
pub(super) fn shown() -> Shown {
    let (mut stream, root) = connect();
    let windows = children(&mut stream, root);
    let [.., all_wide, all_high] = place(&mut stream, root).expect("a display has a size");
    let places = windows.into_iter().filter_map(|window| {
        is_viewable(&mut stream, window).then_some(())?;
        place(&mut stream, window)
    });
    let largest = places.max_by_key(|[_, _, width, height]| u32::from(*width) * u32::from(*height));
    let [left, top, width, height] = largest.expect("a window is shown");
    // What stands beyond the edge of the display is nowhere.
    let (width, height) = (
        width.min(all_wide.saturating_sub(left)),
        height.min(all_high.saturating_sub(top)),
    );
    let mut area = root.to_le_bytes().to_vec();
    for number in [left, top, width, height] {
        area.extend(number.to_le_bytes());
    }
    area.extend(u32::MAX.to_le_bytes());
    // Whole pixels, all planes: four bytes each, blue first.
    stream
        .write_all(&[&[73, 2, 5, 0], area.as_slice()].concat())
        .expect("the display listens");
    let image = outcome(&mut stream).expect("the display shows its content");
    let (pixels, _) = image[32..].as_chunks();
    Shown {
        width,
        height,
        pixels: pixels.iter().copied().map(u32::from_le_bytes).collect(),
    }
}

/// How far a window is from the left and the top, and its size.
fn place(stream: &mut UnixStream, window: u32) -> Option<[u16; 4]> {
    send(stream, 14, &window.to_le_bytes());
    let geometry = outcome(stream)?;
    let number = |at: usize| u16::from_le_bytes([geometry[at], geometry[at + 1]]);
    Some([12, 14, 16, 18].map(number))
}

fn is_viewable(stream: &mut UnixStream, window: u32) -> bool {
    attributes(stream, window).is_some_and(|attributes| attributes[MAP_STATE] == VIEWABLE)
}

/// Windows that a window manager deals with: GTK frees a tooltip that is asked to close, and uses it afterwards.
fn managed(stream: &mut UnixStream, root: u32) -> Vec<u32> {
    let mut windows = children(stream, root);
    windows.retain(|window| {
        attributes(stream, *window).is_some_and(|attributes| attributes[UNMANAGED] == 0)
    });
    windows
}

fn attributes(stream: &mut UnixStream, window: u32) -> Option<Vec<u8>> {
    send(stream, 3, &window.to_le_bytes());
    outcome(stream)
}

/// The connection and the root window.
fn connect() -> (UnixStream, u32) {
    let (stream, root, _) = connect_for_windows();
    (stream, root)
}

/// The connection, the root window, and the first identifier of what is made on this connection.
pub(super) fn connect_for_windows() -> (UnixStream, u32, u32) {
    let name = std::env::var("DISPLAY").expect("a display");
    let number = name
        .trim_start_matches(':')
        .split('.')
        .next()
        .unwrap_or_default();
    let socket = format!("/tmp/.X11-unix/X{number}");
    let mut stream = UnixStream::connect(socket).expect("the display answers");
    let (root, first_id) = greet(&mut stream, &cookie(number));
    (stream, root, first_id)
}

/// Opens the connection and gives the root window and the first identifier.
fn greet(stream: &mut UnixStream, cookie: &[u8]) -> (u32, u32) {
    let method = "MIT-MAGIC-COOKIE-1";
    let mut hello = vec![b'l', 0];
    for number in [11, 0, method.len(), cookie.len(), 0] {
        hello.extend(u16::try_from(number).expect("a short name").to_le_bytes());
    }
    hello.extend(padded(method.as_bytes()));
    hello.extend(padded(cookie));
    stream.write_all(&hello).expect("the display listens");
    let head = read(stream, 8);
    let rest = read(
        stream,
        4 * usize::from(u16::from_le_bytes([head[6], head[7]])),
    );
    assert_eq!(
        head[0],
        1,
        "the display refused: {}",
        String::from_utf8_lossy(&rest)
    );
    let vendor_bytes = usize::from(u16::from_le_bytes([rest[16], rest[17]]));
    let formats = usize::from(rest[21]);
    let root = word(&rest, 32 + vendor_bytes.next_multiple_of(4) + 8 * formats);
    (root, word(&rest, 4))
}

pub(super) fn atom(stream: &mut UnixStream, name: &str) -> u32 {
    let bytes = u16::try_from(name.len())
        .expect("a short name")
        .to_le_bytes();
    send(
        stream,
        16,
        &[
            &[bytes[0], bytes[1], 0, 0],
            padded(name.as_bytes()).as_slice(),
        ]
        .concat(),
    );
    word(&reply(stream), 8)
}

fn children(stream: &mut UnixStream, window: u32) -> Vec<u32> {
    send(stream, 15, &window.to_le_bytes());
    reply(stream)[32..]
        .chunks_exact(4)
        .map(|id| word(id, 0))
        .collect()
}

pub(super) fn send(stream: &mut UnixStream, request: u8, body: &[u8]) {
    let words = u16::try_from(1 + body.len() / 4).expect("a short request");
    let head = [&[request, 0][..], &words.to_le_bytes()].concat();
    stream
        .write_all(&[&head, body].concat())
        .expect("the display listens");
}

/// The next answer; whatever else the display says in between is of no interest.
fn reply(stream: &mut UnixStream) -> Vec<u8> {
    loop {
        if let Some(answer) = outcome(stream) {
            return answer;
        }
    }
}

/// The answer to the last request, or nothing if it failed: a window may be gone by the time it is asked about.
pub(super) fn outcome(stream: &mut UnixStream) -> Option<Vec<u8>> {
    loop {
        let mut packet = read(stream, 32);
        match packet[0] {
            0 => return None,
            1 => {
                let more = read(stream, 4 * word(&packet, 4) as usize);
                packet.extend(more);
                return Some(packet);
            }
            _ => {}
        }
    }
}

fn read(stream: &mut UnixStream, bytes: usize) -> Vec<u8> {
    let mut buffer = vec![0; bytes];
    stream.read_exact(&mut buffer).expect("the display answers");
    buffer
}

pub(super) fn word(bytes: &[u8], at: usize) -> u32 {
    let four = bytes[at..].first_chunk().copied().expect("four bytes");
    u32::from_le_bytes(four)
}

fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(4), 0);
    padded
}

/// The display's cookie, from the file that `xvfb-run` writes: family, address, number, name, data, each but the first
/// with its length before it, big-endian.
fn cookie(number: &str) -> Vec<u8> {
    let Some(path) = std::env::var_os("XAUTHORITY") else {
        return Vec::new();
    };
    let file = std::fs::read(path).unwrap_or_default();
    let mut rest = file.as_slice();
    while rest.len() > 2 {
        rest = &rest[2..];
        let [_address, display, _name, data] = std::array::from_fn(|_| field(&mut rest));
        if display.is_empty() || display == number.as_bytes() {
            return data.to_vec();
        }
    }
    Vec::new()
}

fn field<'file>(rest: &mut &'file [u8]) -> &'file [u8] {
    let (length, after) = rest.split_at(2);
    let (field, after) = after.split_at(usize::from(u16::from_be_bytes([length[0], length[1]])));
    *rest = after;
    field
}
