/** How much of what walls have given search finds too (docs/product/collection.md#completeness-of-search). */
import type { ReplyTable, RowOf } from '../fields/field.ts';
import { formatCounted, formatNumber } from '../format.ts';

/** `posts`: of walls, that match phrases; `found` of them by search too. `capped`: of how many phrases search has not read all posts. */
export const recallFields = {
  posts: { api: 'Posts', type: 'id' },
  found: { api: 'Found', type: 'id' },
  capped: { api: 'Capped', type: 'id' },
} as const satisfies ReplyTable;

export type Recall = RowOf<typeof recallFields>;

/** A share of fewer posts says too little. */
const postsMin = 10;

const share = ({ posts, found }: Recall): string =>
  posts < postsMin ? '—' : `${Math.floor((100 * found) / posts)}\u00a0% из ${formatNumber(posts)}`;

const capped = 'поиск прочитан не полностью';

/** The value of «Полнота поиска» of a phrase. */
export const describeWordRecall = (recall: Recall): string =>
  share(recall) + (recall.capped > 0 && recall.posts >= postsMin ? `, ${capped}` : '');

/** The same of several phrases. */
export const describeRecall = (recall: Recall): string =>
  share(recall) +
  (recall.capped > 0 && recall.posts >= postsMin
    ? `, ${capped}: ${formatCounted(recall.capped, ['фраза', 'фразы', 'фраз'])}`
    : '');
