PRAGMA user_version = 12;

-- Webtools have tools, too: what was decided is about a server or a webtool, and goes with it.
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
    verdict TEXT NOT NULL CHECK (verdict IN ('ask', 'allow_until', 'never')),
    until_at INTEGER,
    -- The digest of what is started or reached: another program under the same label is another server.
    transport TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    last_used_at INTEGER,
    CHECK ((verdict = 'allow_until') = (until_at IS NOT NULL)),
    CHECK ((tool IS NULL) = (definition IS NULL))
) STRICT;
INSERT INTO new_policy_rules SELECT * FROM policy_rules;
DROP TABLE policy_rules;
ALTER TABLE new_policy_rules RENAME TO policy_rules;

CREATE TABLE new_trusted_servers (
    server_id TEXT PRIMARY KEY NOT NULL,
    transport TEXT NOT NULL,
    given_at INTEGER NOT NULL
) STRICT;
INSERT INTO new_trusted_servers SELECT * FROM trusted_servers;
DROP TABLE trusted_servers;
ALTER TABLE new_trusted_servers RENAME TO trusted_servers;

CREATE TABLE new_tool_consents (
    server_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    definition TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
) STRICT;
INSERT INTO new_tool_consents SELECT * FROM tool_consents;
DROP TABLE tool_consents;
ALTER TABLE new_tool_consents RENAME TO tool_consents;

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
