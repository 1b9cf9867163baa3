/** Adds records to the journal inside the transaction of the change. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { storedObject } from './journal-rules.ts';
import type { Author } from './journal-store.ts';
import type { Db } from './port.ts';

/** `by` is null for what nobody asked for over the API, such as demo data and imports: it is not recorded. */
export async function recordChange(db: Db, by: Author | null, action: JournalAction, object: string): Promise<void> {
  if (by === null) return;
  const text = storedObject(object);
  await db.run(
    `INSERT INTO journal (at, who, who_folded, on_behalf_of, action, object, address) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    ...[by.at, by.who, foldText(by.who), by.onBehalfOf, action, text, by.address],
  );
}
