/** The call of the capability `cards` for the health of phrases. */
import * as v from 'valibot';
import { healthFields } from '../../../../shared/rules/word-health.ts';
import { endpoint } from '../../http/endpoint.ts';
import { accountOf, clientOf } from '../../rules/account.ts';
import { presenterOf, replyOf } from '../../rules/reply-values.ts';
import { wordCountsQuery } from '../posts/post-scope.ts';

const present = presenterOf(healthFields);

export const wordHealth = [
  endpoint('GET', '/vknf/words/health', 'signed-in', {
    summary:
      'The verdicts on several phrases, computed once a day; leaves out those that are not computed or not visible',
    query: wordCountsQuery,
    reply: v.strictObject({ health: v.array(replyOf(healthFields)) }),
    handle: async ({ store, viewer, query: { wordIds } }) => {
      const rows = await store.wordHealth.list(wordIds, clientOf(accountOf(viewer)));
      const health = rows.map(({ shownId: wordId, overlap, ...row }) =>
        present({ ...row, wordId, overlap: overlap && { ...overlap, id: overlap.otherId } }),
      );
      return { health };
    },
  }),
];
