-- How the time of a call divides, and what passed between Usher and the client that made it; NULL: not known.
ALTER TABLE tool_calls ADD COLUMN times TEXT CHECK (json_valid(times));
ALTER TABLE tool_calls ADD COLUMN client_leg TEXT CHECK (json_valid(client_leg));
