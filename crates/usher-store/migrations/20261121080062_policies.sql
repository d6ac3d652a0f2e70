PRAGMA user_version = 10;

-- What the person has decided about the tools of a server. Rules for a session are never written.
CREATE TABLE policy_rules (
    id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    -- NULL: for all tools of the server, or all with the effect.
    tool TEXT,
    -- For one tool: the digest of the definition that was shown.
    definition TEXT,
    -- For one tool: what it claimed to do. For all tools: only those that do this; NULL: whatever they do.
    effect TEXT CHECK (effect IN ('reads', 'changes', 'destroys', 'unknown')),
    verdict TEXT NOT NULL CHECK (verdict IN ('ask', 'allow_until', 'never')),
    until_at INTEGER,
    -- The digest of what is started or reached: another program under the same label is another server.
    transport TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    last_used_at INTEGER,
    CHECK ((verdict = 'allow_until') = (until_at IS NOT NULL)),
    CHECK ((tool IS NULL) = (definition IS NULL))
) STRICT;

-- Servers whose claims about their tools the person trusts, as long as what is started or reached stays the same.
CREATE TABLE trusted_servers (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    transport TEXT NOT NULL,
    given_at INTEGER NOT NULL
) STRICT;

-- The definition each tool had when the person last ran it.
CREATE TABLE tool_consents (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    definition TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
) STRICT;
