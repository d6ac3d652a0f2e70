-- Clients that were removed, with the name each had: what they did stays on record.
CREATE TABLE former_clients (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL
) STRICT;

-- Records of decisions about a client name its identity.
INSERT INTO former_clients (id, name)
SELECT server_id, server_label FROM
    (SELECT server_id, server_label, max(id) FROM ask_records WHERE kind = 'client' GROUP BY server_id)
WHERE server_id NOT IN (SELECT id FROM clients);

-- Of any other that made a call only the name is left.
INSERT INTO former_clients (id, name)
SELECT lower(hex(randomblob(16))), name FROM (
    SELECT caller ->> '$.name' AS name FROM tool_calls WHERE caller ->> '$.kind' = 'agent'
    UNION SELECT caller ->> '$.name' FROM ask_records WHERE caller ->> '$.kind' = 'agent'
    UNION SELECT caller ->> '$.name' FROM policy_rules WHERE caller ->> '$.kind' = 'agent'
    UNION SELECT caller ->> '$.name' FROM asked_rounds WHERE caller ->> '$.kind' = 'agent'
    UNION SELECT caller ->> '$.name' FROM running_tasks WHERE caller ->> '$.kind' = 'agent'
)
WHERE name IS NOT NULL
    AND name NOT IN (SELECT name FROM clients UNION SELECT name FROM former_clients);

-- A client that calls is its identity from now on. Of several that had a name, it is the one that has it, or had it last.
UPDATE tool_calls SET caller = json_object('kind', 'client', 'id', coalesce(
    (SELECT id FROM clients WHERE name = tool_calls.caller ->> '$.name'),
    (SELECT max(id) FROM former_clients WHERE name = tool_calls.caller ->> '$.name'), ''))
WHERE caller ->> '$.kind' = 'agent';
UPDATE ask_records SET caller = json_object('kind', 'client', 'id', coalesce(
    (SELECT id FROM clients WHERE name = ask_records.caller ->> '$.name'),
    (SELECT max(id) FROM former_clients WHERE name = ask_records.caller ->> '$.name'), ''))
WHERE caller ->> '$.kind' = 'agent';
UPDATE policy_rules SET caller = json_object('kind', 'client', 'id', coalesce(
    (SELECT id FROM clients WHERE name = policy_rules.caller ->> '$.name'),
    (SELECT max(id) FROM former_clients WHERE name = policy_rules.caller ->> '$.name'), ''))
WHERE caller ->> '$.kind' = 'agent';
UPDATE asked_rounds SET caller = json_object('kind', 'client', 'id', coalesce(
    (SELECT id FROM clients WHERE name = asked_rounds.caller ->> '$.name'),
    (SELECT max(id) FROM former_clients WHERE name = asked_rounds.caller ->> '$.name'), ''))
WHERE caller ->> '$.kind' = 'agent';
UPDATE running_tasks SET caller = json_object('kind', 'client', 'id', coalesce(
    (SELECT id FROM clients WHERE name = running_tasks.caller ->> '$.name'),
    (SELECT max(id) FROM former_clients WHERE name = running_tasks.caller ->> '$.name'), ''))
WHERE caller ->> '$.kind' = 'agent';

-- 1: rows named clients by their identity when this row was written; 0: it is of an older Usher. The tag is over it, too.
ALTER TABLE decisions ADD COLUMN client_ids INTEGER NOT NULL DEFAULT 0 CHECK (client_ids IN (0, 1));
