//! The order of the servers and the groups they are listed in.

use std::collections::HashSet;
use std::sync::Arc;

use usher_messages::Message;

use super::{ServerEntry, ServerError, Servers};
use crate::events::HostEvent;
use crate::snapshot::ServerSnapshot;
use usher_types::field_problem::FieldProblem;
use usher_types::group::ServerGroup;
use usher_types::id::ServerId;

/// A server at its place in the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrangedServer {
    pub id: ServerId,
    pub group: Option<ServerGroup>,
}

impl Servers {
    /// Lists servers in this order and in these groups. A server that is not named comes after the last one of its
    /// group, else at the end.
    pub async fn arrange(
        &self,
        arranged: Vec<ArrangedServer>,
    ) -> Result<Vec<ServerSnapshot>, ServerError> {
        let _edit = self.0.edit.lock().await;
        self.check(arranged.iter().map(|server| &server.id))?;
        let now: Vec<_> = self
            .entries()
            .iter()
            .map(|entry| ArrangedServer {
                id: entry.id.clone(),
                group: entry.group(),
            })
            .collect();
        self.keep(completed(arranged, now)).await?;
        Ok(self.list())
    }

    /// Puts servers into a group, or in none. Their order stays.
    pub async fn set_group(
        &self,
        servers: &[ServerId],
        group: Option<ServerGroup>,
    ) -> Result<Vec<ServerSnapshot>, ServerError> {
        let _edit = self.0.edit.lock().await;
        self.check(servers.iter())?;
        let arranged = self
            .entries()
            .iter()
            .map(|entry| ArrangedServer {
                id: entry.id.clone(),
                group: if servers.contains(&entry.id) {
                    group.clone()
                } else {
                    entry.group()
                },
            })
            .collect();
        self.keep(arranged).await?;
        Ok(self.list())
    }

    /// Refuses servers that are unknown or named twice.
    fn check<'a>(&self, servers: impl Iterator<Item = &'a ServerId>) -> Result<(), ServerError> {
        let mut seen = HashSet::new();
        for (index, id) in servers.enumerate() {
            self.configured(id)?;
            if !seen.insert(id) {
                let message = Message::new("arrange.twice");
                let problem = FieldProblem::new(format!("servers[{index}]"), message);
                return Err(ServerError::Arrangement(problem));
            }
        }
        Ok(())
    }

    /// Stores the whole order, then tells of it.
    async fn keep(&self, arranged: Vec<ArrangedServer>) -> Result<(), ServerError> {
        let rows: Vec<_> = arranged
            .into_iter()
            .map(|server| (server.id, server.group))
            .collect();
        self.context().store.arrange_servers(&rows).await?;
        let place = |entry: &Arc<ServerEntry>| rows.iter().position(|(id, _)| id == &entry.id);
        self.change_entries(|entries| entries.sort_by_key(place));
        for entry in self.entries() {
            let group = rows.iter().find(|(id, _)| id == &entry.id);
            let Some((_, group)) = group else {
                continue;
            };
            if entry.group() != *group {
                entry.set_group(group.clone());
                entry.publish();
            }
        }
        self.publish_order();
        Ok(())
    }

    /// Tells in which order the servers are.
    pub(super) fn publish_order(&self) {
        let order = self
            .entries()
            .iter()
            .map(|entry| entry.id.clone())
            .collect();
        self.context()
            .events
            .send(HostEvent::ServersArranged(order));
    }
}

/// Adds the servers that are not named, each after the last one of its group.
fn completed(mut arranged: Vec<ArrangedServer>, now: Vec<ArrangedServer>) -> Vec<ArrangedServer> {
    for server in now {
        if arranged.iter().any(|other| other.id == server.id) {
            continue;
        }
        let last = arranged
            .iter()
            .rposition(|other| other.group == server.group);
        let place = last.map_or(arranged.len(), |last| last + 1);
        arranged.insert(place, server);
    }
    arranged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a:X b` is server a in the group X, then b in none.
    fn servers(text: &str) -> Vec<ArrangedServer> {
        text.split_whitespace()
            .map(|server| {
                let (id, group) = server.split_once(':').unwrap_or((server, ""));
                ArrangedServer {
                    id: id.into(),
                    group: ServerGroup::typed(group).unwrap(),
                }
            })
            .collect()
    }

    #[test]
    fn servers_that_are_not_named_come_last_in_their_group() {
        for (arranged, now, expected) in [
            ("", "a b", "a b"),
            ("b a", "a b", "b a"),
            ("b:X a", "a b", "b:X a"),
            ("c", "a b c", "c a b"),
            ("d:X b", "a:X b c:X d:X e", "d:X a:X c:X b e"),
            ("b", "a:X b c:X", "b a:X c:X"),
        ] {
            let completed = completed(servers(arranged), servers(now));
            assert_eq!(completed, servers(expected), "{arranged} of {now}");
        }
    }
}
