PRAGMA user_version = 17;

-- What the person said yes to can come to nothing, as a sign-in does.
CREATE TABLE new_ask_records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    ask_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    -- The call that caused it; NULL: the server asked on its own, or nobody did.
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
    ending TEXT NOT NULL CHECK (ending IN ('accepted', 'declined', 'cancelled', 'moot', 'refused', 'failed')),
    -- Why it ended so, in plain words.
    reason TEXT NOT NULL,
    -- Under which rule it was answered without the person; NULL: the person answered, or nobody did.
    policy TEXT,
    size_bytes INTEGER NOT NULL
) STRICT;
INSERT INTO new_ask_records SELECT * FROM ask_records;
DROP TABLE ask_records;
ALTER TABLE new_ask_records RENAME TO ask_records;
CREATE INDEX ask_records_by_server ON ask_records (server_id, id);
CREATE INDEX ask_records_by_ask ON ask_records (ask_id);
