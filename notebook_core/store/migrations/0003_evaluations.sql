-- Runs of evaluations; their answers are messages of a conversation that is not listed.

ALTER TABLE conversation ADD COLUMN purpose VARCHAR DEFAULT 'chat';

CREATE TABLE eval_run (
    id VARCHAR NOT NULL,
    notebook_id VARCHAR NOT NULL,
    conversation_id VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL, -- JSON
    position BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE eval_result (
    run_id VARCHAR NOT NULL,
    position BIGINT NOT NULL,
    case_id VARCHAR NOT NULL,
    question VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    outcome VARCHAR NOT NULL,
    rank INTEGER,
    verified INTEGER NOT NULL,
    citations INTEGER NOT NULL,
    scope_violations INTEGER NOT NULL,
    confidence DOUBLE NOT NULL,
    message_id VARCHAR NOT NULL,
    error VARCHAR NOT NULL
);
