//! A server that offers what the official server suites ask for, in both eras over Streamable HTTP: what passes through
//! Usher is compared with what it says itself. Written by hand, so that no library's habits are tested against themselves.
//!
//! | module | holds |
//! |---|---|
//! | [`server`] | the socket: which requests are taken, and how they are answered |
//! | `legacy` | sessions with `initialize`, to 2025-11-25 |
//! | `modern` | requests that stand for themselves (2026-07-28): headers, `_meta`, subscriptions |
//! | `exchange` | what one request is answered, as it is written and read again |
//! | `call` | what a method has at hand: telling, asking, progress |
//! | `question` | what the client is asked |
//! | `methods` | the table of methods |
//! | `headers`, `names`, `tool_forms` | what several of them read or write alike |
//! | `tools`, `content_tools`, `question_tools`, `round_tools`, `task_tools` | the tools |
//! | `prompts`, `resources` | the rest of what is offered |
//! | `task`, `tasks` | calls that go on as tasks (extension of 2026-07-28) |
//! | [`bridge`] | passes what the suites say over HTTP on to a program on stdin and stdout |
//! | `world` | what all requests share |

pub mod bridge;
mod call;
mod content_tools;
mod exchange;
mod fault;
mod headers;
mod legacy;
mod methods;
mod modern;
mod names;
mod prompts;
mod question;
mod question_tools;
mod resources;
mod round_tools;
pub mod server;
mod task;
mod task_tools;
mod tasks;
mod tool_forms;
mod tools;
mod world;
