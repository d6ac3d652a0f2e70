//! Finds tools among those a client may use, and says what listing them costs its model.
//!
//! The index is made of the same offers as the lists, once for all clients, and anew when something changes.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

use serde_json::{Value, json};
use usher_agents::AgentLimits;
use usher_search::{Ranking, ToolText, estimated_tokens};
use usher_store::{StoreError, ToolIndex};
use usher_types::client::ClientProfile;

use super::meta_tools::MetaTool;
use super::offers::{OfferedItem, Offers, SourceOffer};
use super::tool_listing::{self, Listed};

/// Searches for tools. Clones share the index.
#[derive(Clone)]
pub struct ToolSearch(Arc<Inner>);

struct Inner {
    offers: Offers,
    /// Held while it is made, so that it is made once.
    made: tokio::sync::Mutex<Option<(u64, Arc<Indexed>)>>,
}

/// All tools that are offered at one time.
struct Indexed {
    tools: Vec<IndexedTool>,
    ranking: Ranking,
    index: ToolIndex,
}

struct IndexedTool {
    offer: Arc<SourceOffer>,
    /// Its place in the offer.
    item: usize,
    /// What listing it costs, about.
    tokens: usize,
}

/// A tool that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundTool {
    pub offer: Arc<SourceOffer>,
    pub item: OfferedItem,
}

/// What listing tools to a client costs its model, about, in tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListingCost {
    /// How many tools it may use.
    pub tools: usize,
    /// For all of them.
    pub all_tokens: usize,
    /// For the tools of Usher with which it searches, and its favorites.
    pub search_tokens: usize,
    /// From so many tools on, a client searches if it is not known to do so by itself.
    pub many_tools: usize,
    /// What it is listed where the person has chosen nothing.
    pub automatic: Listed,
    /// Whether it is known to search tools by itself.
    pub searches_itself: bool,
}

impl ToolSearch {
    pub(crate) fn new(offers: Offers) -> Self {
        Self(Arc::new(Inner {
            offers,
            made: tokio::sync::Mutex::default(),
        }))
    }

    /// The tools that fit best among those of a profile, the best first. None fits: there is no such tool.
    pub async fn find(
        &self,
        profile: &ClientProfile,
        query: &str,
        limit: usize,
    ) -> Result<Vec<FoundTool>, StoreError> {
        let indexed = self.indexed().await?;
        let query = indexed.ranking.query(query);
        let hits = indexed.index.hits(&query.terms()).await?;
        let offered = hits.into_iter().filter(|(tool, _)| {
            let tool = indexed.tools.get(*tool);
            tool.is_some_and(|tool| tool.is_shown(profile))
        });
        let fitting = indexed.ranking.fitting(&query, offered);
        let tools = fitting.into_iter().take(limit);
        Ok(tools
            .filter_map(|found| indexed.tools.get(found.tool)?.found())
            .collect())
    }

    /// What listing tools costs for a client of this profile that gives itself this name.
    pub async fn cost(
        &self,
        profile: &ClientProfile,
        declared: &str,
    ) -> Result<ListingCost, StoreError> {
        let indexed = self.indexed().await?;
        let mut cost = ListingCost {
            tools: 0,
            all_tokens: 0,
            search_tokens: MetaTool::ALL
                .into_iter()
                .map(|tool| listed_tokens(tool.name(), &tool.definition()))
                .sum(),
            many_tools: tool_listing::MANY_TOOLS,
            automatic: Listed::All,
            searches_itself: AgentLimits::of_client(declared).searches_tools,
        };
        for tool in indexed.tools.iter().filter(|tool| tool.is_shown(profile)) {
            cost.tools += 1;
            cost.all_tokens += tool.tokens;
            let is_favorite = tool
                .item()
                .is_some_and(|item| profile.is_favorite(&tool.offer.source, &item.name));
            if is_favorite {
                cost.search_tokens += tool.tokens;
            }
        }
        cost.automatic = tool_listing::automatic(cost.tools, declared);
        Ok(cost)
    }

    async fn indexed(&self) -> Result<Arc<Indexed>, StoreError> {
        let inner = &self.0;
        let mut made = inner.made.lock().await;
        let version = *inner.offers.changes().borrow();
        if let Some((of, indexed)) = &*made
            && *of == version
        {
            return Ok(Arc::clone(indexed));
        }
        let all = inner.offers.all().await;
        let offers = all.on();
        // Reading all texts takes a while, and others wait for this thread.
        let read = tokio::task::spawn_blocking(move || read(&offers)).await;
        let (tools, ranking, columns) = read.unwrap_or_default();
        let index = ToolIndex::new(&columns).await?;
        let indexed = Arc::new(Indexed {
            tools,
            ranking,
            index,
        });
        *made = (all.unread == 0).then(|| (version, Arc::clone(&indexed)));
        Ok(indexed)
    }
}

type Read = (Vec<IndexedTool>, Ranking, Vec<usher_search::Columns>);

fn read(offers: &[Arc<SourceOffer>]) -> Read {
    let mut tools = Vec::new();
    let mut texts = Vec::new();
    for offer in offers {
        for (item, offered) in offer.tools.iter().enumerate() {
            texts.push(ToolText::of(&offer.label, &offered.definition));
            tools.push(IndexedTool {
                offer: Arc::clone(offer),
                item,
                tokens: listed_tokens(&offer.exposed_name(&offered.name), &offered.definition),
            });
        }
    }
    let (ranking, columns) = Ranking::new(&texts);
    (tools, ranking, columns)
}

/// What clients hand to their models of a definition, in tokens.
fn listed_tokens(name: &str, definition: &Value) -> usize {
    let handed = json!({
        "name": name,
        "description": definition["description"],
        "input_schema": definition["inputSchema"],
    });
    estimated_tokens(&handed.to_string())
}

impl IndexedTool {
    fn item(&self) -> Option<&OfferedItem> {
        self.offer.tools.get(self.item)
    }

    fn is_shown(&self, profile: &ClientProfile) -> bool {
        self.item()
            .is_some_and(|item| profile.shows_tool(&self.offer.source, &item.name))
    }

    fn found(&self) -> Option<FoundTool> {
        Some(FoundTool {
            offer: Arc::clone(&self.offer),
            item: self.item()?.clone(),
        })
    }
}
