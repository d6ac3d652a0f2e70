PRAGMA user_version = 2;

-- Folders the person shows to servers.
CREATE TABLE roots (
    id TEXT PRIMARY KEY NOT NULL,
    -- NULL: for all servers.
    server_id TEXT REFERENCES servers (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- Servers that may see their folders without being asked again.
CREATE TABLE roots_consents (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    granted_at INTEGER NOT NULL
) STRICT;
