//! Finds a tool or prompt by the name that clients know it by.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use usher_core::clients::{AllOffers, MetaTool, OfferedItem, Offers, SourceOffer};
use usher_types::client::ClientProfile;
use usher_types::id::SourceId;

use crate::listing::resource_uris::UriOwners;

/// All offers, with their names as clients see them. Made anew when something changes.
pub(crate) struct ItemIndex {
    offers: Offers,
    made: Mutex<Option<(u64, Arc<Index>)>>,
}

/// What is offered at one time.
pub(crate) struct Index {
    /// What is on.
    pub(crate) sources: Vec<Arc<SourceOffer>>,
    /// The same, and what is off.
    known: Vec<Arc<SourceOffer>>,
    offers: Offers,
    /// Made once somebody asks for a resource.
    uris: OnceLock<UriOwners>,
    tools: HashMap<String, Place>,
    prompts: HashMap<String, Place>,
}

#[derive(Clone, Copy)]
struct Place {
    source: usize,
    item: usize,
}

/// An item, and whose it is.
pub(crate) struct Found<'a> {
    pub(crate) offer: &'a Arc<SourceOffer>,
    pub(crate) item: &'a OfferedItem,
}

impl ItemIndex {
    pub(crate) fn new(offers: Offers) -> Self {
        Self {
            offers,
            made: Mutex::default(),
        }
    }

    pub(crate) fn offers(&self) -> &Offers {
        &self.offers
    }

    /// What is offered now.
    pub(crate) async fn now(&self) -> Arc<Index> {
        let version = *self.offers.changes().borrow();
        let made = self.made.lock().clone();
        if let Some((of, index)) = made
            && of == version
        {
            return index;
        }
        let all = self.offers.all().await;
        let index = Arc::new(Index::new(&self.offers, &all));
        let mut made = self.made.lock();
        // What could not be read is read again by the next request.
        *made = (all.unread == 0).then(|| (version, Arc::clone(&index)));
        index
    }
}

impl Index {
    fn new(offers: &Offers, all: &AllOffers) -> Self {
        let known = all.offers.iter().map(|(offer, _)| Arc::clone(offer));
        let mut index = Self {
            sources: all.on(),
            known: known.collect(),
            offers: offers.clone(),
            uris: OnceLock::new(),
            tools: HashMap::new(),
            prompts: HashMap::new(),
        };
        for (source, offer) in index.sources.iter().enumerate() {
            for (items, names) in [
                (&offer.tools, &mut index.tools),
                (&offer.prompts, &mut index.prompts),
            ] {
                for (item, offered) in items.iter().enumerate() {
                    // The first of two that are called alike is the one that its server means, too.
                    names
                        .entry(offer.exposed_name(&offered.name))
                        .or_insert(Place { source, item });
                }
            }
        }
        index
    }

    /// Whose URIs are whose.
    pub(crate) fn uris(&self) -> &UriOwners {
        let known = self.known.iter().map(Arc::as_ref);
        self.uris.get_or_init(|| UriOwners::of(&self.offers, known))
    }

    /// The one server there is, whether it is on or off.
    pub(crate) fn only_server(&self) -> Option<&Arc<SourceOffer>> {
        let mut servers = self.known.iter().filter(|offer| offer.server.is_some());
        servers.next().filter(|_| servers.next().is_none())
    }

    /// The tool that a client of this profile knows by a name.
    pub(crate) fn tool(&self, profile: &ClientProfile, name: &str) -> Option<Found<'_>> {
        if let Some(source) = profile.plain_names_of() {
            return self.of_source(source, |offer| &offer.tools, name);
        }
        let place = self.tools.get(name)?;
        let offer = self.sources.get(place.source)?;
        let item = offer.tools.get(place.item)?;
        Some(Found { offer, item })
    }

    /// The tool of this name, if a client of this profile may use it.
    pub(crate) fn offered(&self, profile: &ClientProfile, name: &str) -> Option<Found<'_>> {
        let found = self.tool(profile, name)?;
        let is_shown = profile.shows_tool(&found.offer.source, &found.item.name);
        is_shown.then_some(found)
    }

    /// The tool of Usher itself that a client of this profile knows by a name.
    pub(crate) fn own_tool(&self, profile: &ClientProfile, name: &str) -> Option<MetaTool> {
        let mut own = MetaTool::ALL.into_iter();
        own.find(|tool| self.own_name(profile, *tool) == name)
    }

    /// What a tool of Usher itself is called for a client of this profile.
    pub(crate) fn own_name(&self, profile: &ClientProfile, tool: MetaTool) -> String {
        tool.free_name(|name| self.tool(profile, name).is_some())
    }

    /// The prompt that a client of this profile knows by a name.
    pub(crate) fn prompt(&self, profile: &ClientProfile, name: &str) -> Option<Found<'_>> {
        if let Some(source) = profile.plain_names_of() {
            return self.of_source(source, |offer| &offer.prompts, name);
        }
        let place = self.prompts.get(name)?;
        let offer = self.sources.get(place.source)?;
        let item = offer.prompts.get(place.item)?;
        Some(Found { offer, item })
    }

    fn of_source(
        &self,
        source: &SourceId,
        items: impl Fn(&SourceOffer) -> &Vec<OfferedItem>,
        name: &str,
    ) -> Option<Found<'_>> {
        let offer = self.sources.iter().find(|offer| offer.source == *source)?;
        let item = items(offer).iter().find(|item| item.name == name)?;
        Some(Found { offer, item })
    }
}
