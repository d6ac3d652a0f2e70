//! From a server's question to one the person can look at. Nothing here waits for a server, and a
//! server's other messages do not wait for what is done here.

use std::sync::Arc;

use usher_mcp::{AskAnswer, AskQuestion, IncomingAsk};

use super::answer::exposed;
use super::queue::Way;
use super::sampling::Sampling;
use super::{Address, Question, Visit};
use crate::host::Surroundings;
use crate::roots::Exposure;
use crate::servers::Room;

/// Takes a server's question.
pub(crate) fn receive(around: &Arc<Surroundings>, room: &Arc<Room>, incoming: IncomingAsk) {
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
            tokio::spawn(async move {
                let transport = room.definition().transport.clone();
                let sampling = Sampling::read(&around.icons, &transport, params).await;
                put(&around, &room, Question::Sample(sampling), way);
            });
        }
        AskQuestion::Roots => {
            let (around, room) = (Arc::clone(around), Arc::clone(room));
            tokio::spawn(async move {
                match around.roots.exposure(&room.id).await {
                    Exposure::Agreed(folders) => {
                        way.responder.answer(AskAnswer::Roots(exposed(&folders)));
                    }
                    Exposure::ToBeAsked(folders) => {
                        put(&around, &room, Question::Roots { folders }, way);
                    }
                }
            });
        }
    }
}

fn put(around: &Surroundings, room: &Room, question: Question, way: Way) {
    if let Err(refused) = around.asks.open(&room.id, question, way) {
        room.keep_repair(refused.note());
    }
}
