-- A rule for one tool may be about calls with exactly these arguments only; NULL: about all its calls.
-- The digest of their canonical JSON.
ALTER TABLE policy_rules ADD COLUMN arguments_digest TEXT CHECK (arguments_digest IS NULL OR tool IS NOT NULL);
-- The arguments for the person to read, without what may be secret.
ALTER TABLE policy_rules ADD COLUMN arguments TEXT
    CHECK (json_valid(arguments)) CHECK ((arguments IS NULL) = (arguments_digest IS NULL));
