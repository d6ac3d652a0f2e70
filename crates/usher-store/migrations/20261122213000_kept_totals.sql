PRAGMA user_version = 18;

-- How many finished calls and records of questions are kept and what they take, counted as they come and go: to keep
-- one more must not cost a look at all there are.
CREATE TABLE kept_totals (
    what TEXT PRIMARY KEY NOT NULL CHECK (what IN ('calls', 'records', 'refused_records')),
    entries INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL
) STRICT;

INSERT INTO kept_totals (what, entries, size_bytes)
SELECT 'calls', count(*), coalesce(sum(size_bytes), 0) FROM tool_calls
UNION ALL
SELECT 'records', count(*), coalesce(sum(size_bytes), 0) FROM ask_records WHERE ending <> 'refused'
UNION ALL
SELECT 'refused_records', count(*), coalesce(sum(size_bytes), 0) FROM ask_records WHERE ending = 'refused';

-- What a server is refused is bounded on its own, so its oldest has to be found among the others.
CREATE INDEX ask_records_refused ON ask_records (id) WHERE ending = 'refused';

CREATE TRIGGER tool_calls_come AFTER INSERT ON tool_calls BEGIN
    UPDATE kept_totals SET entries = entries + 1, size_bytes = size_bytes + new.size_bytes WHERE what = 'calls';
END;

CREATE TRIGGER tool_calls_go AFTER DELETE ON tool_calls BEGIN
    UPDATE kept_totals SET entries = entries - 1, size_bytes = size_bytes - old.size_bytes WHERE what = 'calls';
END;

CREATE TRIGGER ask_records_come AFTER INSERT ON ask_records BEGIN
    UPDATE kept_totals SET entries = entries + 1, size_bytes = size_bytes + new.size_bytes
    WHERE what = iif(new.ending = 'refused', 'refused_records', 'records');
END;

CREATE TRIGGER ask_records_go AFTER DELETE ON ask_records BEGIN
    UPDATE kept_totals SET entries = entries - 1, size_bytes = size_bytes - old.size_bytes
    WHERE what = iif(old.ending = 'refused', 'refused_records', 'records');
END;
