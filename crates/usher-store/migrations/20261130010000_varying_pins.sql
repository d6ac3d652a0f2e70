-- The places of a pin that the person has accepted as changing, as JSON: for each, where it is and of what kind. NULL = none.
ALTER TABLE pins ADD COLUMN varying TEXT;
