/** Several processes on one database: who does which job, and which collector uses which key. Times are milliseconds, UTC. */
export const processes = `
-- The process that does a job which one at a time may do, and until when.
CREATE TABLE jobs (job TEXT PRIMARY KEY, owner TEXT NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- A collector says every minute which keys it uses. Without collectors nothing is collected: new phrases are ready at once.
CREATE TABLE collection_key_uses (
  collector TEXT NOT NULL,
  key_id TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (collector, key_id)
) STRICT, WITHOUT ROWID;
DROP TABLE collector;
ALTER TABLE collection_keys DROP COLUMN in_use;

-- A message that a sender has claimed is due again when its lease ends, whoever has claimed it.
ALTER TABLE deliveries DROP COLUMN claimed;
`;
