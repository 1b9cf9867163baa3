/** Revoked Atom links, and who else has used them. */
export const atomUses = `
-- revoked: the link no longer works, and there is no new one yet.
ALTER TABLE atom_feeds ADD COLUMN revoked INTEGER NOT NULL DEFAULT 0;
-- address: the key under which addresses are counted. day: the last one with a use, in days since 1970.
CREATE TABLE atom_uses (
  feed_id INTEGER NOT NULL REFERENCES atom_feeds (feed_id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (feed_id, address)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER client_links_revoked AFTER UPDATE OF password_hash ON clients BEGIN
  UPDATE atom_feeds SET revoked = 1 WHERE account = 'client:' || old.client_id;
END;
CREATE TRIGGER administrator_links_revoked AFTER UPDATE OF password_hash ON administrators BEGIN
  UPDATE atom_feeds SET revoked = 1 WHERE account = 'admin:' || old.admin_id;
END;
`;
