PRAGMA user_version = 11;

-- Calls whose servers asked something before they answer, and can go on over another connection with what the person
-- says. A call that has ended is a row of `tool_calls` instead. Like a call, a round outlives its server, so
-- `server_id` refers to nothing on purpose.
CREATE TABLE asked_rounds (
    call_id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    -- The digest of what is started or reached: nobody else gets the answers.
    transport TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    -- The requests of the server by their keys, as they came.
    questions TEXT NOT NULL CHECK (json_valid(questions)),
    -- What the server wants back exactly as it came, as JSON; NULL: it gave nothing.
    state TEXT CHECK (state IS NULL OR json_valid(state)),
    asked_at INTEGER NOT NULL
) STRICT;
