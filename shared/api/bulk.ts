/** Changes of many entities in one call, as all lists of the capability `bulk` use them. */
import { readList, readObject, readText } from './read.ts';

/** The maximum number of IDs in one call. A longer selection is sent in several calls, so that none blocks the API. */
export const bulkMax = 100;

/** An entity that the call did not change, and why. The others are changed. `name` is for people. */
export type BulkFailure<Id = string> = { id: Id; name: string; error: string };

export const readBulkReply = (reply: unknown): BulkFailure[] =>
  readList(reply, 'failed', (raw) => {
    const { id, error } = readObject(raw);
    return { id: readText(id), name: readText(id), error: readText(error) };
  });
