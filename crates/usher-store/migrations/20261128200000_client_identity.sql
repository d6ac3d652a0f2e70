-- What tells clients apart beside their name and the path of their program: what an interpreter runs, its SHA-256 digest, and
-- the SHA-256 digest of the key that Usher wrote into the agent's file.
ALTER TABLE clients ADD COLUMN script TEXT;
ALTER TABLE clients ADD COLUMN script_digest TEXT CHECK (length(script_digest) = 64);
ALTER TABLE clients ADD COLUMN client_key TEXT CHECK (length(client_key) = 64);
-- 1: these were looked at when the person decided; 0: the client was known by name and path alone.
ALTER TABLE clients ADD COLUMN identity INTEGER NOT NULL DEFAULT 0 CHECK (identity IN (0, 1));
