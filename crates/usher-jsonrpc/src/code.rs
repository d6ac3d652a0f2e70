//! The codes of errors, each once.

pub const PARSE_ERROR: i64 = -32700;
pub const INVALID_REQUEST: i64 = -32600;
/// The method is not known, or not let through.
pub const NO_METHOD: i64 = -32601;
pub const INVALID_PARAMS: i64 = -32602;
pub const INTERNAL: i64 = -32603;
/// It was refused, or failed: Usher cannot or may not do what was asked.
pub const REFUSED: i64 = -32000;
/// The session of a request has ended, or was never there; what servers of the SDKs answer.
pub const NO_SESSION: i64 = -32001;
/// Not found, to 2025-11-25 (server/resources).
pub const NO_RESOURCE: i64 = -32002;
/// The headers of a request say otherwise than its body (2026-07-28, basic, error codes).
pub const HEADER_MISMATCH: i64 = -32020;
/// The client did not declare what the request needs (2026-07-28, basic, error codes).
pub const MISSING_CAPABILITY: i64 = -32021;
/// The request's version is not spoken here; `data.supported` lists those that are (2026-07-28, basic, error codes).
pub const UNSUPPORTED_VERSION: i64 = -32022;
/// The call needs visits to the addresses that `data` names (2025-11-25, client/elicitation).
pub const URL_ELICITATION_REQUIRED: i64 = -32042;
/// The person declined what a model was asked (2025-11-25, client/sampling).
pub const DECLINED: i64 = -1;
