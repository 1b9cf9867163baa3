/** Finds a phrase that the viewer may see. */
import { unknownId } from '../../platform/app-error.ts';
import type { Identity } from '../rules/account.ts';
import type { Store } from '../store/store.ts';
import type { WordRow } from '../store/words-store.ts';

type Words = Pick<Store, 'words'>;

/** By the ID that the viewer sees. A client finds the phrases that it tracks; an administrator also deleted ones, and by a client's ID. */
export const findWord = ({ words }: Words, viewer: Identity, id: number): Promise<WordRow | null> =>
  viewer.type === 'client' ? words.getOfClient(id, viewer.clientId) : words.get(id);

/** The phrase's own ID, for calls of administrators; an ID that no phrase has stays as it is. */
export const namedWordId = async ({ words }: Words, id: number): Promise<number> => (await words.get(id))?.wordId ?? id;

/** Throws a 404 for a phrase that is not found. */
export async function findVisibleWord(store: Words, viewer: Identity, id: number): Promise<WordRow> {
  const word = await findWord(store, viewer, id);
  if (!word) throw unknownId();
  return word;
}
