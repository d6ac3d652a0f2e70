-- The resources that a server listed last, for clients that ask before it runs again: without its secrets.
CREATE TABLE listed_resources (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    -- An array of what the server sent.
    resources TEXT NOT NULL CHECK (json_valid(resources))
) STRICT;
