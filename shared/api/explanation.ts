/** A call of our own backend: what stands out in a period, against the same period of earlier weeks. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';

/** What can stand out: a story, a source, a city, a phrase, or a word of texts. */
export const standoutKinds = {
  story: 'сюжет',
  owner: 'источник',
  city: 'город',
  phrase: 'фраза',
  word: 'слово',
} as const;
export type StandoutKind = keyof typeof standoutKinds;

/**
 * `id`: 0 for a word. `name`: the quoted sentence of a story, the most frequent form of a word. `text`: the search of the feed
 * with the word; null for other items. `total` equals the total of the feed with copies, for the same filters, the period and
 * the item. `share`: percent of the rise that the item carries; more
 * than 100 if other items have fewer posts than usual. `fast`: of a story's copies, the percentage that were posted within ten
 * minutes of its first post in the period; null for other items, and without copies.
 */
const standoutFields = {
  kind: { api: 'Kind', type: { labels: standoutKinds, strict: true } },
  id: { api: 'ID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  text: { api: 'Text', type: 'plain' },
  total: { api: 'Total', type: 'id' },
  share: { api: 'Share', type: 'id' },
  fast: { api: 'Fast', type: 'figure' },
} as const satisfies ReplyTable;

export type Standout = RowOf<typeof standoutFields>;

/**
 * `total`: rows of the period, copies included; `stories`: its stories. `usual`, `usualStories`: their medians in the same
 * period of earlier weeks; null with fewer than three weeks, when nothing can stand out. At most six items.
 */
export const explanationFields = {
  total: { api: 'Total', type: 'id' },
  usual: { api: 'Usual', type: 'figure' },
  stories: { api: 'Stories', type: 'id' },
  usualStories: { api: 'UsualStories', type: 'figure' },
  items: { api: 'Items', type: { rows: standoutFields } },
} as const satisfies ReplyTable;

export type Explanation = RowOf<typeof explanationFields>;

/** The filters must have both dates, which are the period. */
export const loadExplanation = (filters: PostFilters): Call<Explanation> =>
  get(withQuery('/vknf/posts/explanation', filters), rowReader(explanationFields), messages.loadAnalytics);
