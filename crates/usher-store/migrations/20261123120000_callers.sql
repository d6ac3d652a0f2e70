PRAGMA user_version = 19;

-- Who started a call; all that is older was started by the person.
ALTER TABLE tool_calls ADD COLUMN caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller));
ALTER TABLE running_tasks ADD COLUMN caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller));
ALTER TABLE asked_rounds ADD COLUMN caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller));
-- NULL: no call caused it.
ALTER TABLE ask_records ADD COLUMN caller TEXT CHECK (json_valid(caller));
UPDATE ask_records SET caller = '{"kind":"person"}' WHERE call_id IS NOT NULL;
-- Whose calls a rule is about.
ALTER TABLE policy_rules ADD COLUMN caller TEXT NOT NULL DEFAULT '{"kind":"person"}' CHECK (json_valid(caller));
