-- A rule for one tool may allow it for as long as its definition stays what it is.
CREATE TABLE new_policy_rules (
    id TEXT PRIMARY KEY NOT NULL,
    -- The identity of a server or of a webtool.
    server_id TEXT NOT NULL,
    -- NULL: for all tools of the server, or all with the effect.
    tool TEXT,
    -- For one tool: the digest of the definition that was shown.
    definition TEXT,
    -- For one tool: what it claimed to do. For all tools: only those that do this; NULL: whatever they do.
    effect TEXT CHECK (effect IN ('reads', 'changes', 'destroys', 'unknown')),
    verdict TEXT NOT NULL CHECK (verdict IN ('ask', 'allow_until', 'allow_always', 'never')),
    until_at INTEGER,
    -- The digest of what is started or reached: another program under the same label is another server.
    transport TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    last_used_at INTEGER,
    caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller)),
    CHECK ((verdict = 'allow_until') = (until_at IS NOT NULL)),
    CHECK ((tool IS NULL) = (definition IS NULL)),
    -- What is always allowed is one definition of one tool.
    CHECK (verdict <> 'allow_always' OR tool IS NOT NULL)
) STRICT;

INSERT INTO new_policy_rules
    (id, server_id, tool, definition, effect, verdict, until_at, transport, given_at, uses, last_used_at, caller)
SELECT id, server_id, tool, definition, effect, verdict, until_at, transport, given_at, uses, last_used_at, caller
FROM policy_rules;

-- The triggers that name the table are made again: a table they name cannot be renamed.
DROP TRIGGER server_takes_its_policies;
DROP TRIGGER webtool_takes_its_policies;

DROP TABLE policy_rules;

ALTER TABLE new_policy_rules RENAME TO policy_rules;

CREATE TRIGGER server_takes_its_policies AFTER DELETE ON servers BEGIN
    DELETE FROM policy_rules WHERE server_id = OLD.id;
    DELETE FROM trusted_servers WHERE server_id = OLD.id;
    DELETE FROM tool_consents WHERE server_id = OLD.id;
END;

CREATE TRIGGER webtool_takes_its_policies AFTER DELETE ON webtools BEGIN
    DELETE FROM policy_rules WHERE server_id = OLD.id;
    DELETE FROM trusted_servers WHERE server_id = OLD.id;
    DELETE FROM tool_consents WHERE server_id = OLD.id;
END;

PRAGMA user_version = 26;
