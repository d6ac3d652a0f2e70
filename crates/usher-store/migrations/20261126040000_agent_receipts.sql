-- What Usher wrote into the configuration files of agents, so that it can be undone after a restart.
CREATE TABLE agent_receipts (
    id INTEGER PRIMARY KEY,
    -- The agent's identifier, and its file.
    agent TEXT NOT NULL,
    file TEXT NOT NULL,
    receipt TEXT NOT NULL CHECK (json_valid(receipt)),
    written_at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 32;
