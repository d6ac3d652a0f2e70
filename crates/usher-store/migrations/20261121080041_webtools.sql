PRAGMA user_version = 7;

-- Webtools the person has added. `current` is the one document that is used; `consent` is the digest of what the
-- person agreed to: where calls go, and the digest of that document. Secrets stay in the keyring; here are references.
CREATE TABLE webtools (
    id TEXT PRIMARY KEY NOT NULL,
    position INTEGER NOT NULL,
    definition TEXT NOT NULL CHECK (json_valid(definition)),
    current INTEGER NOT NULL,
    consent TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    checked TEXT CHECK (checked IS NULL OR json_valid(checked)),
    created_at INTEGER NOT NULL
) STRICT;

-- Every document that was ever fetched for one, exactly as it came.
CREATE TABLE webtool_pins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webtool_id TEXT NOT NULL REFERENCES webtools (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL,
    sha256 TEXT NOT NULL,
    canonical_sha256 TEXT NOT NULL,
    version TEXT NOT NULL,
    -- Empty for a document that was pasted.
    url TEXT NOT NULL,
    final_url TEXT NOT NULL,
    media_type TEXT NOT NULL,
    fetched_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX webtool_pins_by_document ON webtool_pins (webtool_id, sha256, final_url);
