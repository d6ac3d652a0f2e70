PRAGMA user_version = 15;

-- What a setup file says was reviewed where it comes from, item by item: to compare with. Nothing is used by it, and an
-- item that is reviewed here leaves this table.
CREATE TABLE brought_pins (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions')),
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
