/** Adds records to the journal in SQLite, inside the transaction of the change. */
import type { DatabaseSync } from 'node:sqlite';
import type { JournalAction } from '../../../../shared/rules/journal.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import { storedObject } from '../journal-rules.ts';
import type { Author } from '../journal-store.ts';

/** `by` is null for what nobody asked for over the API, such as demo data and imports: it is not recorded. */
export type RecordChange = (by: Author | null, action: JournalAction, object: string) => void;

export function createJournalWriter(db: DatabaseSync): RecordChange {
  const insert = db.prepare(`
    INSERT INTO journal (at, who, who_folded, on_behalf_of, action, object, address) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return (by, action, object) => {
    if (by === null) return;
    const text = storedObject(object);
    insert.run(by.at, by.who, foldText(by.who), by.onBehalfOf, action, text, by.address);
  };
}
