-- What the person did with each document of a webtool. Of those kept until now only the ones in use are known. It
-- permits nothing, so it has no tag.
ALTER TABLE webtool_pins ADD COLUMN standing TEXT NOT NULL DEFAULT 'unknown'
    CHECK (standing IN ('unknown', 'found', 'used', 'declined'));

UPDATE webtool_pins SET standing = 'used'
WHERE id IN (SELECT current FROM webtools WHERE id = webtool_id AND consent <> '');

PRAGMA user_version = 33;
