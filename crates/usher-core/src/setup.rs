//! Everything the person has set up as one file, to be kept or taken to another computer: servers, webtools and every
//! pinned version of them. There is no secret in it, and nothing in it is believed: importing verifies every digest,
//! agrees to nothing and starts nothing.
//!
//! | room | what lives there |
//! |---|---|
//! | `file` | what such a file looks like |
//! | `export` | writing one |
//! | `import` | reading one, and adding what the person chose |

mod export;
mod file;
mod import;

pub use export::SetupError;
pub use import::{Brought, BroughtKind};
