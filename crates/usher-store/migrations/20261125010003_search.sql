-- Finds calls and records by any part of their texts. The texts stay in their own tables; the indexes hold which
-- trigram is in which row, so a hit is looked at in the row itself.
CREATE VIRTUAL TABLE calls_search USING fts5(
    server_label, tool, arguments, outcome,
    content = 'tool_calls', content_rowid = 'id', tokenize = 'trigram', detail = 'none', columnsize = 0
);

CREATE VIRTUAL TABLE records_search USING fts5(
    server_label, tool, shown, sent, reason, policy,
    content = 'ask_records', content_rowid = 'id', tokenize = 'trigram', detail = 'none', columnsize = 0
);

INSERT INTO calls_search (calls_search) VALUES ('rebuild');

INSERT INTO records_search (records_search) VALUES ('rebuild');

CREATE TRIGGER tool_calls_found AFTER INSERT ON tool_calls BEGIN
    INSERT INTO calls_search (rowid, server_label, tool, arguments, outcome)
    VALUES (new.id, new.server_label, new.tool, new.arguments, new.outcome);
END;

CREATE TRIGGER tool_calls_lost AFTER DELETE ON tool_calls BEGIN
    INSERT INTO calls_search (calls_search, rowid, server_label, tool, arguments, outcome)
    VALUES ('delete', old.id, old.server_label, old.tool, old.arguments, old.outcome);
END;

CREATE TRIGGER ask_records_found AFTER INSERT ON ask_records BEGIN
    INSERT INTO records_search (rowid, server_label, tool, shown, sent, reason, policy)
    VALUES (new.id, new.server_label, new.tool, new.shown, new.sent, new.reason, new.policy);
END;

CREATE TRIGGER ask_records_lost AFTER DELETE ON ask_records BEGIN
    INSERT INTO records_search (records_search, rowid, server_label, tool, shown, sent, reason, policy)
    VALUES ('delete', old.id, old.server_label, old.tool, old.shown, old.sent, old.reason, old.policy);
END;

PRAGMA user_version = 28;
