-- Append-only: a migration that has been released is never edited, only followed by another one.

-- "Ushr": says whose file this is, also to `file(1)`.
PRAGMA application_id = 1433626738;
-- Raised by every migration, so that an older Usher knows at once that it must not write here.
PRAGMA user_version = 1;

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
) STRICT;

CREATE UNIQUE INDEX servers_by_label ON servers (label_key) WHERE removed_at IS NULL;

-- A call outlives its server, so `server_id` refers to nothing on purpose.
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
) STRICT;

CREATE INDEX tool_calls_by_tool ON tool_calls (server_id, tool, id);

CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;
