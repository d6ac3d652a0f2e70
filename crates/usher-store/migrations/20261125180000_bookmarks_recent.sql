-- Tools, resources, templates and prompts that the person marked, and those opened last. Like the group of a server
-- they permit nothing, so they have no tag.
CREATE TABLE bookmarks (
    -- The identity of a server or of a webtool.
    server_id TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('tools', 'resources', 'templates', 'prompts')),
    -- Name of a tool or prompt, or URI (template) of a resource.
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    -- When it was marked, Unix ms.
    at INTEGER NOT NULL,
    PRIMARY KEY (server_id, list, key)
) STRICT;

CREATE TABLE recent (
    server_id TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('tools', 'resources', 'templates', 'prompts')),
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    -- When it was opened last, Unix ms.
    at INTEGER NOT NULL,
    PRIMARY KEY (server_id, list, key)
) STRICT;

-- Values that the person gave to the variables of templates and the arguments of prompts.
CREATE TABLE recent_values (
    server_id TEXT NOT NULL,
    list TEXT NOT NULL CHECK (list IN ('templates', 'prompts')),
    key TEXT NOT NULL,
    argument TEXT NOT NULL,
    value TEXT NOT NULL,
    -- When it was given last, Unix ms.
    at INTEGER NOT NULL,
    PRIMARY KEY (server_id, list, key, argument, value)
) STRICT;

CREATE TRIGGER server_takes_its_bookmarks AFTER DELETE ON servers BEGIN
    DELETE FROM bookmarks WHERE server_id = OLD.id;
    DELETE FROM recent WHERE server_id = OLD.id;
    DELETE FROM recent_values WHERE server_id = OLD.id;
END;

CREATE TRIGGER webtool_takes_its_bookmarks AFTER DELETE ON webtools BEGIN
    DELETE FROM bookmarks WHERE server_id = OLD.id;
    DELETE FROM recent WHERE server_id = OLD.id;
    DELETE FROM recent_values WHERE server_id = OLD.id;
END;

PRAGMA user_version = 29;
