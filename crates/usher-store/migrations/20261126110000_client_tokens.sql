-- What the token of a client over HTTP is checked against: its SHA-256 digest in hexadecimal digits.
ALTER TABLE clients ADD COLUMN token TEXT CHECK (length(token) = 64);

PRAGMA user_version = 33;
