-- The calls open when a server asked without saying because of which: their ids, tools and arguments. NULL: the cause
-- is known, or none was open.
ALTER TABLE ask_records ADD COLUMN possible_causes TEXT CHECK (json_valid(possible_causes));

PRAGMA user_version = 24;
