//! Whether the search for tools finds the right one, and how fast: the tools of public servers (`benches/tool-servers`),
//! queries of our own with the tools they mean, and queries that none fits. `cargo xtask bench` runs it in release mode;
//! it fails below the bounds on the half of the queries that nothing was tuned on.
//!
//! Wishes in ordinary words are searched for among other tools, which are in no repository: those of the file that
//! `USHER_TOOL_CORPUS` names (one JSON object a line: a `package` and its `tool`). Without it they are skipped.
#![expect(
    clippy::cast_precision_loss,
    reason = "counts of tools and queries are small"
)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use usher_bench::client::Outcome;
use usher_bench::tool_servers::{self, PublicTool};
use usher_search::{Ranking, ToolText, estimated_tokens};
use usher_store::ToolIndex;

/// Names the file with the tools of the ordinary wishes.
const CORPUS: &str = "USHER_TOOL_CORPUS";
/// Tools that have to be there.
const LEAST_TOOLS: usize = 1700;
/// What has to be reached with queries as models make them.
const QUERIES: Bounds = Bounds {
    recall_at_5: 0.80,
    recall_at_10: 0.90,
    no_match: 0.95,
};
/// What has to be reached with wishes as people say them, among the tools of the corpus. Wanted are 0.90 and 0.95; held out,
/// 0.45, 0.50 and 0.92 are reached. Tables know what was thought of when they were written: the other half, whose misses
/// were read for them, reaches 0.82. Of the wrong answers most are *none fits*: without that, 0.59 would be reached, but
/// next to nothing recognised. Word vectors that fit into the package added 0.02 to that; a model of sentences of 22 MB, 0.14.
const WISHES: Bounds = Bounds {
    recall_at_5: 0.43,
    recall_at_10: 0.49,
    no_match: 0.90,
};
/// What the slowest of twenty searches may take.
const LONGEST_P95: Duration = Duration::from_millis(5);
/// How far the estimate of tokens may be from what a tokenizer counts.
const MOST_TOKEN_ERROR: f64 = 0.15;
/// How often each query is made, for its time.
const ROUNDS: usize = 20;

/// What has to be reached at least, on the half that nothing was tuned on.
struct Bounds {
    /// Of the queries, how many find a right tool among the first five and among the first ten.
    recall_at_5: f64,
    recall_at_10: f64,
    /// Of the queries that no tool fits, how many find none.
    no_match: f64,
}

struct Case {
    query: String,
    /// Any of these is right.
    right: Vec<String>,
}

struct Engine {
    ranking: Ranking,
    index: ToolIndex,
    names: Vec<String>,
}

impl Engine {
    async fn new(tools: &[PublicTool]) -> Outcome<Self> {
        let texts: Vec<_> = tools
            .iter()
            .map(|tool| ToolText::of(&tool.label, &tool.definition))
            .collect();
        let (ranking, columns) = Ranking::new(&texts);
        let name = |tool: &PublicTool| {
            let name = tool.definition["name"].as_str().unwrap_or_default();
            format!("{}/{name}", tool.key)
        };
        Ok(Self {
            ranking,
            index: ToolIndex::new(&columns).await?,
            names: tools.iter().map(name).collect(),
        })
    }

    async fn search(&self, query: &str) -> Outcome<Vec<&str>> {
        let query = self.ranking.query(query);
        let hits = self.index.hits(&query.terms()).await?;
        let found = self.ranking.fitting(&query, hits);
        Ok(found
            .iter()
            .filter_map(|found| self.names.get(found.tool).map(String::as_str))
            .collect())
    }
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let target = std::env::args().nth(1);
    let target = target.ok_or("say where the list of tools is kept")?;
    let tools = tool_servers::tools(Path::new(&target)).await?;
    let mut out = std::io::stdout();
    let started = Instant::now();
    let engine = Engine::new(&tools).await?;
    writeln!(
        out,
        "tool_search {} tools, index made in {:.1?}",
        tools.len(),
        started.elapsed()
    )?;
    if tools.len() < LEAST_TOOLS {
        return Err(format!("there are only {} tools", tools.len()).into());
    }
    let shows = std::env::args().any(|word| word == "--misses");
    let mut failures = measured(&engine, "", &QUERIES, shows).await?;
    match std::env::var_os(CORPUS) {
        Some(path) => {
            let engine = Engine::new(&corpus(Path::new(&path))?).await?;
            failures.extend(measured(&engine, "ordinary-", &WISHES, shows).await?);
        }
        None => writeln!(
            out,
            "tool_search ordinary wishes skipped: {CORPUS} names no file"
        )?,
    }
    let error = tokens(&tools)?;
    if error.abs() > MOST_TOKEN_ERROR {
        failures.push(format!(
            "the estimate of tokens is off by more than {MOST_TOKEN_ERROR}"
        ));
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures.join("; ").into())
    }
}

/// Prints what the queries of this kind reach, and returns what was not.
async fn measured(
    engine: &Engine,
    kind: &str,
    bounds: &Bounds,
    shows: bool,
) -> Outcome<Vec<String>> {
    let mut failures = Vec::new();
    for half in ["development", "held-out"] {
        let shows = shows && half == "development";
        let cases = cases(&format!("{kind}{half}"), engine)?;
        let (five, ten) = recall(engine, &cases, shows).await?;
        let nothing = lines(&format!("queries/{kind}nothing-{half}.tsv"))?;
        let none = no_match(engine, &nothing, shows).await?;
        let (p50, p95) = times(engine, &cases).await?;
        let name = format!("{kind}{half}");
        writeln!(
            std::io::stdout(),
            "tool_search {name:<20} {:>3} queries  recall@5 {five:.3}  @10 {ten:.3}  no match {none:.3} of {}  p50 {p50:.2?}  p95 {p95:.2?}",
            cases.len(),
            nothing.len(),
        )?;
        if half == "development" {
            continue;
        }
        let figures = [
            ("recall@5", five, bounds.recall_at_5),
            ("recall@10", ten, bounds.recall_at_10),
            ("no match", none, bounds.no_match),
        ];
        let below = figures.iter().filter(|(_, figure, least)| figure < least);
        failures.extend(below.map(|(what, _, least)| format!("{name}: {what} is below {least}")));
        if p95 > LONGEST_P95 {
            failures.push(format!("{name}: p95 is above {LONGEST_P95:?}"));
        }
    }
    Ok(failures)
}

/// The tools of a file of the form that is said above; a server is called as its package.
fn corpus(path: &Path) -> Outcome<Vec<PublicTool>> {
    let text = fs::read_to_string(path)?;
    let mut tools = Vec::new();
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line)?;
        let package = line["package"]
            .as_str()
            .ok_or("a tool has no package")?
            .to_owned();
        tools.push(PublicTool {
            key: package.clone(),
            label: package,
            definition: line["tool"].take(),
        });
    }
    Ok(tools)
}

fn lines(name: &str) -> Outcome<Vec<String>> {
    let text = fs::read_to_string(tool_servers::file(name))?;
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}

fn cases(name: &str, engine: &Engine) -> Outcome<Vec<Case>> {
    let mut cases = Vec::new();
    for line in lines(&format!("queries/{name}.tsv"))? {
        let (query, right) = line.split_once('\t').ok_or("a query names no tool")?;
        let right: Vec<_> = right.split(' ').map(str::to_owned).collect();
        if let Some(gone) = right.iter().find(|name| !engine.names.contains(name)) {
            return Err(format!("there is no tool {gone}").into());
        }
        cases.push(Case {
            query: query.to_owned(),
            right,
        });
    }
    Ok(cases)
}

async fn recall(engine: &Engine, cases: &[Case], shows: bool) -> Outcome<(f64, f64)> {
    let (mut five, mut ten) = (0, 0);
    for case in cases {
        let found = engine.search(&case.query).await?;
        let place = found
            .iter()
            .position(|name| case.right.iter().any(|right| right == name));
        five += usize::from(place.is_some_and(|place| place < 5));
        ten += usize::from(place.is_some_and(|place| place < 10));
        if shows && place.is_none_or(|place| place >= 5) {
            let first: Vec<_> = found.iter().take(5).collect();
            writeln!(
                std::io::stdout(),
                "  {:?} at {place:?}: {:?}\n    wanted {:?}",
                case.query,
                first,
                case.right
            )?;
        }
    }
    let all = cases.len() as f64;
    Ok((five as f64 / all, ten as f64 / all))
}

async fn no_match(engine: &Engine, queries: &[String], shows: bool) -> Outcome<f64> {
    let mut none = 0;
    for query in queries {
        let found = engine.search(query).await?;
        none += usize::from(found.is_empty());
        if shows && !found.is_empty() {
            let first: Vec<_> = found.iter().take(3).collect();
            writeln!(std::io::stdout(), "  {query:?} finds {first:?}")?;
        }
    }
    Ok(none as f64 / queries.len() as f64)
}

async fn times(engine: &Engine, cases: &[Case]) -> Outcome<(Duration, Duration)> {
    let mut took = Vec::new();
    for _ in 0..ROUNDS {
        for case in cases {
            let started = Instant::now();
            engine.search(&case.query).await?;
            took.push(started.elapsed());
        }
    }
    took.sort_unstable();
    let at = |percent: usize| {
        took.get(took.len() * percent / 100)
            .copied()
            .unwrap_or_default()
    };
    Ok((at(50), at(95)))
}

/// Prints how far the estimate of tokens is from what a tokenizer counts, for all definitions together and one by one.
fn tokens(tools: &[PublicTool]) -> Outcome<f64> {
    let tokenizer = tiktoken_rs::o200k_base()?;
    let (mut counted, mut estimated) = (0, 0);
    let mut off = Vec::new();
    for tool in tools {
        let text = serde_json::json!({
            "name": tool.definition["name"],
            "description": tool.definition["description"],
            "input_schema": tool.definition["inputSchema"],
        })
        .to_string();
        let real = tokenizer.encode_ordinary(&text).len();
        let guess = estimated_tokens(&text);
        counted += real;
        estimated += guess;
        off.push((guess as f64 / real as f64 - 1.0).abs());
    }
    off.sort_unstable_by(f64::total_cmp);
    let error = estimated as f64 / counted as f64 - 1.0;
    writeln!(
        std::io::stdout(),
        "tool_search tokens: o200k {counted}, estimated {estimated} ({:+.1} %); one definition is off by {:.1} % (median), {:.1} % (p95)",
        error * 100.0,
        off.get(off.len() / 2).copied().unwrap_or_default() * 100.0,
        off.get(off.len() * 95 / 100).copied().unwrap_or_default() * 100.0,
    )?;
    Ok(error)
}
