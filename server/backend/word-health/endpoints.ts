/** The call of the capability `cards` for the health of phrases. */
import type * as v from 'valibot';
import { endpoint } from '../http/endpoint.ts';
import { wordCountsQuery } from '../posts/schemas.ts';
import { accountOf, clientOf } from '../rules/account.ts';
import { toTime, toTimeOrNull } from '../rules/reply-values.ts';
import type { WordHealthRow } from '../store/word-health-store.ts';
import { type wordHealthReply, wordsHealthReply } from './schemas.ts';

const presentHealth = ({ overlap, ...row }: WordHealthRow): v.InferOutput<typeof wordHealthReply> => ({
  WordID: row.shownId,
  ComputedAt: toTime(row.computedAt),
  Verdict: row.verdict,
  Gaps: row.gaps,
  LeftOut: row.leftOut,
  LastPostAt: toTimeOrNull(row.lastPostAt),
  WeekStories: row.weekStories,
  MonthStories: row.monthStories,
  MonthRows: row.monthRows,
  Overlap: overlap && { WordID: overlap.otherId, Text: overlap.text, Stories: overlap.stories },
});

export const wordHealth = [
  endpoint({
    method: 'GET',
    path: '/vknf/words/health',
    access: 'signed-in',
    summary:
      'The verdicts on several phrases, computed once a day; leaves out those that are not computed or not visible',
    query: wordCountsQuery,
    reply: wordsHealthReply,
    handle: async ({ store, viewer, query: { wordIds } }) => {
      const rows = await store.wordHealth.list(wordIds, clientOf(accountOf(viewer)));
      return { health: rows.map(presentHealth) };
    },
  }),
];
