//! Ends clients, `usher connect`, the host and servers by force while a call runs or waits for the person, again and
//! again, in an order that differs from run to run.

mod processes;

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io::BufRead as _;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usher_api::operations::{TypedOperation as _, op};
use usher_app::{Desktop, Environment, open_host_with};

use super::{Client, Place, call};
use crate::window::repository;
use processes::{adapters, kill};

pub use processes::{TAG, end, hosts, servers, tagged, windows};

/// How soon nothing of what was ended is left.
const GONE_WITHIN: Duration = Duration::from_secs(10);
/// The longest time from a call to the kill, in milliseconds.
const MOMENTS_MS: u64 = 200;
/// How long a call runs by itself, in seconds: so long that each end of one is caused by the kill. Each call waits
/// another time, by which it is known.
const WAITS_S: usize = 120;

/// What is ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    Client,
    Adapter,
    Host,
    Server,
}

/// What the client waits for meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doing {
    /// A call that runs.
    Running,
    /// A call that the person is asked about, and never answers.
    Asking,
}

/// Every pair that can be: the death of a server is no end of a call that has not begun.
const CASES: [(Victim, Doing); 7] = [
    (Victim::Client, Doing::Running),
    (Victim::Client, Doing::Asking),
    (Victim::Adapter, Doing::Running),
    (Victim::Adapter, Doing::Asking),
    (Victim::Host, Doing::Running),
    (Victim::Host, Doing::Asking),
    (Victim::Server, Doing::Running),
];

/// What happened.
#[derive(Debug, Default)]
pub struct Kills {
    /// Decides what was killed, and when: `USHER_KILLS_SEED` repeats a run.
    pub seed: u64,
    /// How long the client waited after each, in milliseconds.
    pub waited_ms: Vec<f64>,
    /// What went wrong; none should.
    pub wrong: Vec<String>,
}

/// Numbers that a seed decides (`SplitMix64`).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

fn seed() -> u64 {
    let given = std::env::var("USHER_KILLS_SEED").ok();
    let given = given.and_then(|given| given.parse().ok());
    given.unwrap_or_else(|| RandomState::new().hash_one("kills"))
}

/// Kills so many times; `usher` is the terminal program. Whoever is left knows within this time: of a call an answer, a
/// named error or the end of the connection.
pub fn kill_again_and_again(usher: &Path, count: usize, within: Duration) -> Kills {
    let place = Place::default();
    let tag = place.data().display().to_string();
    let serving = place.serve(usher);
    Client::start(client(&place, usher)).initialize();
    serving.stop();
    let env = json!([{ "name": TAG, "secret": false, "value": tag }]);
    let config = json!({
        "kind": "stdio", "command": usher.display().to_string(), "args": ["--demo-server"],
        "env": env, "cwd": null,
    });
    place.prepare(usher, &[config]);
    let mut kills = Kills {
        seed: seed(),
        ..Kills::default()
    };
    let mut random = Random(kills.seed);
    for number in 0..count {
        let case = usize::try_from(random.below(CASES.len() as u64)).unwrap_or_default();
        let (victim, doing) = CASES[case];
        let kill = Kill {
            number,
            victim,
            doing,
            moment: Duration::from_millis(random.below(MOMENTS_MS)),
        };
        // The first client after a host was killed starts the next host.
        match kill.run(&place, usher, &tag, within) {
            Ok(waited) => kills.waited_ms.push(waited.as_secs_f64() * 1000.0),
            Err(wrong) => kills.wrong.push(format!("{kill:?}: {wrong}")),
        }
    }
    for pid in hosts(&place) {
        end(pid);
    }
    let left = || [hosts(&place), adapters(&place), tagged(&tag)].concat();
    if !is_soon(GONE_WITHIN, || left().is_empty()) {
        kills
            .wrong
            .push(format!("processes are left: {:?}", left()));
    }
    let recorded = tokio::runtime::Runtime::new().expect("a runtime");
    let recorded = recorded.block_on(wrong_records(&place, usher, within));
    kills.wrong.extend(recorded);
    kills
}

/// A client that is a process of its own, with `usher connect` below it.
fn client(place: &Place, usher: &Path) -> Command {
    let mut command = place.command(Path::new("node"), &[]);
    command
        .arg(repository().join("tests/peers/relay_client.mjs"))
        .arg(usher)
        .args(["connect", "--as", "Client"]);
    command
}

/// One kill.
#[derive(Debug)]
struct Kill {
    number: usize,
    victim: Victim,
    doing: Doing,
    /// When, after the call was sent: while it is on its way, runs or waits.
    moment: Duration,
}

impl Kill {
    /// Kills, and returns how long it took until who was left knew.
    fn run(
        &self,
        place: &Place,
        usher: &Path,
        tag: &str,
        within: Duration,
    ) -> Result<Duration, String> {
        let mut client = Client::start(client(place, usher));
        client.initialize();
        if self.victim == Victim::Server {
            // A call that comes while its server starts anew waits for that, so the call has to be there first.
            let arguments = json!({ "message": "it runs" });
            let echo = json!({ "name": "server-2__echo", "arguments": arguments });
            let echoed = client.request("tools/call", &echo);
            if !echoed["result"].is_object() {
                return Err(format!("the server does not run: {echoed}"));
            }
        }
        let (tool, arguments) = match self.doing {
            Doing::Running => ("wait", json!({ "seconds": WAITS_S + self.number })),
            Doing::Asking => ("add_note", json!({ "text": self.number.to_string() })),
        };
        let params = json!({ "name": format!("server-2__{tool}"), "arguments": arguments });
        let id = client.begin("tools/call", &params);
        let on_its_way = match self.victim {
            Victim::Server => Duration::from_millis(50),
            Victim::Client | Victim::Adapter | Victim::Host => Duration::ZERO,
        };
        std::thread::sleep(self.moment + on_its_way);
        let victims = match self.victim {
            Victim::Client => vec![client.child.id()],
            Victim::Adapter => adapters(place),
            Victim::Host => hosts(place),
            Victim::Server => servers(tag),
        };
        for pid in victims {
            kill(pid, "KILL");
        }
        let began = Instant::now();
        if self.victim == Victim::Client {
            let is_gone = is_soon(within, || adapters(place).is_empty());
            let waited = began.elapsed();
            let outlived = || "usher connect outlives its client".to_owned();
            return is_gone.then_some(waited).ok_or_else(outlived);
        }
        let answer = answer_to(&mut client, id, within);
        let waited = began.elapsed();
        match (self.victim, answer) {
            (_, Err(_)) => Err("the call has no answer".to_owned()),
            // The client sees the end of its connection.
            (Victim::Adapter, Ok(None)) => Ok(waited),
            (_, Ok(None)) => Err("usher connect ended, too".to_owned()),
            (_, Ok(Some(answer))) => {
                let is_error =
                    answer["error"]["message"].is_string() || answer["result"]["isError"] == true;
                let answered = || format!("it was answered {answer}");
                is_error.then_some(waited).ok_or_else(answered)
            }
        }
    }
}

/// The answer to a request, if it comes soon; `None` = the connection ends.
fn answer_to(
    client: &mut Client,
    id: u64,
    within: Duration,
) -> Result<Option<Value>, mpsc::RecvTimeoutError> {
    let (sender, answered) = mpsc::channel();
    let mut output = client.take_output();
    std::thread::spawn(move || {
        let mut line = String::new();
        loop {
            line.clear();
            let is_over = output.read_line(&mut line).map_or(true, |read| read == 0);
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            if is_over || message["id"] == id {
                let _ = sender.send((!is_over).then_some(message));
                return;
            }
        }
    });
    answered.recv_timeout(within)
}

fn is_soon(within: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while !is_so() {
        if began.elapsed() > within {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

/// What is on record that should not be: a call that ran twice or without a yes, or one that the host still held when
/// its client was gone.
async fn wrong_records(place: &Place, usher: &Path, within: Duration) -> Vec<String> {
    let environment = Environment::at(&place.data());
    let api = open_host_with(&environment, None, Desktop::default(), usher.to_owned()).await;
    let longest = i64::try_from(within.as_millis() + u128::from(MOMENTS_MS) + 50);
    let longest = longest.unwrap_or(i64::MAX);
    let mut wrong = Vec::new();
    let page = json!({ "limit": 200 });
    let mut runs: HashMap<String, usize> = HashMap::new();
    for row in rows(&api, op::HistoryList::NAME, &page).await {
        let is_run = row["name"] == "wait";
        if row["name"] == "add_note" {
            wrong.push(format!("nobody allowed it: {row}"));
        }
        if is_run && row["durationMs"].as_i64() > Some(longest) {
            wrong.push(format!("the host held it for too long: {row}"));
        }
        if is_run {
            *runs.entry(row["arguments"].to_string()).or_default() += 1;
        }
    }
    let twice = runs.into_iter().filter(|(_, times)| *times > 1);
    wrong.extend(twice.map(|(call, times)| format!("{call} ran {times} times")));
    let page = json!({ "filter": {}, "limit": 200 });
    for row in rows(&api, op::ApprovalRecordList::NAME, &page).await {
        let asked_for = row["closedAt"].as_i64().zip(row["openedAt"].as_i64());
        let asked_for = asked_for.map(|(closed, opened)| closed - opened);
        if row["name"] == "add_note" && asked_for > Some(longest) {
            wrong.push(format!("the person was asked for too long: {row}"));
        }
    }
    api.close().await;
    wrong
}

/// All rows of a list that is read by pages.
async fn rows(api: &usher_api::Api, operation: &str, page: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let mut before = Value::Null;
    loop {
        let mut params = page.clone();
        params["before"] = before;
        let rows = call(api, operation, params).await;
        let rows = rows.as_array().cloned().unwrap_or_default();
        let Some(last) = rows.last() else { return all };
        before = last["id"].clone();
        all.extend(rows);
    }
}
