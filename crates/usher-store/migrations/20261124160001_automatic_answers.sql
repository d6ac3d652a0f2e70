-- What is answered because there is nothing to decide has an ending of its own.
CREATE TABLE new_ask_records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    ask_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    server_label TEXT NOT NULL,
    -- The call that caused it; NULL: the server asked on its own, or nobody did.
    call_id TEXT,
    -- Who made the call.
    caller TEXT CHECK (json_valid(caller)),
    tool TEXT,
    arguments TEXT CHECK (arguments IS NULL OR json_valid(arguments)),
    -- A word; kinds this version does not know belong to a newer one.
    kind TEXT NOT NULL,
    -- What the person was shown, without secrets.
    shown TEXT NOT NULL CHECK (json_valid(shown)),
    -- What the person changed of it before it was sent; NULL: nothing.
    changed TEXT CHECK (changed IS NULL OR json_valid(changed)),
    -- What went to the server beside yes and no, without secrets; NULL: nothing.
    sent TEXT CHECK (sent IS NULL OR json_valid(sent)),
    opened_at INTEGER NOT NULL,
    closed_at INTEGER NOT NULL,
    -- A word; endings this version does not know belong to a newer one.
    ending TEXT NOT NULL,
    -- Why it ended so, in plain words.
    reason TEXT NOT NULL,
    -- Under which rule it was answered without the person; NULL: the person answered, or nobody did.
    policy TEXT,
    size_bytes INTEGER NOT NULL,
    -- How often the same happened within a minute. Only what nobody was asked about is counted together.
    times INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO new_ask_records (
    id, ask_id, server_id, server_label, call_id, caller, tool, arguments, kind, shown, changed, sent, opened_at,
    closed_at, ending, reason, policy, size_bytes, times)
SELECT
    id, ask_id, server_id, server_label, call_id, caller, tool, arguments, kind, shown, changed, sent, opened_at,
    closed_at, ending, reason, policy, size_bytes, times
FROM ask_records;
DROP TRIGGER ask_records_come;
DROP TRIGGER ask_records_go;
DROP TABLE ask_records;
ALTER TABLE new_ask_records RENAME TO ask_records;
CREATE INDEX ask_records_by_server ON ask_records (server_id, id);
CREATE INDEX ask_records_by_ask ON ask_records (ask_id);
CREATE INDEX ask_records_automatic ON ask_records (server_id, id)
WHERE policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled');

CREATE TRIGGER ask_records_come AFTER INSERT ON ask_records BEGIN
    UPDATE kept_totals SET entries = entries + 1, size_bytes = size_bytes + new.size_bytes
    WHERE what = iif(new.policy IS NOT NULL OR new.ending NOT IN ('accepted', 'declined', 'cancelled'),
                     'refused_records', 'records');
END;

CREATE TRIGGER ask_records_go AFTER DELETE ON ask_records BEGIN
    UPDATE kept_totals SET entries = entries - 1, size_bytes = size_bytes - old.size_bytes
    WHERE what = iif(old.policy IS NOT NULL OR old.ending NOT IN ('accepted', 'declined', 'cancelled'),
                     'refused_records', 'records');
END;

PRAGMA user_version = 23;
