/** Adds records to the journal in SQLite, inside the transaction of the change. See store/journal.ts. */
import type { DatabaseSync } from 'node:sqlite';
import type { JournalAction } from '../../../../shared/rules/journal.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import type { JournalEvent } from '../../rules/journal/events.ts';
import type { Author } from '../journal.ts';

export type RecordChange = (by: Author | null, action: JournalAction, event: JournalEvent) => void;

export function createJournalWriter(db: DatabaseSync): RecordChange {
  const insert = db.prepare(`
    INSERT INTO journal (at, who, who_folded, on_behalf_of, action, object, event, address) VALUES (?, ?, ?, ?, ?, '', ?, ?)`);
  return (by, action, event) => {
    if (by === null) return;
    insert.run(by.at, by.who, foldText(by.who), by.onBehalfOf, action, JSON.stringify(event), by.address);
  };
}
