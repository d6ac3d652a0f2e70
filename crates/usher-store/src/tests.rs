//! The tables on a real disk: what is written is read again.

mod consent_file;
mod integrity;
mod kept_entries;
mod moved_folder;
mod named_clients;
mod older_rows;
mod pending_rounds;
mod pins;
mod policies;
mod retention;
mod sampling;
mod search;
mod secret_references;
mod starts;
mod tasks;

use std::path::Path;

use serde_json::json;

use super::{
    FinishedCall, HistoryFilter, OpenError, Opened, PendingRound, RunningTask, Store, StoreError,
};
use usher_config::definition::{
    ConfiguredServer, Label, NamedValue, SavedValue, ServerDefinition, Transport,
};
use usher_system::clock::{Clock, FixedClock};
use usher_system::paths::Paths;
use usher_types::call::{CallStatus, CallTimes, RequestKind};
use usher_types::caller::Caller;
use usher_types::group::ServerGroup;
use usher_types::id::{HistoryId, SecretRef, ServerId, SourceId};
use usher_types::settings::{
    Language, PromptView, ResourceColumn, ResourceSort, ResourceView, Settings, Theme,
};

const NOON: i64 = 1_795_262_400_000;

async fn open(dir: &Path) -> Result<Opened, OpenError> {
    Store::open(&Paths::at(dir), &Clock::Fixed(FixedClock::at(NOON))).await
}

impl Store {
    /// Keeps one call; `None` if none are to be kept at all.
    async fn add_call(
        &self,
        call: &FinishedCall,
        keep_rows: u32,
    ) -> Result<Option<HistoryId>, StoreError> {
        let added = self.add_calls(std::slice::from_ref(call), keep_rows).await;
        added.map(|ids| ids.first().copied())
    }
}

pub(crate) async fn fresh() -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let opened = open(dir.path()).await.unwrap();
    assert_eq!(
        opened.notice, None,
        "a new data directory is nothing to warn about"
    );
    (dir, opened.store)
}

fn server(label: &str) -> ConfiguredServer {
    ConfiguredServer {
        id: ServerId::generate(),
        definition: ServerDefinition {
            label: Label::trusted(label),
            transport: Transport::Stdio {
                command: "npx".into(),
                args: vec!["-y".into(), "a b".into()],
                env: vec![
                    NamedValue {
                        name: "LEVEL".into(),
                        value: SavedValue::Plain("debug".into()),
                    },
                    NamedValue {
                        name: "TOKEN".into(),
                        value: SavedValue::Secret(SecretRef::generate()),
                    },
                ],
                cwd: Some("/tmp".into()),
                inputs: Vec::new(),
            },
            era: usher_mcp::EraChoice::Auto,
        },
        consent: "what was agreed to".into(),
        group: Some(String::from("Work").try_into().unwrap()),
        enabled: true,
        created_at: NOON,
        cached_protocol: None,
        log_level: usher_types::log_level::LogLevel::default(),
        sign_in: None,
    }
}

fn web_server(label: &str) -> ConfiguredServer {
    let mut server = server(label);
    server.definition.transport = Transport::Http {
        url: "https://example.com/mcp".parse().unwrap(),
        headers: vec![NamedValue {
            name: "Authorization".into(),
            value: SavedValue::Secret(SecretRef::generate()),
        }],
        inputs: Vec::new(),
    };
    server
}

fn call(source: &SourceId, tool: &str, size: usize) -> FinishedCall {
    FinishedCall {
        source: source.clone(),
        caller: Caller::Person,
        server_label: "Everything".into(),
        kind: RequestKind::Tool,
        name: tool.into(),
        started_at: NOON,
        duration_ms: 12,
        status: CallStatus::ToolError,
        arguments: json!({"b": 1, "a": [null, "ü"]}),
        outcome: json!({"text": "x".repeat(size)}),
        times: Some(CallTimes {
            queue_ms: 1,
            person_ms: 2,
            server_ms: 3,
            wire_ms: 4,
        }),
        client_leg: Some(json!({"request": {"name": tool}})),
    }
}

#[tokio::test]
async fn servers_are_arranged_all_or_none() {
    let (dir, store) = fresh().await;
    let all = [server("One"), web_server("Two"), server("Three")];
    store.add_servers(&all).await.unwrap();
    let [one, two, three] = all.map(|server| server.id);
    let home: ServerGroup = String::from("Home").try_into().unwrap();
    let arranged = [
        (three.clone(), None),
        (one.clone(), Some(home.clone())),
        (two.clone(), Some(home)),
    ];
    store.arrange_servers(&arranged).await.unwrap();
    let unknown = (ServerId::generate(), None);
    let failed = store.arrange_servers(&[(one, None), unknown]).await;
    assert!(matches!(failed, Err(StoreError::NotFound)), "{failed:?}");
    store.close().await;
    let store = open(dir.path()).await.unwrap().store;
    let listed = store.list_servers().await.unwrap().into_iter();
    let listed: Vec<_> = listed.map(|server| (server.id, server.group)).collect();
    assert_eq!(listed, arranged);
}

#[tokio::test]
async fn servers_survive_a_restart_in_order() {
    let (dir, store) = fresh().await;
    let mut all = vec![server("One"), web_server("Two"), server("Three")];
    store.add_servers(&all[..1]).await.unwrap();
    store.add_servers(&all[1..]).await.unwrap();
    store.set_server_enabled(&all[1].id, false).await.unwrap();
    all[1].enabled = false;
    all[2].definition.label = Label::trusted("Third");
    all[2].consent = all[2].definition.fingerprint();
    store
        .replace_definition(&all[2].id, &all[2].definition)
        .await
        .unwrap();
    store.close().await;

    let store = open(dir.path()).await.unwrap().store;
    assert_eq!(store.list_servers().await.unwrap(), all);
    assert_eq!(store.server(&all[2].id).await.unwrap(), all[2]);
}

#[tokio::test]
async fn labels_are_unique_without_regard_to_case() {
    let (_dir, store) = fresh().await;
    let first = server("Größe");
    store
        .add_servers(std::slice::from_ref(&first))
        .await
        .unwrap();

    let both = [server("Other"), server("GRÖSSE".to_lowercase().as_str())];
    assert!(
        store.add_servers(&both).await.is_ok(),
        "“grösse” and “Größe” are different words"
    );
    let clash = store.add_servers(&[server("Free"), server("gröẞe")]).await;
    assert!(
        matches!(&clash, Err(StoreError::LabelTaken(label)) if label.as_str() == "gröẞe"),
        "{clash:?}"
    );
    assert_eq!(
        store.list_servers().await.unwrap().len(),
        3,
        "a clash adds none of the servers that came together"
    );
    let renamed = store
        .replace_definition(&both[0].id, &first.definition)
        .await;
    assert!(
        matches!(renamed, Err(StoreError::LabelTaken(_))),
        "{renamed:?}"
    );
}

#[tokio::test]
async fn a_removed_server_comes_back_or_goes_for_good() {
    let (_dir, store) = fresh().await;
    let kept = server("A");
    store
        .add_servers(std::slice::from_ref(&kept))
        .await
        .unwrap();

    store.remove_server(&kept.id, NOON).await.unwrap();
    assert_eq!(store.list_servers().await.unwrap(), []);
    assert!(matches!(
        store.remove_server(&kept.id, NOON).await,
        Err(StoreError::NotFound)
    ));
    assert_eq!(store.restore_server(&kept.id).await.unwrap(), kept);
    assert!(
        matches!(
            store.restore_server(&kept.id).await,
            Err(StoreError::NotFound)
        ),
        "what is not removed cannot be restored"
    );

    store.remove_server(&kept.id, NOON).await.unwrap();
    let successor = server("a");
    store
        .add_servers(std::slice::from_ref(&successor))
        .await
        .unwrap();
    assert!(
        matches!(
            store.restore_server(&kept.id).await,
            Err(StoreError::LabelTaken(_))
        ),
        "its label is taken now"
    );
    assert_eq!(store.purge_removed_servers(NOON - 1).await.unwrap(), []);
    assert_eq!(store.purge_removed_servers(NOON).await.unwrap(), [kept]);
    assert_eq!(store.list_servers().await.unwrap(), [successor]);
}

#[tokio::test]
async fn a_row_that_cannot_be_read_hides_no_other() {
    let (_dir, store) = fresh().await;
    let both = [server("Good"), server("Bad")];
    store.add_servers(&both).await.unwrap();
    sqlx::query("UPDATE servers SET definition = '{}' WHERE id = ?")
        .bind(both[1].id.as_str())
        .execute(&store.pool)
        .await
        .unwrap();
    assert_eq!(store.list_servers().await.unwrap(), both[..1]);
    let read = store.server(&both[1].id).await;
    assert!(matches!(read, Err(StoreError::Other(_))), "{read:?}");
}

#[tokio::test]
async fn what_does_not_exist_is_not_found() {
    let (_dir, store) = fresh().await;
    let ghost = server("Ghost");
    let id = &ghost.id;
    assert!(matches!(store.server(id).await, Err(StoreError::NotFound)));
    assert!(matches!(
        store.set_server_enabled(id, true).await,
        Err(StoreError::NotFound)
    ));
    assert!(matches!(
        store.replace_definition(id, &ghost.definition).await,
        Err(StoreError::NotFound)
    ));
    assert!(matches!(
        store.call(usher_types::id::HistoryId(7)).await,
        Err(StoreError::NotFound)
    ));
}

#[tokio::test]
async fn settings_are_kept_and_nonsense_reads_as_default() {
    let (dir, store) = fresh().await;
    assert_eq!(store.settings().await.unwrap(), Settings::default());
    let by_size = ResourceSort {
        column: ResourceColumn::Size,
        descending: true,
    };
    let changed = Settings {
        theme: Theme::Dark,
        language: Language::German,
        zoom: 125,
        single_key_shortcuts: false,
        request_timeout_ms: 1_000,
        wire_frames: 100,
        wire_mebibytes: 8,
        history_rows: 0,
        list_width_px: 400,
        wire_height_px: 320,
        resource_views: [("one".to_owned(), ResourceView::Gallery)].into(),
        resource_sorts: [("one".to_owned(), by_size)].into(),
        resource_columns: [("one".to_owned(), [(ResourceColumn::Type, 120)].into())].into(),
        prompt_view: PromptView::Gallery,
        notify_waiting: false,
        stay_in_tray: true,
    };
    store.set_settings(&changed).await.unwrap();
    store.close().await;
    let store = open(dir.path()).await.unwrap().store;
    assert_eq!(store.settings().await.unwrap(), changed);

    for nonsense in ["-1", "\"x\"", "1e300", "{}"] {
        sqlx::query("UPDATE settings SET value = ? WHERE name = 'request_timeout_ms'")
            .bind(nonsense)
            .execute(&store.pool)
            .await
            .unwrap();
        let read = store.settings().await.unwrap();
        assert_eq!(
            read.request_timeout_ms,
            Settings::default().request_timeout_ms,
            "{nonsense}"
        );
    }
}

#[tokio::test]
async fn the_caller_of_whatever_goes_on_or_has_ended_is_kept() {
    let (_dir, store) = fresh().await;
    let caller = Caller::Conversation { id: "7".to_owned() };
    let server = ServerId::generate();
    let finished = FinishedCall {
        caller: caller.clone(),
        ..call(&(&server).into(), "t", 1)
    };
    store.add_call(&finished, 9).await.unwrap();
    let task = RunningTask {
        call: "c".into(),
        server: server.clone(),
        caller: caller.clone(),
        server_label: "Everything".to_owned(),
        tool: "t".to_owned(),
        arguments: serde_json::Map::new(),
        started_at: NOON,
        heard_at: NOON,
        task: usher_mcp::Task {
            id: usher_mcp::TaskId("1".to_owned()),
            status: usher_mcp::TaskStatus::Working,
            message: None,
            ttl: None,
            poll: None,
        },
    };
    store.keep_task(&task).await.unwrap();
    let round = PendingRound {
        call: "d".into(),
        server,
        caller: caller.clone(),
        server_label: "Everything".to_owned(),
        transport: "t".to_owned(),
        tool: "t".to_owned(),
        arguments: serde_json::Map::new(),
        questions: serde_json::Map::from_iter([("a".to_owned(), json!({}))]),
        state: None,
        asked_at: NOON,
    };
    store.keep_round(&round).await.unwrap();
    let history = store.list_calls(&HistoryFilter::default(), 9).await;
    let callers: Vec<_> = history.unwrap().into_iter().map(|row| row.caller).collect();
    assert_eq!(callers, [caller], "in the history");
    assert_eq!(store.running_tasks().await.unwrap(), [task], "of a task");
    assert_eq!(store.asked_rounds().await.unwrap(), [round], "of a round");
}
