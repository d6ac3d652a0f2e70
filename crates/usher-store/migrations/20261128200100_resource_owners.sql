-- Which server a URI belongs to that several servers list: the one that listed it first.
CREATE TABLE resource_owners (
    uri TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL
) STRICT;
