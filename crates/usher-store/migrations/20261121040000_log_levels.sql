PRAGMA user_version = 4;

-- From which level on a server is to log, if the person chose one.
ALTER TABLE servers ADD COLUMN log_level TEXT;
