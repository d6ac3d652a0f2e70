//! Tools that were held against their pins: the same two are not compared for each call.

use std::collections::HashMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use usher_mcp::Tool;
use usher_review::items::Pin;
use usher_types::id::ServerId;

use usher_servers::catalog::EntryWithIcon;

/// More tools than this are not kept.
const TOOLS: usize = 4096;

/// A tool as it is listed, and the pin that it is the same as. Neither ever changes in place.
type Pair = (Weak<EntryWithIcon<Tool>>, Weak<Pin>);

/// The last that were compared, by server and tool.
#[derive(Default)]
pub struct Compared(Mutex<HashMap<(ServerId, String), Pair>>);

impl Compared {
    /// Whether these very two were found to be the same.
    pub(super) fn are_same(
        &self,
        server: &ServerId,
        listed: &Arc<EntryWithIcon<Tool>>,
        pin: &Arc<Pin>,
    ) -> bool {
        let pairs = self.0.lock();
        let key = (server.clone(), listed.entry.name.clone());
        pairs.get(&key).is_some_and(|(of, with)| {
            of.as_ptr() == Arc::as_ptr(listed) && with.as_ptr() == Arc::as_ptr(pin)
        })
    }

    /// They were found to be the same.
    pub(super) fn keep(
        &self,
        server: &ServerId,
        listed: &Arc<EntryWithIcon<Tool>>,
        pin: &Arc<Pin>,
    ) {
        let mut pairs = self.0.lock();
        if pairs.len() >= TOOLS {
            pairs.clear();
        }
        let key = (server.clone(), listed.entry.name.clone());
        pairs.insert(key, (Arc::downgrade(listed), Arc::downgrade(pin)));
    }
}
