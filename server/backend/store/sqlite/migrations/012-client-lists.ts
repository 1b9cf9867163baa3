/** Columns of clients for sorting and searching, and the time of their last sign-in. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../../shared/rules/word.ts';
import { searchTextOf } from '../../clients.ts';

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
