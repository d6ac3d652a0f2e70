CREATE INDEX ask_records_automatic ON ask_records (server_id, id)
WHERE policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled');

CREATE INDEX ask_records_by_ask ON ask_records (ask_id);

CREATE INDEX ask_records_by_server ON ask_records (server_id, id);

CREATE INDEX sampling_spent_by_server ON sampling_spent (server_id, at);

CREATE INDEX tool_calls_by_tool ON tool_calls (server_id, tool, id);

CREATE TABLE "ask_records" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    ask_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    -- The call that caused it; NULL: the server asked on its own, or nobody did.
    call_id TEXT,
    -- Who made the call.
    caller TEXT CHECK (json_valid(caller)),
    tool TEXT,
    arguments TEXT CHECK (arguments IS NULL OR json_valid(arguments)),
    -- A word; kinds this version does not know belong to a newer one.
    kind TEXT NOT NULL,
    -- What the person was shown, without secrets.
    shown TEXT NOT NULL CHECK (json_valid(shown)),
    -- What the person changed of it before it was sent; NULL: nothing.
    changed TEXT CHECK (changed IS NULL OR json_valid(changed)),
    -- What went to the server beside yes and no, without secrets; NULL: nothing.
    sent TEXT CHECK (sent IS NULL OR json_valid(sent)),
    opened_at INTEGER NOT NULL,
    closed_at INTEGER NOT NULL,
    -- A word; endings this version does not know belong to a newer one.
    ending TEXT NOT NULL,
    -- Why it ended so, in plain words.
    reason TEXT NOT NULL,
    -- Under which rule it was answered without the person; NULL: the person answered, or nobody did.
    policy TEXT,
    size_bytes INTEGER NOT NULL,
    -- How often the same happened within a minute. Only what nobody was asked about is counted together.
    times INTEGER NOT NULL DEFAULT 1
, possible_causes TEXT CHECK (json_valid(possible_causes))) STRICT;

CREATE TABLE "brought_pins" (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions', 'ui_resource')),
    -- Its name in the protocol; empty for instructions.
    name TEXT NOT NULL,
    -- Canonical JSON (RFC 8785).
    definition TEXT NOT NULL,
    -- SHA-256 of it, in hexadecimal.
    digest TEXT NOT NULL,
    -- As the file says, Unix ms.
    reviewed_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

CREATE TABLE "declined_pins" (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions', 'ui_resource')),
    name TEXT NOT NULL,
    -- SHA-256 of the canonical JSON of what was shown, in hexadecimal.
    digest TEXT NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

CREATE TABLE "pin_copies" (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions', 'ui_resource')),
    name TEXT NOT NULL,
    -- Canonical JSON (RFC 8785).
    definition TEXT NOT NULL,
    -- SHA-256 of it, in hexadecimal.
    digest TEXT NOT NULL,
    -- Unix ms.
    reviewed_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

CREATE TABLE "pins" (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions', 'ui_resource')),
    -- Its name in the protocol; empty for instructions.
    name TEXT NOT NULL,
    -- Canonical JSON (RFC 8785).
    definition TEXT NOT NULL,
    -- SHA-256 of it, in hexadecimal.
    digest TEXT NOT NULL,
    -- Unix ms.
    reviewed_at INTEGER NOT NULL, varying TEXT,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

CREATE TABLE "policy_rules" (
    id TEXT PRIMARY KEY NOT NULL,
    -- The identity of a server or of a webtool.
    server_id TEXT NOT NULL,
    -- NULL: for all tools of the server, or all with the effect.
    tool TEXT,
    -- For one tool: the digest of the definition that was shown.
    definition TEXT,
    -- For one tool: what it claimed to do. For all tools: only those that do this; NULL: whatever they do.
    effect TEXT CHECK (effect IN ('reads', 'changes', 'destroys', 'unknown')),
    verdict TEXT NOT NULL CHECK (verdict IN ('ask', 'allow_until', 'allow_always', 'never')),
    until_at INTEGER,
    -- The digest of what is started or reached: another program under the same label is another server.
    transport TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    last_used_at INTEGER,
    caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller)), arguments_digest TEXT CHECK (arguments_digest IS NULL OR tool IS NOT NULL), arguments TEXT
    CHECK (json_valid(arguments)) CHECK ((arguments IS NULL) = (arguments_digest IS NULL)),
    CHECK ((verdict = 'allow_until') = (until_at IS NOT NULL)),
    CHECK ((tool IS NULL) = (definition IS NULL)),
    -- What is always allowed is one definition of one tool.
    CHECK (verdict <> 'allow_always' OR tool IS NOT NULL)
) STRICT;

CREATE TABLE "tool_consents" (
    server_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    definition TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
) STRICT;

CREATE TABLE "trusted_servers" (
    server_id TEXT PRIMARY KEY NOT NULL,
    transport TEXT NOT NULL,
    given_at INTEGER NOT NULL
) STRICT;

CREATE TABLE 'calls_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'calls_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'calls_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE 'records_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'records_search_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'records_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);

CREATE TABLE agent_receipts (
    id INTEGER PRIMARY KEY,
    -- The agent's identifier, and its file.
    agent TEXT NOT NULL,
    file TEXT NOT NULL,
    receipt TEXT NOT NULL CHECK (json_valid(receipt)),
    written_at INTEGER NOT NULL
) STRICT;

CREATE TABLE asked_rounds (
    call_id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    -- The digest of what is started or reached: nobody else gets the answers.
    transport TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    -- The requests of the server by their keys, as they came.
    questions TEXT NOT NULL CHECK (json_valid(questions)),
    -- What the server wants back exactly as it came, as JSON; NULL: it gave nothing.
    state TEXT CHECK (state IS NULL OR json_valid(state)),
    asked_at INTEGER NOT NULL
, caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller))) STRICT;

CREATE TABLE bookmarks (
    -- The identity of a server or of a webtool.
    server_id TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('tools', 'resources', 'templates', 'prompts')),
    -- Name of a tool or prompt, or URI (template) of a resource.
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    -- When it was marked, Unix ms.
    at INTEGER NOT NULL,
    PRIMARY KEY (server_id, list, key)
) STRICT;

CREATE TABLE calls_indexed (
    up_to INTEGER NOT NULL
) STRICT;

CREATE TABLE clients (
    id TEXT PRIMARY KEY NOT NULL,
    -- Rules and records name the client by it.
    name TEXT NOT NULL UNIQUE,
    -- The name it connects with.
    connects_as TEXT NOT NULL,
    -- Paths of its program and of the one that started it; NULL: the system did not say.
    program TEXT,
    parent TEXT,
    -- A word; one that this version does not know belongs to a newer one.
    status TEXT NOT NULL,
    -- What it may see.
    profile TEXT NOT NULL CHECK (json_valid(profile)),
    created_at INTEGER NOT NULL,
    decided_at INTEGER,
    seen_at INTEGER NOT NULL
, token TEXT CHECK (length(token) = 64), script TEXT, script_digest TEXT CHECK (length(script_digest) = 64), client_key TEXT CHECK (length(client_key) = 64), identity INTEGER NOT NULL DEFAULT 0 CHECK (identity IN (0, 1))) STRICT;

CREATE TABLE decisions (
    version INTEGER NOT NULL,
    tag BLOB NOT NULL
, tasks INTEGER NOT NULL DEFAULT 0 CHECK (tasks IN (0, 1)), client_ids INTEGER NOT NULL DEFAULT 0 CHECK (client_ids IN (0, 1)));

CREATE TABLE exposed_prefixes (
    -- The identity of a server or of a webtool.
    server_id TEXT PRIMARY KEY NOT NULL,
    prefix TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE former_clients (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE kept_totals (
    what TEXT PRIMARY KEY NOT NULL CHECK (what IN ('calls', 'records', 'refused_records')),
    entries INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL
) STRICT;

CREATE TABLE listed_resources (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    -- An array of what the server sent.
    resources TEXT NOT NULL CHECK (json_valid(resources))
) STRICT;

CREATE TABLE model_mappings (
    position INTEGER PRIMARY KEY NOT NULL,
    hint TEXT NOT NULL,
    provider_id TEXT NOT NULL REFERENCES model_providers (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    -- Millionths of a dollar for a million tokens.
    input_price INTEGER,
    output_price INTEGER
) STRICT;

CREATE TABLE model_providers (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    base_url TEXT NOT NULL,
    key_ref TEXT,
    -- The models it listed last: [{"id", "title"}].
    models TEXT NOT NULL CHECK (json_valid(models)),
    fetched_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE muted_servers (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    muted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE programs (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    -- SHA-256 of its length, when it was written, its head and its end, in hexadecimal.
    digest TEXT NOT NULL,
    -- When it was found to be another file, until the person has taken note; Unix ms.
    changed_at INTEGER
, command TEXT, moved_from TEXT) STRICT;

CREATE TABLE recent (
    server_id TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('tools', 'resources', 'templates', 'prompts')),
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    -- When it was opened last, Unix ms.
    at INTEGER NOT NULL,
    PRIMARY KEY (server_id, list, key)
) STRICT;

CREATE TABLE recent_values (
    server_id TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('templates', 'prompts')),
    key TEXT NOT NULL,
    argument TEXT NOT NULL,
    value TEXT NOT NULL,
    -- When it was given last, Unix ms.
    at INTEGER NOT NULL,
    PRIMARY KEY (server_id, list, key, argument, value)
) STRICT;

CREATE TABLE resource_owners (
    uri TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL
) STRICT;

CREATE TABLE roots (
    id TEXT PRIMARY KEY NOT NULL,
    -- NULL: for all servers.
    server_id TEXT REFERENCES servers (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE roots_consents (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    granted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE row_tags (
    -- The identity of a server, a webtool or a provider of models; empty for what holds for all.
    subject TEXT PRIMARY KEY NOT NULL,
    tag BLOB NOT NULL
) STRICT;

CREATE TABLE running_tasks (
    call_id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    -- The server's name for it.
    task_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('working', 'input_required', 'completed', 'failed', 'cancelled')),
    message TEXT,
    -- How long after its making the server keeps it; NULL: it sets no limit.
    ttl_ms INTEGER,
    poll_ms INTEGER,
    -- When the server last said something new about it.
    heard_at INTEGER NOT NULL
, caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller))) STRICT;

CREATE TABLE sampling_rules (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    allowed INTEGER NOT NULL,
    requests_per_hour INTEGER NOT NULL,
    tokens_per_day INTEGER NOT NULL,
    -- Millionths of a dollar.
    money_per_day INTEGER NOT NULL
) STRICT;

CREATE TABLE sampling_spent (
    id INTEGER PRIMARY KEY,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    money INTEGER NOT NULL
) STRICT;

CREATE TABLE servers (
    id TEXT PRIMARY KEY NOT NULL,
    position INTEGER NOT NULL,
    label_key TEXT NOT NULL,
    definition TEXT NOT NULL CHECK (json_valid(definition)),
    -- Fingerprint of the definition the person agreed to; the server does not run if it is another one now.
    consent TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    created_at INTEGER NOT NULL,
    -- Set while a removal can still be undone.
    removed_at INTEGER
, verdict TEXT CHECK (verdict IS NULL OR json_valid(verdict)), log_level TEXT, sign_in TEXT CHECK (sign_in IS NULL OR json_valid(sign_in)), consented TEXT, group_name TEXT) STRICT;

CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE tool_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    tool TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('completed', 'tool_error', 'failed', 'cancelled')),
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    outcome TEXT NOT NULL CHECK (json_valid(outcome)),
    size_bytes INTEGER NOT NULL
, caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller)), times TEXT CHECK (json_valid(times)), client_leg TEXT CHECK (json_valid(client_leg)), kind TEXT NOT NULL DEFAULT 'tool' CHECK (kind IN ('tool', 'prompt', 'resource'))) STRICT;

CREATE TABLE webtool_pins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webtool_id TEXT NOT NULL REFERENCES webtools (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL,
    sha256 TEXT NOT NULL,
    canonical_sha256 TEXT NOT NULL,
    version TEXT NOT NULL,
    -- Empty for a document that was pasted.
    url TEXT NOT NULL,
    final_url TEXT NOT NULL,
    media_type TEXT NOT NULL,
    fetched_at INTEGER NOT NULL
, standing TEXT NOT NULL DEFAULT 'unknown'
    CHECK (standing IN ('unknown', 'found', 'used', 'declined'))) STRICT;

CREATE TABLE webtools (
    id TEXT PRIMARY KEY NOT NULL,
    position INTEGER NOT NULL,
    definition TEXT NOT NULL CHECK (json_valid(definition)),
    current INTEGER NOT NULL,
    consent TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    checked TEXT CHECK (checked IS NULL OR json_valid(checked)),
    created_at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER ask_records_come AFTER INSERT ON ask_records BEGIN
    UPDATE kept_totals SET entries = entries + 1, size_bytes = size_bytes + new.size_bytes
    WHERE what = iif(new.policy IS NOT NULL OR new.ending NOT IN ('accepted', 'declined', 'cancelled'),
                     'refused_records', 'records');
END;

CREATE TRIGGER ask_records_found AFTER INSERT ON ask_records BEGIN
    INSERT INTO records_search (rowid, server_label, tool, shown, sent, reason, policy)
    VALUES (new.id, new.server_label, new.tool, new.shown, new.sent, new.reason, new.policy);
END;

CREATE TRIGGER ask_records_go AFTER DELETE ON ask_records BEGIN
    UPDATE kept_totals SET entries = entries - 1, size_bytes = size_bytes - old.size_bytes
    WHERE what = iif(old.policy IS NOT NULL OR old.ending NOT IN ('accepted', 'declined', 'cancelled'),
                     'refused_records', 'records');
END;

CREATE TRIGGER ask_records_lost AFTER DELETE ON ask_records BEGIN
    INSERT INTO records_search (records_search, rowid, server_label, tool, shown, sent, reason, policy)
    VALUES ('delete', old.id, old.server_label, old.tool, old.shown, old.sent, old.reason, old.policy);
END;

CREATE TRIGGER server_takes_its_bookmarks AFTER DELETE ON servers BEGIN
    DELETE FROM bookmarks WHERE server_id = OLD.id;
    DELETE FROM recent WHERE server_id = OLD.id;
    DELETE FROM recent_values WHERE server_id = OLD.id;
END;

CREATE TRIGGER server_takes_its_policies AFTER DELETE ON servers BEGIN
    DELETE FROM policy_rules WHERE server_id = OLD.id;
    DELETE FROM trusted_servers WHERE server_id = OLD.id;
    DELETE FROM tool_consents WHERE server_id = OLD.id;
END;

CREATE TRIGGER server_takes_its_prefix AFTER DELETE ON servers BEGIN
    DELETE FROM exposed_prefixes WHERE server_id = OLD.id;
END;

CREATE TRIGGER tool_calls_come AFTER INSERT ON tool_calls BEGIN
    UPDATE kept_totals SET entries = entries + 1, size_bytes = size_bytes + new.size_bytes WHERE what = 'calls';
END;

CREATE TRIGGER tool_calls_go AFTER DELETE ON tool_calls BEGIN
    UPDATE kept_totals SET entries = entries - 1, size_bytes = size_bytes - old.size_bytes WHERE what = 'calls';
END;

CREATE TRIGGER tool_calls_lost AFTER DELETE ON tool_calls WHEN old.id <= (SELECT up_to FROM calls_indexed) BEGIN
    INSERT INTO calls_search (calls_search, rowid, server_label, tool, arguments, outcome)
    VALUES ('delete', old.id, old.server_label, old.tool, old.arguments, old.outcome);
END;

CREATE TRIGGER webtool_takes_its_bookmarks AFTER DELETE ON webtools BEGIN
    DELETE FROM bookmarks WHERE server_id = OLD.id;
    DELETE FROM recent WHERE server_id = OLD.id;
    DELETE FROM recent_values WHERE server_id = OLD.id;
END;

CREATE TRIGGER webtool_takes_its_policies AFTER DELETE ON webtools BEGIN
    DELETE FROM policy_rules WHERE server_id = OLD.id;
    DELETE FROM trusted_servers WHERE server_id = OLD.id;
    DELETE FROM tool_consents WHERE server_id = OLD.id;
END;

CREATE TRIGGER webtool_takes_its_prefix AFTER DELETE ON webtools BEGIN
    DELETE FROM exposed_prefixes WHERE server_id = OLD.id;
END;

CREATE UNIQUE INDEX servers_by_label ON servers (label_key) WHERE removed_at IS NULL;

CREATE UNIQUE INDEX webtool_pins_by_document ON webtool_pins (webtool_id, sha256, final_url);

CREATE VIRTUAL TABLE calls_search USING fts5(
    server_label, tool, arguments, outcome,
    content = 'tool_calls', content_rowid = 'id', tokenize = 'trigram', detail = 'none', columnsize = 0
);

CREATE VIRTUAL TABLE records_search USING fts5(
    server_label, tool, shown, sent, reason, policy,
    content = 'ask_records', content_rowid = 'id', tokenize = 'trigram', detail = 'none', columnsize = 0
);
