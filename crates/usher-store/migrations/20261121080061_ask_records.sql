PRAGMA user_version = 9;

-- What servers asked of the person, and what became of it. Like a call, a record outlives its server, so
-- `server_id` refers to nothing on purpose.
CREATE TABLE ask_records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    ask_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    -- The call that caused it; NULL: the server asked on its own.
    call_id TEXT,
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
    ending TEXT NOT NULL CHECK (ending IN ('accepted', 'declined', 'cancelled', 'moot', 'refused')),
    -- Why it ended so, in plain words.
    reason TEXT NOT NULL,
    -- Under which rule it was answered without the person; NULL: the person answered, or nobody did.
    policy TEXT,
    size_bytes INTEGER NOT NULL
) STRICT;

CREATE INDEX ask_records_by_server ON ask_records (server_id, id);
CREATE INDEX ask_records_by_ask ON ask_records (ask_id);

-- Servers whose questions are all declined.
CREATE TABLE muted_servers (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    muted_at INTEGER NOT NULL
) STRICT;
