import type * as v from 'valibot';
import type { WordClientRow } from '../store/word-clients-store.ts';
import type { wordClientReply } from './schemas.ts';

export const presentWordClient = (link: WordClientRow): v.InferOutput<typeof wordClientReply> => ({
  ID: link.id,
  WordID: link.wordId,
  ClientID: link.clientId,
});
