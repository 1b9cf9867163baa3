import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../../shared/rules/word.ts';
import { searchTextOf } from '../../clients.ts';
import { alertRules, claims, ruleIndexes } from '../../schema/alerts.ts';
import { jobs, keyUses } from '../../schema/phrases.ts';
import { remake, toSqlite } from '../../schema/to-sqlite.ts';
import { dropColumn } from '../sql.ts';

/** 012. Columns of clients for sorting and searching, and the time of their last sign-in. */
export function clientLists(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE clients ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
    ALTER TABLE clients ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
    ALTER TABLE clients ADD COLUMN signed_in_at INTEGER;
    UPDATE clients SET signed_in_at = last.at
    FROM (
      SELECT who, max(at) AS at FROM (
        SELECT client_id AS who, created_at AS at FROM sessions WHERE client_id IS NOT NULL
        UNION ALL
        SELECT who, at FROM journal WHERE action = 'sign-in'
      ) GROUP BY who
    ) AS last
    WHERE last.who = clients.client_id;
  `);
  const update = db.prepare('UPDATE clients SET name_folded = ?, search_text = ? WHERE client_no = ?');
  for (const row of db.prepare('SELECT client_no, name, ipaddr, macaddr, email, phone FROM clients').all()) {
    const fields = row as { client_no: number } & Parameters<typeof searchTextOf>[0];
    update.run(foldText(fields.name), searchTextOf(fields), fields.client_no);
  }
}

/** 014. Several processes on one database: who does which job, and which collector uses which key. Times are milliseconds, UTC. */
export function processes(db: DatabaseSync): void {
  db.exec(`${toSqlite([jobs, keyUses])} DROP TABLE IF EXISTS collector;`);
  dropColumn(db, 'collection_keys', 'in_use');
  // A message that a sender has claimed is due again when its lease ends.
  dropColumn(db, 'deliveries', 'claimed');
}

/** 015. Versions and sizes of the packed columns (migration 010) without reading their rows, which are long. */
export const rowChunks = `
CREATE INDEX row_chunks ON row_columns (chunk, version, length(ids));
`;

/** 016. Parallel sending. */
export const outbox = `
${toSqlite(claims)}
-- PostgreSQL had messages that waited without a rule.
UPDATE deliveries SET state = 'cancelled', ended_at = unixepoch() * 1000 WHERE rule_id IS NULL AND state = 'waiting';
`;

/**
 * 019. The search index gets other stems (server/backend/rules/search/russian-stem.ts). Entries are replaced while the service runs, from the
 * newest post to the oldest (catch-up.ts). Until then the terms of a new entry contain `form2`.
 *
 * `post_search_reindex` has one row while entries of posts with an ID below `below` may have the former stems.
 */
export const wordForms = `
CREATE TABLE post_search_reindex (below INTEGER NOT NULL) STRICT;
INSERT INTO post_search_reindex SELECT id + 1 FROM posts ORDER BY id DESC LIMIT 1;
`;

/**
 * 023. What triggers did is done by the stores, as in PostgreSQL: revoking Atom links with a password, adding the feeds of a view, and
 * deleting what belongs to a client. `arrival_counter` has the same name there.
 */
export const commonStores = `
DROP TRIGGER IF EXISTS client_links_revoked;
DROP TRIGGER IF EXISTS administrator_links_revoked;
DROP TRIGGER IF EXISTS views_added;
DROP TRIGGER IF EXISTS clients_deleted;
DROP TRIGGER IF EXISTS client_alerts_deleted;
DROP TRIGGER IF EXISTS administrators_deleted;
DROP TRIGGER IF EXISTS administrator_alerts_deleted;
CREATE VIEW arrival_counter AS
  SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'stories'), 0) AS newest;
`;

/** 024. The code states which channels there are, adds and removes the feeds of rules, and cancels the messages of deleted ones. */
export const alertChannels = `
-- The table without the check of its channel. Its triggers go with it.
PRAGMA legacy_alter_table = ON;
${remake('alert_rules', alertRules.replace(/ CHECK \(channel .*\)/, ''))}
${toSqlite(ruleIndexes)}
PRAGMA legacy_alter_table = OFF;
`;
