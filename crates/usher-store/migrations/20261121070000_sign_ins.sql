PRAGMA user_version = 6;

-- Who the person has signed in to a server with, for what, and where the tokens are kept; never the tokens themselves.
ALTER TABLE servers ADD COLUMN sign_in TEXT CHECK (sign_in IS NULL OR json_valid(sign_in));
