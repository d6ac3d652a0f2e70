-- The index of the texts of calls is written when no call ends, or when somebody searches: writing it with each call
-- held up calls that ran. Calls up to this one are in it.
CREATE TABLE calls_indexed (
    up_to INTEGER NOT NULL
) STRICT;

INSERT INTO calls_indexed SELECT coalesce(max(id), 0) FROM tool_calls;

DROP TRIGGER tool_calls_found;

DROP TRIGGER tool_calls_lost;

CREATE TRIGGER tool_calls_lost AFTER DELETE ON tool_calls WHEN old.id <= (SELECT up_to FROM calls_indexed) BEGIN
    INSERT INTO calls_search (calls_search, rowid, server_label, tool, arguments, outcome)
    VALUES ('delete', old.id, old.server_label, old.tool, old.arguments, old.outcome);
END;
