//! A hand-written MCP server that breaks one rule at a time: a *mode* names the fault, everything else is
//! as it should be. Written without any MCP library, so that no library's habits are tested against
//! themselves.
//!
//! | room | what lives there |
//! |---|---|
//! | [`peer`] | what a script can do: send, ask, wait, die |
//! | [`script`] | handshake, lists, and which message is which |
//! | [`era`] | which era of the protocol a mode speaks |
//! | [`modern`] | what servers make of `server/discover` |
//! | [`faults`] | the tool calls, one per mode |
//! | [`bytes`] | tool calls answered with what is hardly a message |
//! | [`exfiltration`] | a server that names other places wherever it can |
//! | [`tasks`] | tool calls that go on as tasks |
//! | [`stdio`], [`http`] | the two ways in |
//! | [`program`] | the server as a program |
//! | `http_faults` | what goes wrong between HTTP and the message |
//! | [`endpoints`] | a server of many endpoints over HTTP |
//! | [`provider`] | a provider of models |
//! | [`guarded`] | a server that wants a sign-in, and who gives it |

pub mod bytes;
pub mod declares;
pub mod endpoints;
pub mod era;
pub mod exfiltration;
pub mod faults;
pub mod features;
pub mod guarded;
pub mod http;
mod http_faults;
pub mod modern;
pub mod peer;
pub mod program;
pub mod provider;
pub mod script;
pub mod stdio;
pub mod tasks;
pub mod tls;
