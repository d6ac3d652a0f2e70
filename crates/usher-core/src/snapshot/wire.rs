//! What the wire log of one server holds.

/// What the log holds, without the messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireExtent {
    /// The oldest message still kept; as `next_seq` where none is.
    pub first_seq: u64,
    /// The number the next message will get.
    pub next_seq: u64,
    /// How many older ones were let go since the log was emptied.
    pub dropped: u64,
    /// The methods that occur, in order.
    pub methods: Vec<String>,
}
