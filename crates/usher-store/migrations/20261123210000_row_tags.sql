-- Authenticates the rows that decide what runs and where secrets go: an HMAC-SHA-256 over the rows of each subject,
-- with a key in the keyring. No tags at all: nothing was authenticated yet.
CREATE TABLE row_tags (
    -- The identity of a server, a webtool or a provider of models; empty for what holds for all.
    subject TEXT PRIMARY KEY NOT NULL,
    tag BLOB NOT NULL
) STRICT;

PRAGMA user_version = 21;
