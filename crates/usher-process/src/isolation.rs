//! Isolates a process from the group and the terminal of this one.

use std::fs::File;
use std::io;
use std::sync::OnceLock;

use process_wrap::tokio::{CommandWrap, CommandWrapper as _, ProcessSession};
use tokio::process::Command;

/// How a process is isolated from the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Isolation {
    /// It leads a group.
    Group,
    /// It leads a session, and the group in it.
    ///
    /// The terminal the host was started from is not its terminal. This takes a fork of the host, so it is done only
    /// where there is a terminal.
    Session,
}

impl Isolation {
    /// Checks once for a terminal; a host keeps it or never gets one.
    fn for_this_host() -> Self {
        static ISOLATION: OnceLock<Isolation> = OnceLock::new();
        *ISOLATION.get_or_init(|| match File::open("/dev/tty") {
            Ok(_) => Self::Session,
            Err(_) => Self::Group,
        })
    }

    fn apply(self, command: &mut Command) -> io::Result<()> {
        match self {
            Self::Group => command.process_group(0),
            Self::Session => {
                ProcessSession.pre_spawn(command, &CommandWrap::with_new("", |_| ()))?;
                command
            }
        };
        Ok(())
    }
}

/// Takes a process out of the group of this one, and from its terminal.
pub(super) fn isolate(command: &mut Command) -> io::Result<()> {
    Isolation::for_this_host().apply(command)
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[tokio::test]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is behind the one spawn door"
    )]
    async fn a_process_leads_its_group_and_where_there_is_a_terminal_its_session() {
        for (isolation, leads_session) in [(Isolation::Group, false), (Isolation::Session, true)] {
            let mut command = Command::new("cat");
            command.arg("/proc/self/stat");
            isolation.apply(&mut command).unwrap();
            let output = command.output().await.unwrap();
            let line = String::from_utf8(output.stdout).unwrap();
            // pid (name) state parent group session …
            let (id, _) = line.split_once(' ').unwrap();
            let (_, fields) = line.rsplit_once(") ").unwrap();
            let fields: Vec<&str> = fields.split(' ').collect();
            assert_eq!(
                (fields[2] == id, fields[3] == id),
                (true, leads_session),
                "group and session of {isolation:?}: {line}"
            );
        }
    }
}
