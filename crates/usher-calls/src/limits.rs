//! Every limit of calls, of approvals and of their records, with its unit.

use std::time::Duration;

// Calls and questions.

/// Larger rounds of a call are not kept, in bytes.
pub(crate) const ROUND_BYTES: usize = 1024 * 1024;

/// How long a call waits for a removed server to be restored.
pub(crate) const RESTORED_WITHIN: Duration = Duration::from_secs(12);

/// How long after a lost connection the next one is looked for.
pub(crate) const RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// More open questions of one server are declined.
pub(crate) const OPEN_APPROVALS: usize = 3;

/// More questions of one server in [`APPROVAL_WINDOW`] are declined.
pub(crate) const APPROVALS_IN_WINDOW: usize = 10;

/// See [`APPROVALS_IN_WINDOW`].
pub(crate) const APPROVAL_WINDOW: Duration = Duration::from_mins(1);

/// What happens to one server in one way without the person is recorded whole so often in [`WHOLE_REFUSALS_WINDOW`]; more
/// are counted.
pub(crate) const WHOLE_REFUSALS: usize = 10;

/// See [`WHOLE_REFUSALS`].
pub(crate) const WHOLE_REFUSALS_WINDOW: Duration = Duration::from_mins(1);

/// So many ways are counted apart.
pub(crate) const REFUSALS_COUNTED_APART: usize = 1024;

/// Larger arguments are not named by a rule, in bytes of canonical JSON: the person reads them in a list.
pub const NAMED_ARGUMENTS_BYTES: usize = 16_000;

/// Longer texts are cut in the record of a question, in bytes: pictures and the like.
pub(crate) const APPROVAL_TEXT_BYTES: usize = 64 * 1024;

/// Largest record of an approval that is kept, in bytes.
pub(crate) const APPROVAL_RECORD_BYTES: usize = 1024 * 1024;

/// As [`APPROVAL_RECORD_BYTES`], of a question that nobody saw.
pub(crate) const REFUSED_RECORD_BYTES: usize = 16 * 1024;

/// Rounds of tool use after which a model gets no tools: a server could go on for ever.
pub(crate) const TOOL_ROUNDS: usize = 5;

/// How many folders one list of roots may have.
pub(crate) const FOLDERS: usize = 100;

/// How long counts wait until they are written or sent as an event: of rules that have decided, and of clients' calls.
pub const COUNTS_EVERY: Duration = Duration::from_secs(1);

/// How soon a call of an agent is recorded after its answer, together with others.
pub(crate) const RECORD_WITHIN: Duration = Duration::from_millis(100);

/// Calls of agents that have their answers and are not recorded yet: further ones are answered once those are recorded.
pub(crate) const CALLS_TO_RECORD: u32 = 1_024;

/// Recorded calls are indexed for the search once no further ones were recorded for so long.
pub(crate) const INDEX_AFTER: Duration = Duration::from_secs(1);

/// How long they wait for that at most: a search indexes those that still wait, and is to be fast.
pub(crate) const INDEX_WITHIN: Duration = Duration::from_secs(20);

/// So many of them are recorded in one go.
pub(crate) const RECORDED_TOGETHER: usize = 16;

/// Questions about calls of one client that are open at the same time. Further ones wait.
pub(crate) const CLIENT_QUESTIONS: usize = 10;

// Models.

/// The most providers of models.
pub(crate) const PROVIDERS: usize = 32;

/// The most mappings from names servers ask for to models.
pub(crate) const MODEL_MAPPINGS: usize = 200;

/// The longest label of a provider, in characters.
pub(crate) const PROVIDER_LABEL_CHARS: usize = 64;
