PRAGMA user_version = 5;

-- Calls that go on as tasks at their servers. One that has ended is a row of `tool_calls` instead.
-- Like a call, a task outlives its server, so `server_id` refers to nothing on purpose.
CREATE TABLE running_tasks (
    call_id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (json_valid(arguments)),
    -- The server's name for it.
    task_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('working', 'input_required', 'completed', 'failed', 'cancelled')),
    message TEXT,
    -- How long after its making the server keeps it; NULL: it sets no limit.
    ttl_ms INTEGER,
    poll_ms INTEGER,
    -- When the server last said something new about it.
    heard_at INTEGER NOT NULL
) STRICT;
