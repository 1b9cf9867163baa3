/** Finds a phrase that the viewer may see. */
import { unknownId } from '../../platform/app-error.ts';
import type { Identity } from '../store/sessions-store.ts';
import type { Store } from '../store/store.ts';
import type { WordRow } from '../store/words-store.ts';

/** Throws a 404 for an unknown phrase and, for a client, for one that it does not track. An administrator also sees a deleted one. */
export async function findVisibleWord({ words }: Store, viewer: Identity, wordId: number): Promise<WordRow> {
  const word = await words.get(wordId);
  const visible = word && (viewer.type === 'admin' || (!word.deleted && word.clients.includes(viewer.clientId)));
  if (!visible) throw unknownId();
  return word;
}
