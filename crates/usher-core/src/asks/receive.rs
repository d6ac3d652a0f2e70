//! From a server's question to one the person can look at. Nothing here waits for a server, and a
//! server's other messages do not wait for what is done here.

use std::sync::Arc;

use serde_json::Value;
use usher_mcp::{AskAnswer, AskQuestion, IncomingAsk, RefusedAsk};

use super::answer::exposed;
use super::open::{Asker, Bound, Way};
use super::record::Over;
use super::sampling::Sampling;
use super::{Question, Visit};
use crate::host::Surroundings;
use crate::roots::Exposure;
use crate::sampling::{Standing, standing};
use crate::servers::Room;
use usher_types::address::Address;

/// Takes a server's question.
pub(crate) fn receive(around: &Arc<Surroundings>, room: &Arc<Room>, incoming: IncomingAsk) {
    take(around, room, incoming, Bound::Connection);
}

/// Takes a question that was asked at that time (Unix ms), before Usher was closed.
pub(crate) fn receive_again(
    around: &Arc<Surroundings>,
    room: &Arc<Room>,
    incoming: IncomingAsk,
    asked_at: i64,
) {
    take(around, room, incoming, Bound::Call { asked_at });
}

fn take(around: &Arc<Surroundings>, room: &Arc<Room>, incoming: IncomingAsk, bound: Bound) {
    let IncomingAsk {
        question,
        cause,
        responder,
        withdrawn,
    } = incoming;
    let way = Way {
        cause,
        responder,
        withdrawn,
        bound,
    };
    match question {
        AskQuestion::ElicitForm { message, schema } => {
            put(around, room, Question::Form { message, schema }, way);
        }
        AskQuestion::ElicitUrl {
            message,
            url,
            elicitation_id,
            reply,
        } => {
            let question = Question::Url {
                message,
                address: Address::read(&url),
                elicitation_id,
                reply,
                visit: Visit::NotYet,
            };
            put(around, room, question, way);
        }
        AskQuestion::Sample { params } => {
            let (around, room) = (Arc::clone(around), Arc::clone(room));
            tokio::spawn(async move { sample(&around, &room, params, way).await });
        }
        AskQuestion::Roots => {
            let (around, room) = (Arc::clone(around), Arc::clone(room));
            tokio::spawn(async move {
                match around.roots.exposure(&room.id).await {
                    Exposure::Agreed(folders) => {
                        way.responder.answer(AskAnswer::Roots(exposed(&folders)));
                        let question = Question::Roots { folders };
                        let over = Over::shared_by_rule(&question);
                        let asker = Asker::of(&room);
                        around
                            .asks
                            .answered_by_rule(&asker, way.cause, question, over);
                    }
                    Exposure::ToBeAsked(folders) => {
                        put(&around, &room, Question::Roots { folders }, way);
                    }
                }
            });
        }
    }
}

/// A request to a model reaches the person only as long as its server may have something of models.
async fn sample(around: &Surroundings, room: &Room, params: Value, way: Way) {
    let transport = room.definition().transport.clone();
    let sampling = Sampling::read(&around.icons, &transport, params).await;
    let question = Question::Sample(Box::new(sampling));
    match standing(around, &room.id).await {
        Standing::MayAsk => put(around, room, question, way),
        Standing::Off => {
            way.responder.answer(AskAnswer::Decline);
            room.keep_repairs([
                "Declined a question: you have turned models off for this server.".to_owned(),
            ]);
            let over = Over::declined_by_rule("Models are off for this server");
            around
                .asks
                .answered_by_rule(&Asker::of(room), way.cause, question, over);
        }
        Standing::UsedUp(why) => {
            let note = format!("Declined a question: the budget for models is used up. {why}");
            room.keep_repairs([note.clone()]);
            around
                .asks
                .refuse_unseen(&Asker::of(room), question, way, &note);
        }
    }
}

/// Records what the connection has refused already.
pub(crate) fn refuse(around: &Surroundings, room: &Room, refused: RefusedAsk) {
    around.asks.refused_unread(&Asker::of(room), refused);
}

fn put(around: &Surroundings, room: &Room, question: Question, way: Way) {
    if let Err(refused) = around.asks.open(Asker::of(room), question, way) {
        room.keep_repairs([refused.note().to_owned()]);
    }
}
