-- 1: calls that go on as tasks had tags when this row was written; 0: it is of an older Usher. The tag is over it, too.
ALTER TABLE decisions ADD COLUMN tasks INTEGER NOT NULL DEFAULT 0 CHECK (tasks IN (0, 1));
