//! Looking for new versions, and choosing which one is used. Looking never changes what runs: what is found is kept
//! beside it until the person has decided.

use std::time::Duration;
use usher_types::webtool::{PinId, WebtoolKind};

use url::Url;
use usher_messages::Message;
use usher_review::deceptive_text::DeceptiveText;
use usher_system::blocking::spawn_blocking;
use usher_types::field_problem::FieldProblem;
use usher_types::id::{SourceId, WebtoolId};

use super::preview::{deceptive_text_of, fetch_document, find_document};
use super::recorded::Decision;
use super::{WebtoolError, WebtoolSnapshot, WebtoolState, Webtools};
use usher_webtools::compare::{Compared, Comparison};
use usher_webtools::fetch::{self, FetchFault};
use usher_webtools::pin::Tampered;
use usher_webtools::pin::{Checked, ConfiguredWebtool, Found, Pin};

/// How often is checked which webtools are due for an update check.
const SEE_EVERY: Duration = Duration::from_mins(5);
const HOUR_MS: i64 = 60 * 60 * 1000;

impl Webtools {
    /// Starts the task that checks webtools for updates by their schedules.
    pub(crate) fn watch(&self) {
        let weak = self.downgrade();
        let closing = self.context().closing.clone();
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = closing.cancelled() => return,
                    () = tokio::time::sleep(SEE_EVERY) => {}
                }
                let Some(webtools) = weak.upgrade() else {
                    return;
                };
                webtools.check_due().await;
            }
        });
    }

    /// Checks all webtools that are due by their schedule.
    pub async fn check_due(&self) {
        let now = self.context().clock.now_ms();
        for webtool in self.list() {
            let ConfiguredWebtool {
                id,
                definition,
                checked,
                enabled,
                ..
            } = webtool.configured;
            let every = i64::from(definition.check_every_hours).saturating_mul(HOUR_MS);
            let since = checked.map_or(webtool.fetched_at, |checked| checked.at);
            if every == 0 || !enabled || now.saturating_sub(since) < every {
                continue;
            }
            // Then nobody has wished for a look at this address.
            if let WebtoolState::Refused(Tampered::Consent | Tampered::NotReviewed) = webtool.state
            {
                continue;
            }
            if let Err(error) = self.check(&id).await {
                tracing::warn!(%id, %error, "looking for a new version failed");
            }
        }
    }

    async fn with_address(&self, id: &WebtoolId) -> Result<(ConfiguredWebtool, Url), WebtoolError> {
        let webtool = self.context().store.webtool(id).await?;
        let url = webtool.definition.url.clone();
        Ok((webtool, url.ok_or(WebtoolError::NoAddress)?))
    }

    /// Looks whether the document is still the same. What is used stays what it is.
    pub async fn check(&self, id: &WebtoolId) -> Result<WebtoolSnapshot, WebtoolError> {
        let context = self.context();
        let (webtool, url) = self.with_address(id).await?;
        let token = self.token_to_look_with(&webtool).await?;
        let kind = webtool.definition.document_kind();
        let preview = match kind {
            WebtoolKind::Webtool => find_document(&self.worker(id), &url, token.as_ref()).await,
            WebtoolKind::OpenApi => fetch_document(&self.worker(id), &url, token.as_ref())
                .await
                .map(|(fetched, document)| (url.clone(), fetched, document)),
        };
        let _edit = self.edit().await;
        let mut webtool = context.store.webtool(id).await?;
        let at = context.clock.now_ms();
        let found = match preview {
            Err(fault @ FetchFault::Gone { .. }) => Found::Gone {
                message: fault.message(),
            },
            Err(fault) => Found::Failed {
                message: fault.message(),
            },
            Ok((.., document)) if document.kind != kind => Found::Failed {
                message: other_kind(document.kind),
            },
            Ok((_, fetched, document)) => {
                let new = Pin::of(&fetched, &document, Some(&url), at);
                let current = context.store.webtool_pin(id, webtool.current).await?;
                let is_same = current.sha256 == new.sha256;
                // What nobody agreed to says nothing about what the server did.
                let altered = current.agreed(&webtool).err();
                let altered =
                    altered.filter(|why| matches!(why, Tampered::Bytes | Tampered::Consent));
                let (old, other) = (current, new.clone());
                let compared = match altered {
                    Some(why) => Err(why),
                    None => Ok(spawn_blocking(move || old.compare(&other)).await),
                };
                match compared {
                    Err(why) => {
                        // The very bytes that were pinned take the place of what was altered.
                        context.store.keep_pin(id, &new).await?;
                        if is_same {
                            Found::Identical
                        } else {
                            Found::Failed {
                                message: why.message(),
                            }
                        }
                    }
                    Ok(None) => Found::Failed {
                        message: Message::new("webtools.notCompared"),
                    },
                    Ok(Some(Comparison::Identical)) => Found::Identical,
                    Ok(Some(Comparison::Reformatted)) => Found::Reformatted,
                    Ok(Some(Comparison::Other(change))) => {
                        let pin = context.store.keep_pin(id, &new).await?;
                        let kept_old = match &webtool.checked {
                            // The same other document as before: the person has decided already.
                            Some(Checked {
                                found:
                                    Found::Other {
                                        pin: before,
                                        kept_old,
                                        ..
                                    },
                                ..
                            }) => *before == pin && *kept_old,
                            _ => false,
                        };
                        Found::Other {
                            pin,
                            change,
                            kept_old,
                        }
                    }
                }
            }
        };
        // A change nobody has decided about yet stays what is found, however often the server does not answer since.
        let nothing_came = matches!(found, Found::Gone { .. } | Found::Failed { .. });
        let before = webtool.checked.take();
        let verified_at = match &found {
            Found::Identical | Found::Reformatted => Some(at),
            _ => before.as_ref().and_then(|before| before.verified_at),
        };
        let found = match before {
            Some(before) if nothing_came && before.found.is_undecided() => before.found,
            _ => found,
        };
        webtool.checked = Some(Checked {
            at,
            found,
            verified_at,
        });
        context.store.replace_webtool(&webtool).await?;
        self.reread(id).await
    }

    /// Fetches and keeps one version (webtools 2025-06-30, `GET {url}/{version}`).
    pub async fn fetch_version(
        &self,
        id: &WebtoolId,
        version: &str,
    ) -> Result<PinId, WebtoolError> {
        let context = self.context();
        let (webtool, url) = self.with_address(id).await?;
        let version = version.trim();
        let problem = |message| WebtoolError::Field(FieldProblem::new("version", message));
        if semver::Version::parse(version).is_err() {
            return Err(problem(Message::new("webtools.version.invalid")));
        }
        let token = self.token_to_look_with(&webtool).await?;
        let (fetched, document) = fetch_document(
            &self.worker(id),
            &fetch::of_version(&url, version),
            token.as_ref(),
        )
        .await?;
        if document.kind != webtool.definition.document_kind() {
            return Err(problem(other_kind(document.kind)));
        }
        if document.version != version {
            return Err(problem(
                Message::new("webtools.version.other")
                    .with("found", &*usher_types::text::visible(&document.version))
                    .with("version", version),
            ));
        }
        let mut pin = Pin::of(&fetched, &document, Some(&url), context.clock.now_ms());
        // By its own address every version comes from another place: what counts is where the webtool is.
        let current = context.store.webtool_pin(id, webtool.current).await?;
        pin.final_url = current.final_url;
        let _edit = self.edit().await;
        let kept = context.store.keep_pin(id, &pin).await?;
        self.reread(id).await?;
        Ok(kept)
    }

    /// Uses this document from now on: accepting a new version, or going back to an old one. Choosing is the consent.
    pub async fn use_version(
        &self,
        id: &WebtoolId,
        pin: PinId,
    ) -> Result<WebtoolSnapshot, WebtoolError> {
        let context = self.context();
        let _edit = self.edit().await;
        let mut webtool = context.store.webtool(id).await?;
        let chosen = context.store.webtool_pin(id, pin).await?;
        if !chosen.is_whole() {
            return Err(Tampered::Bytes.into());
        }
        let read = chosen.clone();
        let document = spawn_blocking(move || read.read()).await.flatten();
        let document = document.ok_or(Tampered::Unreadable)?;
        let was = webtool.current;
        let before = context.store.webtool_pin(id, was).await.ok();
        let (was_used, now_used) = (before.clone(), chosen.clone());
        webtool.current = pin;
        webtool.consent = webtool.definition.consent(&chosen.sha256);
        webtool.definition.propose(&document);
        if let Some(checked) = &mut webtool.checked {
            checked.verified_at = None;
            let compared = match before {
                Some(before) => spawn_blocking(move || chosen.compare(&before)).await,
                None => None,
            };
            match (&checked.found, compared) {
                // What was found is what is used now.
                (Found::Other { pin: found, .. }, _) if *found == pin => {
                    checked.found = Found::Identical;
                }
                // What is at the server is now another one than what is used, and the person wants it so.
                (Found::Identical | Found::Reformatted, Some(Comparison::Other(change))) => {
                    checked.found = Found::Other {
                        pin: was,
                        change,
                        kept_old: true,
                    };
                }
                _ => {}
            }
        }
        context.store.agree_to_webtool(&webtool).await?;
        let snapshot = self.reread(id).await?;
        self.record_version(id, was_used, now_used, Decision::Use)
            .await;
        // What was just looked at needs no second question at its next call.
        if let Some(webtool) = self.get(id) {
            let policies = &context.policies;
            policies
                .tools_were_reviewed(&SourceId::from(id), webtool.tools())
                .await;
        }
        Ok(snapshot)
    }

    /// Keeps what is used although another document was found; asking again says nothing until there is a third.
    pub async fn keep_version(&self, id: &WebtoolId) -> Result<WebtoolSnapshot, WebtoolError> {
        let context = self.context();
        let _edit = self.edit().await;
        let mut webtool = context.store.webtool(id).await?;
        let mut left = None;
        if let Some(Checked {
            found: Found::Other { kept_old, pin, .. },
            ..
        }) = &mut webtool.checked
        {
            *kept_old = true;
            left = Some(*pin);
        }
        match left {
            Some(left) => context.store.decline_webtool_pin(&webtool, left).await?,
            None => context.store.replace_webtool(&webtool).await?,
        }
        let snapshot = self.reread(id).await?;
        if let Some(left) = left {
            let used = context.store.webtool_pin(id, webtool.current).await.ok();
            let left = context.store.webtool_pin(id, left).await?;
            self.record_version(id, used, left, Decision::KeepOld).await;
        }
        Ok(snapshot)
    }

    /// What is different in another kept document.
    pub async fn compare(&self, id: &WebtoolId, other: PinId) -> Result<Compared, WebtoolError> {
        let store = &self.context().store;
        let webtool = store.webtool(id).await?;
        let old = store.webtool_pin(id, webtool.current).await?;
        let new = store.webtool_pin(id, other).await?;
        let compared = spawn_blocking(move || Compared::of(old, new)).await;
        compared.ok_or(WebtoolError::Tampered(Tampered::Unreadable))
    }

    /// One kept document as it came, and its deceptive characters.
    pub async fn document_text(
        &self,
        id: &WebtoolId,
        pin: PinId,
    ) -> Result<(String, DeceptiveText), WebtoolError> {
        let pin = self.context().store.webtool_pin(id, pin).await?;
        let text = String::from_utf8_lossy(&pin.bytes).into_owned();
        Ok((text, deceptive_text_of(&pin.bytes).await))
    }

    /// The token for a look at its address: none goes to an address that was not agreed to.
    async fn token_to_look_with(
        &self,
        webtool: &ConfiguredWebtool,
    ) -> Result<Option<usher_types::secret::Secret>, WebtoolError> {
        if webtool.definition.token.is_none() {
            return Ok(None);
        }
        let store = &self.context().store;
        let pin = store.webtool_pin(&webtool.id, webtool.current).await?;
        match pin.consented(webtool) {
            Ok(()) => self.token(webtool).await,
            Err(_) => Ok(None),
        }
    }

    /// The token that is sent to a webtool, if there is one.
    async fn token(
        &self,
        webtool: &ConfiguredWebtool,
    ) -> Result<Option<usher_types::secret::Secret>, WebtoolError> {
        match &webtool.definition.token {
            Some(reference) => Ok(Some(self.context().secrets.get(reference).await?)),
            None => Ok(None),
        }
    }
}

/// Says why a document cannot replace the one in use.
fn other_kind(now: WebtoolKind) -> Message {
    Message::new(match now {
        WebtoolKind::Webtool => "webtools.otherKind.webtool",
        WebtoolKind::OpenApi => "webtools.otherKind.openApi",
    })
}
