import type * as v from 'valibot';
import type { Identity } from '../rules/account.ts';
import { toTimeOrNull } from '../rules/reply-values.ts';
import type { WordRow } from '../store/words-store.ts';
import type { wordReply } from './schemas.ts';

/** Only administrators see which clients track the phrase and whether it is deleted. */
export function presentWord(word: WordRow, viewer: Identity): v.InferOutput<typeof wordReply> {
  return {
    WordID: word.shownId,
    Text: word.text,
    State: word.state,
    ...(word.reason === null ? {} : { Reason: word.reason }),
    FullSearch: word.fullSearch,
    Running: word.running,
    UpdateDt: toTimeOrNull(word.updateDt),
    TotalPosts: word.totalPosts,
    LastUpdatePosts: toTimeOrNull(word.lastUpdatePosts),
    LastPostPosts: toTimeOrNull(word.lastPostPosts),
    ...(viewer.type === 'admin' ? { Clients: word.clients, Deleted: word.deleted } : {}),
  };
}
