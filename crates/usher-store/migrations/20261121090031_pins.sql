PRAGMA user_version = 14;

-- What servers declared when the person last looked at it, item by item. Only what is pinned is used.
CREATE TABLE pins (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions')),
    -- Its name in the protocol; empty for instructions.
    name TEXT NOT NULL,
    -- Canonical JSON (RFC 8785).
    definition TEXT NOT NULL,
    -- SHA-256 of it, in hexadecimal.
    digest TEXT NOT NULL,
    -- Unix ms.
    reviewed_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

-- The program file that was last started from an absolute path, so that a changed one is noted.
CREATE TABLE programs (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    -- SHA-256 of its length, when it was written, its head and its end, in hexadecimal.
    digest TEXT NOT NULL,
    -- When it was found to be another file, until the person has taken note; Unix ms.
    changed_at INTEGER
) STRICT;

-- The definition the person agreed to, whose fingerprint `consent` is: what a changed one is held against.
ALTER TABLE servers ADD COLUMN consented TEXT;
-- Where it does not fit the fingerprint it is not believed.
UPDATE servers SET consented = definition;
