/**
 * What a client sees of its phrases, whoever else tracks them: its own ID and spelling, and what it has chosen. Earlier links have
 * what everyone saw. IDs come from the sequence of phrases, so that they do not tell whether the phrase is new.
 */
export const ownPhrases = `
-- awaits: the phrase existed before the link. It looks like a new one until collected_at, when the collector has come to it.
ALTER TABLE word_clients ADD COLUMN shown_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN text TEXT NOT NULL DEFAULT '';
ALTER TABLE word_clients ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN full_search INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN awaits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE word_clients ADD COLUMN collected_at INTEGER;
UPDATE word_clients SET shown_id = w.word_id, text = w.text, frozen = w.state = 'freeze', full_search = w.full_search
  FROM words w WHERE w.word_id = word_clients.word_id;
CREATE UNIQUE INDEX word_clients_by_shown_id ON word_clients (shown_id, client_id);
CREATE INDEX word_clients_awaiting ON word_clients (word_id) WHERE awaits;
`;
