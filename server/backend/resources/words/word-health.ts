/** The call of the capability `cards` for the health of phrases. */
import * as v from 'valibot';
import { healthVerdicts } from '../../../../shared/rules/word-health.ts';
import { endpoint } from '../../http/endpoint.ts';
import { accountOf, clientOf } from '../../rules/account.ts';
import { time, toTime, toTimeOrNull } from '../../rules/reply-values.ts';
import type { WordHealthRow } from '../../store/word-health.ts';
import { wordCountsQuery } from '../posts/schemas.ts';

const count = v.pipe(v.number(), v.integer());

/** See `WordHealth` of shared/rules/word-health.ts. */
const wordHealthReply = v.strictObject({
  WordID: count,
  ComputedAt: time,
  Verdict: v.picklist(healthVerdicts),
  Gaps: count,
  LeftOut: v.boolean(),
  LastPostAt: v.nullable(time),
  WeekStories: count,
  MonthStories: count,
  MonthRows: count,
  Overlap: v.nullable(v.strictObject({ WordID: count, Text: v.string(), Stories: count })),
});

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
  endpoint('GET', '/vknf/words/health', 'signed-in', {
    summary:
      'The verdicts on several phrases, computed once a day; leaves out those that are not computed or not visible',
    query: wordCountsQuery,
    reply: v.strictObject({ health: v.array(wordHealthReply) }),
    handle: async ({ store, viewer, query: { wordIds } }) => {
      const rows = await store.wordHealth.list(wordIds, clientOf(accountOf(viewer)));
      return { health: rows.map(presentHealth) };
    },
  }),
];
