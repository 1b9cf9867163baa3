/** Sources and authors that were erased on request: their posts are not stored again. Times are milliseconds, UTC. */
export const erasures = `
CREATE TABLE erasures (
  kind TEXT NOT NULL CHECK (kind IN ('owner', 'user')),
  target_id INTEGER NOT NULL,
  erased_at INTEGER NOT NULL,
  PRIMARY KEY (kind, target_id)
) STRICT, WITHOUT ROWID;
`;
