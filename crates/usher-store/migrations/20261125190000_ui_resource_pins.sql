-- The page of an app (MCP Apps) is reviewed as everything a server declares; its name is its URI.

CREATE TABLE new_brought_pins (
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

INSERT INTO new_brought_pins (server_id, kind, name, definition, digest, reviewed_at)
SELECT server_id, kind, name, definition, digest, reviewed_at FROM brought_pins;

DROP TABLE brought_pins;

ALTER TABLE new_brought_pins RENAME TO brought_pins;

CREATE TABLE new_declined_pins (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions', 'ui_resource')),
    name TEXT NOT NULL,
    -- SHA-256 of the canonical JSON of what was shown, in hexadecimal.
    digest TEXT NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

INSERT INTO new_declined_pins (server_id, kind, name, digest)
SELECT server_id, kind, name, digest FROM declined_pins;

DROP TABLE declined_pins;

ALTER TABLE new_declined_pins RENAME TO declined_pins;

CREATE TABLE new_pin_copies (
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

INSERT INTO new_pin_copies (server_id, kind, name, definition, digest, reviewed_at)
SELECT server_id, kind, name, definition, digest, reviewed_at FROM pin_copies;

DROP TABLE pin_copies;

ALTER TABLE new_pin_copies RENAME TO pin_copies;

CREATE TABLE new_pins (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions', 'ui_resource')),
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

INSERT INTO new_pins (server_id, kind, name, definition, digest, reviewed_at)
SELECT server_id, kind, name, definition, digest, reviewed_at FROM pins;

DROP TABLE pins;

ALTER TABLE new_pins RENAME TO pins;

PRAGMA user_version = 30;
