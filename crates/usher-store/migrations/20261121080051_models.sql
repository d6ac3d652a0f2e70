PRAGMA user_version = 8;

-- Where models are reached. A key is in the keyring; this holds where.
CREATE TABLE model_providers (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    base_url TEXT NOT NULL,
    key_ref TEXT,
    -- The models it listed last: [{"id", "title"}].
    models TEXT NOT NULL CHECK (json_valid(models)),
    fetched_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;

-- The person's own table: what a server hints at, and the model that means. In order.
CREATE TABLE model_mappings (
    position INTEGER PRIMARY KEY NOT NULL,
    hint TEXT NOT NULL,
    provider_id TEXT NOT NULL REFERENCES model_providers (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    -- Millionths of a dollar for a million tokens.
    input_price INTEGER,
    output_price INTEGER
) STRICT;
