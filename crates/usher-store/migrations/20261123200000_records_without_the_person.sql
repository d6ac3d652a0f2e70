PRAGMA user_version = 20;

-- How often the same happened within a minute. Only what nobody was asked about is counted together.
ALTER TABLE ask_records ADD COLUMN times INTEGER NOT NULL DEFAULT 1;

-- What ended without the person (refused, withdrawn, answered by a rule) is bounded apart from what the person
-- decided: a server can cause any number of the former. The total keeps its name.
DROP TRIGGER ask_records_come;
DROP TRIGGER ask_records_go;
DROP INDEX ask_records_refused;

CREATE INDEX ask_records_automatic ON ask_records (server_id, id)
WHERE policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled');

UPDATE kept_totals SET
    entries = (SELECT count(*) FROM ask_records
               WHERE (policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled'))
                     = (kept_totals.what = 'refused_records')),
    size_bytes = (SELECT coalesce(sum(size_bytes), 0) FROM ask_records
                  WHERE (policy IS NOT NULL OR ending NOT IN ('accepted', 'declined', 'cancelled'))
                        = (kept_totals.what = 'refused_records'))
WHERE what <> 'calls';

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
