//! Requests of ours that wait for their answers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::received::Outcome;

/// The requests to one other side that wait for its answers.
#[derive(Debug, Default)]
pub struct Requests {
    next_id: AtomicU64,
    /// By their ids as JSON text. One whose receiver was dropped waits no longer.
    waiting: Mutex<HashMap<String, oneshot::Sender<Outcome>>>,
}

impl Requests {
    /// Opens a request under a new id. `None` = as many as may be are open.
    pub fn begin(&self, most: usize) -> Option<(Value, oneshot::Receiver<Outcome>)> {
        let mut waiting = self.waiting.lock();
        waiting.retain(|_, answer| !answer.is_closed());
        if waiting.len() >= most {
            return None;
        }
        let number = self.next_id.fetch_add(1, Ordering::Relaxed);
        let id = Value::from(format!("usher-{number}"));
        let (sender, answer) = oneshot::channel();
        waiting.insert(id.to_string(), sender);
        Some((id, answer))
    }

    /// Takes an answer; whether somebody waits for it.
    pub fn answer(&self, id: &Value, outcome: Outcome) -> bool {
        let waiting = self.waiting.lock().remove(&id.to_string());
        waiting.is_some_and(|waiting| waiting.send(outcome).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn an_answer_reaches_who_asked_and_nobody_else() {
        let requests = Requests::default();
        let [(first, answer), (second, given_up)] = [(), ()].map(|()| requests.begin(2).unwrap());
        assert_eq!([&first, &second], ["usher-0", "usher-1"]);
        assert!(requests.begin(2).is_none(), "two may be open");
        assert!(requests.answer(&first, Ok(json!(7))));
        assert!(!requests.answer(&first, Ok(json!(8))), "the first counts");
        assert_eq!(answer.await, Ok(Ok(json!(7))));
        drop(given_up);
        let (last, answer) = requests.begin(1).unwrap();
        assert_eq!(last, "usher-2", "one that is given up takes no place");
        assert!(!requests.answer(&second, Ok(json!({}))), "nobody waits");
        drop(requests);
        assert!(answer.await.is_err(), "nobody can answer any more");
    }
}
