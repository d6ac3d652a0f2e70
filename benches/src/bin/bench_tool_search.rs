//! Whether the search for tools finds the right one, and how fast: the tools of public servers (`benches/tool-servers`),
//! queries of our own with the tools they mean, and queries that none fits. `cargo xtask bench` runs it in release mode;
//! it fails below the bounds on the half of the queries that nothing was tuned on.
#![expect(
    clippy::cast_precision_loss,
    reason = "counts of tools and queries are small"
)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use usher_bench::client::Outcome;
use usher_bench::tool_servers::{self, PublicTool};
use usher_search::{Ranking, ToolText, estimated_tokens};
use usher_store::ToolIndex;

/// Tools that have to be there.
const LEAST_TOOLS: usize = 1700;
/// Of the queries, how many find a right tool among the first five and among the first ten, at least.
const LEAST_RECALL_AT_5: f64 = 0.80;
const LEAST_RECALL_AT_10: f64 = 0.90;
/// Of the queries that no tool fits, how many find none, at least.
const LEAST_NO_MATCH: f64 = 0.95;
/// What the slowest of twenty searches may take.
const LONGEST_P95: Duration = Duration::from_millis(5);
/// How far the estimate of tokens may be from what a tokenizer counts.
const MOST_TOKEN_ERROR: f64 = 0.15;
/// How often each query is made, for its time.
const ROUNDS: usize = 20;

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
    let mut failures = Vec::new();
    for half in ["development", "held-out"] {
        let cases = cases(half, &engine)?;
        let (five, ten) = recall(&engine, &cases, shows && half == "development").await?;
        let nothing = lines(&format!("queries/nothing-{half}.tsv"))?;
        let none = no_match(&engine, &nothing, shows && half == "development").await?;
        let (p50, p95) = times(&engine, &cases).await?;
        writeln!(
            out,
            "tool_search {half:<12} {:>3} queries  recall@5 {five:.3}  @10 {ten:.3}  no match {none:.3} of {}  p50 {p50:.2?}  p95 {p95:.2?}",
            cases.len(),
            nothing.len(),
        )?;
        if half == "development" {
            continue;
        }
        for (figure, rank, least) in [(five, 5, LEAST_RECALL_AT_5), (ten, 10, LEAST_RECALL_AT_10)] {
            if figure < least {
                failures.push(format!("recall@{rank} is below {least}"));
            }
        }
        if none < LEAST_NO_MATCH {
            failures.push(format!("no match is below {LEAST_NO_MATCH}"));
        }
        if p95 > LONGEST_P95 {
            failures.push(format!("p95 is above {LONGEST_P95:?}"));
        }
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

fn lines(name: &str) -> Outcome<Vec<String>> {
    let text = fs::read_to_string(tool_servers::file(name))?;
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}

fn cases(half: &str, engine: &Engine) -> Outcome<Vec<Case>> {
    let mut cases = Vec::new();
    for line in lines(&format!("queries/{half}.tsv"))? {
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
