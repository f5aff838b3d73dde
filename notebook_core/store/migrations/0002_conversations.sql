-- Conversations, and the citations saved with their answers; these outlive the sources they name.

CREATE TABLE conversation (
    id VARCHAR NOT NULL,
    notebook_id VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    ticks VARCHAR[],
    position BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE message (
    id VARCHAR NOT NULL,
    conversation_id VARCHAR NOT NULL,
    role VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    engine VARCHAR NOT NULL DEFAULT '',
    mode VARCHAR NOT NULL DEFAULT '',
    error VARCHAR NOT NULL DEFAULT '',
    evidence VARCHAR NOT NULL DEFAULT '[]', -- JSON, as done
    done VARCHAR NOT NULL DEFAULT '{}',
    position BIGINT NOT NULL,
    created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE citation (
    message_id VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    role VARCHAR NOT NULL,
    source_id VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    title VARCHAR NOT NULL,
    content_hash VARCHAR NOT NULL,
    quote VARCHAR NOT NULL,
    start BIGINT,
    "end" BIGINT,
    page INTEGER,
    page_end INTEGER,
    heading VARCHAR NOT NULL,
    verified BOOLEAN NOT NULL
);
