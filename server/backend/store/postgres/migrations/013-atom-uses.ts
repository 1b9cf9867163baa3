/** Revoked Atom links, and who else has used them. See migration 021 of SQLite for the columns. */
export const atomUses = [
  `ALTER TABLE atom_feeds ADD COLUMN revoked boolean NOT NULL DEFAULT false`,
  `CREATE TABLE atom_uses (
    feed_id bigint NOT NULL REFERENCES atom_feeds ON DELETE CASCADE,
    address text COLLATE "C" NOT NULL,
    day bigint NOT NULL,
    PRIMARY KEY (feed_id, address)
  )`,
];
