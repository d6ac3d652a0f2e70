-- One row: how many decisions were written, and the tag over that and the tags of all decisions.
CREATE TABLE decisions (
    version INTEGER NOT NULL,
    tag BLOB NOT NULL
);
