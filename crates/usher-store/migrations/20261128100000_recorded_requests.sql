-- Prompts and resources are recorded as calls are; `tool` holds the name of the prompt or the URI of the resource then.
ALTER TABLE tool_calls ADD COLUMN kind TEXT NOT NULL DEFAULT 'tool' CHECK (kind IN ('tool', 'prompt', 'resource'));
