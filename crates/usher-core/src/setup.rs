//! Everything the person has set up as one file, to be kept or taken to another computer: servers, webtools and every
//! pinned version of them, what was reviewed, and what was decided about tools. There is no secret in it, and nothing
//! in it is believed: importing verifies every digest, agrees to nothing and starts nothing.
//!
//! | room | what lives there |
//! |---|---|
//! | `file` | what such a file looks like |
//! | `reviewed` | what was reviewed of a server, in such a file |
//! | `decided` | what was decided about tools, in such a file |
//! | `export` | writing one |
//! | `entries` | reading one: each entry verified |
//! | `import` | adding what the person chose of one |

mod decided;
mod entries;
mod export;
mod file;
mod import;
mod reviewed;

pub use decided::{Decided, DecidedRule};
pub use entries::{Brought, BroughtKind};
pub use export::{SavedSetup, SetupError};
pub use file::LeftOut;
pub use import::Pick;
