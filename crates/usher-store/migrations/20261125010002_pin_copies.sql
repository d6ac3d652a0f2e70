-- A second copy of each accepted definition, from which one that was altered can be put back. It permits nothing: a
-- copy counts only if it has the digest of its pin, so it has no tag.
CREATE TABLE pin_copies (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions')),
    name TEXT NOT NULL,
    -- Canonical JSON (RFC 8785).
    definition TEXT NOT NULL,
    -- SHA-256 of it, in hexadecimal.
    digest TEXT NOT NULL,
    -- Unix ms.
    reviewed_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

INSERT INTO pin_copies (server_id, kind, name, definition, digest, reviewed_at)
SELECT server_id, kind, name, definition, digest, reviewed_at FROM pins;

PRAGMA user_version = 27;
