-- The group a server is listed in; NULL: none. Like its position it permits nothing, so it has no tag.
ALTER TABLE servers ADD COLUMN group_name TEXT;

PRAGMA user_version = 25;
