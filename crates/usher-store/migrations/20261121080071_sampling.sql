PRAGMA user_version = 13;

-- What each server may have of models.
CREATE TABLE sampling_rules (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    allowed INTEGER NOT NULL,
    requests_per_hour INTEGER NOT NULL,
    tokens_per_day INTEGER NOT NULL,
    -- Millionths of a dollar.
    money_per_day INTEGER NOT NULL
) STRICT;

-- What each server has had of models. While one writes, it counts with all it may cost.
CREATE TABLE sampling_spent (
    id INTEGER PRIMARY KEY,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    money INTEGER NOT NULL
) STRICT;
CREATE INDEX sampling_spent_by_server ON sampling_spent (server_id, at);
