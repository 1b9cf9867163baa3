import type * as v from 'valibot';
import type { KeyState } from '../rules/collection/quota.ts';
import { toTime, toTimeOrNull } from '../rules/reply-values.ts';
import type { PhraseCollection, RunRow } from '../store/collection-store.ts';
import type { WordRow } from '../store/words-store.ts';
import type { overviewReply, runReply, wordCollectionReply } from './schemas.ts';

export const presentKey = (key: KeyState, limit: number): v.InferOutput<typeof overviewReply>['Keys'][number] => ({
  KeyID: key.id,
  Calls: key.calls,
  Limit: limit,
  State: key.state,
  Until: toTimeOrNull(key.until),
  Code: key.code,
  Message: key.message,
  RedirectURI: key.redirectUri,
});

export const presentRun = (run: RunRow): v.InferOutput<typeof runReply> => ({
  RunID: run.runId,
  WordID: run.wordId,
  Word: run.word,
  StartedAt: toTime(run.startedAt),
  EndedAt: toTimeOrNull(run.endedAt),
  Found: run.found,
  Added: run.added,
  Calls: run.calls,
  Outcome: run.outcome,
  Reason: run.reason,
});

/** Of a phrase that others have had before. */
const uncollected = { lastRun: null, found: null, stored: 0, reason: null, cursor: null, windows: [] };

/** As the client sees it: a run of before it could see the phrase is the first one for it. */
export function toOwnCollection(collection: PhraseCollection, word: WordRow, now: number): PhraseCollection {
  const { state, running, awaits, collectedAt } = word;
  const nextRunAt = state === 'freeze' ? null : collection.nextRunAt;
  if (awaits) return { ...collection, ...uncollected, nextRunAt: nextRunAt === null || running ? null : now };
  const { lastRun, stored } = collection;
  const isEarlier = lastRun !== null && lastRun.endedAt !== null && lastRun.endedAt < (collectedAt ?? 0);
  if (!isEarlier) return { ...collection, nextRunAt };
  return {
    ...collection,
    nextRunAt,
    lastRun: { ...lastRun, startedAt: collectedAt ?? 0, endedAt: collectedAt, added: stored },
  };
}

export const presentWordCollection = (
  collection: PhraseCollection,
  { shownId, text, lastPostPosts }: WordRow,
  configured: boolean,
): v.InferOutput<typeof wordCollectionReply> => ({
  WordID: shownId,
  Configured: configured,
  LastRun: collection.lastRun && presentRun({ ...collection.lastRun, wordId: shownId, word: text }),
  NextRunAt: toTimeOrNull(collection.nextRunAt),
  Found: collection.found,
  Stored: collection.stored,
  LastPostAt: toTimeOrNull(lastPostPosts),
  Reason: collection.reason,
  FullSearchReached: toTimeOrNull(collection.cursor?.to ?? null),
  FullSearchFrom: toTimeOrNull(collection.cursor?.from ?? null),
  Windows: collection.windows.map(({ from, to, complete }) => ({
    From: toTime(from),
    To: toTime(to),
    Complete: complete,
  })),
});
