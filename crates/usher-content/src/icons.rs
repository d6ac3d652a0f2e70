//! Chooses, fetches, checks and redraws icons of servers and their items.
//!
//! What a server may name: `data:` URIs, and, for a server reached over HTTP, addresses of its own origin.

mod choose;
mod data_uri;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;
use usher_mcp::{IconSource, IconTheme};
use usher_messages::Message;
use usher_net::{FetchRules, Reach, fetch};

use self::choose::{DRAWN_SIDE, Origin, not_shown};
use crate::limits;
use crate::media::too_large;
use crate::picture::{Format, Frame, Scalable};
use crate::worker::{Queue, Worker, Workers};
use usher_config::definition::Transport;
use usher_types::content::ThemedIcon;
use usher_types::id::IconKey;

/// What came of an icon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IconImage {
    /// A PNG of at most 64×64 pixels.
    Png(Vec<u8>),
    /// It is not shown, and why.
    Refused(Message),
}

/// All icons known to the host. Clones share them.
#[derive(Clone)]
pub struct Icons {
    cache: Arc<Mutex<IconCache>>,
    workers: Workers,
}

#[derive(Default)]
struct IconCache {
    icons: HashMap<IconKey, Icon>,
    /// Oldest first; these go when there are too many.
    order: VecDeque<IconKey>,
    total_bytes: usize,
}

#[derive(Clone)]
struct Icon {
    origin: Origin,
    worker: Worker,
    drawn: Arc<OnceCell<IconImage>>,
}

impl Icons {
    /// Icons that these workers draw.
    pub fn new(workers: Workers) -> Self {
        Self {
            cache: Arc::default(),
            workers,
        }
    }

    /// The worker for the pictures of one server or webtool.
    pub(crate) fn worker(&self, transport: &Transport) -> Worker {
        let owner = match transport {
            Transport::Stdio { command, args, .. } => format!("{command}\0{}", args.join("\0")),
            Transport::Http { url, .. } => url.to_string(),
            Transport::Demo => "demo".to_owned(),
        };
        self.workers.of(Queue::Pictures, owner)
    }

    /// Chooses the best icon for each theme; `None` if none is offered. Fetches and draws nothing yet.
    pub fn choose(&self, transport: &Transport, offered: &[IconSource]) -> Option<ThemedIcon> {
        let of_theme = |theme| {
            choose::best(transport, offered, theme).map(|source| self.remember(transport, source))
        };
        Some(ThemedIcon {
            light: of_theme(IconTheme::Light)?,
            dark: of_theme(IconTheme::Dark)?,
        })
    }

    /// Fetches, checks and draws an icon, once.
    pub async fn get(&self, key: &IconKey) -> IconImage {
        let known = self.with(|known| known.icons.get(key).cloned());
        let Some(icon) = known else {
            return IconImage::Refused(Message::new("media.iconUnknown"));
        };
        // A fetch that failed is tried again the next time; what the bytes are never changes.
        icon.drawn
            .get_or_try_init(|| obtain(&icon.origin, icon.worker.clone()))
            .await
            .cloned()
            .unwrap_or_else(IconImage::Refused)
    }

    fn remember(&self, transport: &Transport, source: &IconSource) -> IconKey {
        let origin = choose::origin(transport, &source.src);
        let key = key_of(&origin);
        let worker = self.worker(transport);
        self.with(|known| known.add(&key, origin, worker));
        key
    }

    fn with<R>(&self, act: impl FnOnce(&mut IconCache) -> R) -> R {
        // Every change below is whole before anything can panic.
        act(&mut self.cache.lock())
    }
}

impl IconCache {
    fn add(&mut self, key: &IconKey, origin: Origin, worker: Worker) {
        if self.icons.contains_key(key) {
            return;
        }
        self.total_bytes += origin.size();
        self.order.push_back(key.clone());
        let icon = Icon {
            origin,
            worker,
            drawn: Arc::default(),
        };
        self.icons.insert(key.clone(), icon);
        while self.icons.len() > limits::ICONS || self.total_bytes > limits::ICONS_BYTES {
            let Some(oldest) = self.order.pop_front() else {
                break;
            };
            if let Some(gone) = self.icons.remove(&oldest) {
                self.total_bytes -= gone.origin.size();
            }
        }
    }
}

/// Names an icon by where it comes from: the same picture of a thousand tools is drawn once.
fn key_of(origin: &Origin) -> IconKey {
    let mut digest = Sha256::new();
    match origin {
        Origin::Data(text) => digest.update(text.as_bytes()),
        Origin::Web { url, server } => {
            digest.update(server.as_str());
            digest.update([0]);
            digest.update(url.as_str());
        }
        Origin::Refused(reason) => {
            digest.update([1]);
            digest.update(reason.to_string());
        }
    }
    IconKey::from(format!("{:x}", digest.finalize()))
}

/// The error is a fetch that may go better another time.
async fn obtain(origin: &Origin, worker: Worker) -> Result<IconImage, Message> {
    let (bytes, claimed) = match origin {
        Origin::Refused(reason) => return Ok(IconImage::Refused(reason.clone())),
        Origin::Data(text) => match data_uri::read(text) {
            Ok(read) => read,
            Err(reason) => return Ok(refused(reason)),
        },
        Origin::Web { url, server } => {
            let rules = FetchRules {
                max_bytes: limits::ICON_BYTES,
                timeout: limits::ICON_WAIT,
                reach: Reach::SameHostAs(server.clone()),
            };
            let fetched = fetch(url, rules).await.map_err(|error| {
                Message::new("media.iconNotFetched").with("reason", error.message())
            })?;
            (
                fetched.bytes.to_vec(),
                fetched.content_type.unwrap_or_default(),
            )
        }
    };
    let drawn = tokio::task::spawn_blocking(move || look_and_draw(&worker, &bytes, &claimed));
    Ok(match drawn.await {
        Ok(Ok(png)) => IconImage::Png(png),
        Ok(Err(reason)) => refused(reason),
        Err(_) => refused(Message::new("media.drawingFailed")),
    })
}

fn refused(reason: Message) -> IconImage {
    IconImage::Refused(not_shown(reason))
}

fn look_and_draw(worker: &Worker, bytes: &[u8], claimed: &str) -> Result<Vec<u8>, Message> {
    if bytes.is_empty() {
        return Err(Message::new("media.empty"));
    }
    if bytes.len() > limits::ICON_BYTES {
        return Err(too_large(limits::ICON_BYTES));
    }
    let format = Format::of(bytes)
        .filter(|format| format.is_of_icons())
        .ok_or(Message::new("media.unknownIcon"))?;
    if !format.agrees_with(claimed) {
        return Err(Message::new("media.otherType")
            .with("declared", claimed)
            .with("actual", format.mime_type()));
    }
    let frame = Frame {
        max_side: limits::ICON_SIDE,
        drawn_side: DRAWN_SIDE,
        scalable: Scalable::Filling,
    };
    worker.draw(bytes, format, frame).map(|drawn| drawn.png)
}

#[cfg(test)]
mod tests;
