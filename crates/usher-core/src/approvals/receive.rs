//! From a server's question to one the person can look at. Nothing here waits for a server, and a
//! server's other messages do not wait for what is done here.

use std::sync::Arc;

use serde_json::Value;
use usher_mcp::{AskAnswer, AskQuestion, IncomingAsk, RefusedAsk};

use super::answer::exposed;
use super::open::{Lifetime, ReplyHandle, Requester};
use super::sampling::Sampling;
use super::{ApprovalRequest, Visit};
use crate::approvals::record::entry::Resolution;
use crate::host::Surroundings;
use crate::roots::Exposure;
use crate::sampling::{Standing, standing};
use crate::servers::ServerEntry;
use usher_types::address::Address;

/// Takes a server's question.
pub(crate) fn receive(around: &Arc<Surroundings>, entry: &Arc<ServerEntry>, incoming: IncomingAsk) {
    take(around, entry, incoming, Lifetime::Connection);
}

/// Takes a question that was asked at that time (Unix ms), before Usher was closed.
pub(crate) fn receive_again(
    around: &Arc<Surroundings>,
    entry: &Arc<ServerEntry>,
    incoming: IncomingAsk,
    asked_at: i64,
) {
    take(around, entry, incoming, Lifetime::Call { asked_at });
}

fn take(
    around: &Arc<Surroundings>,
    entry: &Arc<ServerEntry>,
    incoming: IncomingAsk,
    bound: Lifetime,
) {
    let IncomingAsk {
        question,
        cause,
        responder,
        withdrawn,
    } = incoming;
    let way = ReplyHandle {
        cause,
        responder,
        withdrawn,
        bound,
    };
    match question {
        AskQuestion::ElicitForm { message, schema } => {
            put(
                around,
                entry,
                ApprovalRequest::Form { message, schema },
                way,
            );
        }
        AskQuestion::ElicitUrl {
            message,
            url,
            elicitation_id,
            reply,
        } => {
            let question = ApprovalRequest::Url {
                message,
                address: Address::read(&url),
                elicitation_id,
                reply,
                visit: Visit::NotYet,
            };
            put(around, entry, question, way);
        }
        AskQuestion::Sample { params } => {
            let (around, entry) = (Arc::clone(around), Arc::clone(entry));
            tokio::spawn(async move { sample(&around, &entry, params, way).await });
        }
        AskQuestion::Roots => {
            let (around, entry) = (Arc::clone(around), Arc::clone(entry));
            tokio::spawn(async move {
                match around.roots.exposure(&entry.id).await {
                    Exposure::Agreed(folders) => {
                        way.responder.answer(AskAnswer::Roots(exposed(&folders)));
                        let question = ApprovalRequest::Roots { folders };
                        let over = Resolution::shared_by_rule(&question);
                        let requester = Requester::of_server(&entry);
                        around
                            .approvals
                            .answered_by_rule(&requester, way.cause, question, over);
                    }
                    Exposure::ToBeAsked(folders) => {
                        put(&around, &entry, ApprovalRequest::Roots { folders }, way);
                    }
                }
            });
        }
    }
}

/// A request to a model reaches the person only as long as its server may have something of models.
async fn sample(around: &Surroundings, entry: &ServerEntry, params: Value, way: ReplyHandle) {
    let transport = entry.definition().transport.clone();
    let sampling = Sampling::read(&around.icons, &transport, params).await;
    let question = ApprovalRequest::Sample(Box::new(sampling));
    match standing(around, &entry.id).await {
        Standing::MayAsk => put(around, entry, question, way),
        Standing::Off => {
            way.responder.answer(AskAnswer::Decline);
            entry.add_repairs([
                "Declined a question: you have turned models off for this server.".to_owned(),
            ]);
            let over = Resolution::declined_by_rule("Models are off for this server");
            around.approvals.answered_by_rule(
                &Requester::of_server(entry),
                way.cause,
                question,
                over,
            );
        }
        Standing::UsedUp(why) => {
            let note = format!("Declined a question: the budget for models is used up. {why}");
            entry.add_repairs([note.clone()]);
            around
                .approvals
                .refuse_unseen(&Requester::of_server(entry), question, way, &note);
        }
    }
}

/// Records what the connection has refused already.
pub(crate) fn refuse(around: &Surroundings, entry: &ServerEntry, refused: RefusedAsk) {
    around
        .approvals
        .refused_unread(&Requester::of_server(entry), refused);
}

fn put(around: &Surroundings, entry: &ServerEntry, question: ApprovalRequest, way: ReplyHandle) {
    if let Err(refused) = around
        .approvals
        .open(Requester::of_server(entry), question, way)
    {
        entry.add_repairs([refused.note().to_owned()]);
    }
}
