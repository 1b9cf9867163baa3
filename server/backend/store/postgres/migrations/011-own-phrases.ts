/** What a client sees of its phrases. See migration 018 of SQLite. */
export const ownPhrases = [
  `ALTER TABLE word_clients
    ADD COLUMN shown_id bigint NOT NULL DEFAULT 0,
    ADD COLUMN text text NOT NULL DEFAULT '',
    ADD COLUMN frozen boolean NOT NULL DEFAULT false,
    ADD COLUMN full_search boolean NOT NULL DEFAULT false,
    ADD COLUMN awaits boolean NOT NULL DEFAULT false,
    ADD COLUMN collected_at bigint`,
  `UPDATE word_clients SET shown_id = w.word_id, text = w.text, frozen = w.state = 'freeze', full_search = w.full_search
    FROM words w WHERE w.word_id = word_clients.word_id`,
  `CREATE UNIQUE INDEX word_clients_by_shown_id ON word_clients (shown_id, client_id)`,
  `CREATE INDEX word_clients_awaiting ON word_clients (word_id) WHERE awaits`,
];
