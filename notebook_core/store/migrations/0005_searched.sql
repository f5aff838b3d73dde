-- What was searched for an answer; of a question, what its asker chose to be searched instead.

ALTER TABLE message ADD COLUMN searched VARCHAR DEFAULT '';
