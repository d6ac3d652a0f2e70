-- What a server declares in place of what was reviewed, and the person does not want: it stays stopped, and is not
-- waited for. It permits nothing, so it has no tag.
CREATE TABLE declined_pins (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'template', 'instructions')),
    name TEXT NOT NULL,
    -- SHA-256 of the canonical JSON of what was shown, in hexadecimal.
    digest TEXT NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

PRAGMA user_version = 22;
