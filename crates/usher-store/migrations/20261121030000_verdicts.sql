PRAGMA user_version = 3;

-- What was found out about how a server is spoken to; not part of what the person agreed to.
ALTER TABLE servers ADD COLUMN verdict TEXT CHECK (verdict IS NULL OR json_valid(verdict));
