-- Which name led to a program, as the person wrote it; NULL = it is the path itself.
ALTER TABLE programs ADD COLUMN command TEXT;
-- Where that name led before, until the person has taken note.
ALTER TABLE programs ADD COLUMN moved_from TEXT;
