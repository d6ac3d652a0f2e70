-- Programs that reach the servers through Usher, and what each may see.
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
) STRICT;

-- What names of tools begin with, for clients. It stays when a server is renamed, and when it is removed and restored.
CREATE TABLE exposed_prefixes (
    -- The identity of a server or of a webtool.
    server_id TEXT PRIMARY KEY NOT NULL,
    prefix TEXT NOT NULL UNIQUE
) STRICT;

CREATE TRIGGER server_takes_its_prefix AFTER DELETE ON servers BEGIN
    DELETE FROM exposed_prefixes WHERE server_id = OLD.id;
END;

CREATE TRIGGER webtool_takes_its_prefix AFTER DELETE ON webtools BEGIN
    DELETE FROM exposed_prefixes WHERE server_id = OLD.id;
END;

PRAGMA user_version = 31;
