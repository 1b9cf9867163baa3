/** A call of our own backend: the views of a period, for the page «Аналитика» and for reports. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { histogramFields } from './analytics.ts';
import { type Call, get, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';

/** `views`: the sum of the views of each post once; `measured` of the `posts` have views. */
const sumFields = {
  views: { api: 'Views', type: 'id' },
  measured: { api: 'Measured', type: 'id' },
  posts: { api: 'Posts', type: 'id' },
} as const satisfies ReplyTable;

export type ViewsSum = RowOf<typeof sumFields>;

const viewsBarFields = { from: { api: 'From', type: 'text' }, ...sumFields } as const satisfies ReplyTable;

export type ViewsBar = RowOf<typeof viewsBarFields>;

const viewedOwnerFields = {
  id: { api: 'ID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  ...sumFields,
} as const satisfies ReplyTable;

/** `postedAt`: an RFC 3339 time. `quote`: the beginning of the text with a match; empty without a text. */
const viewedPostFields = {
  ownerId: { api: 'OwnerID', type: 'id' },
  postId: { api: 'PostID', type: 'id' },
  ownerName: { api: 'OwnerName', type: 'text', named: true },
  postedAt: { api: 'PostDt', type: 'text' },
  quote: { api: 'Quote', type: 'text' },
  views: { api: 'Views', type: 'id' },
  ratio: { api: 'Ratio', type: 'figure' },
} as const satisfies ReplyTable;

export type ViewedPost = RowOf<typeof viewedPostFields>;

/**
 * Days are `YYYY-MM-DD` in the console's time zone; both are included. `unit`: hours within two days, otherwise days; bars
 * without posts are included. `owners`: the 10 sources with the most views, of `measuredOwners` with measured posts. `top`: the 10
 * most viewed posts. Ties: the lower ID, the newer post.
 */
export const periodReachFields = {
  ...sumFields,
  from: { api: 'From', type: 'text' },
  to: { api: 'To', type: 'text' },
  unit: histogramFields.unit,
  bars: { api: 'Bars', type: { rows: viewsBarFields } },
  owners: { api: 'Owners', type: { rows: viewedOwnerFields } },
  measuredOwners: { api: 'MeasuredOwners', type: 'id' },
  top: { api: 'Top', type: { rows: viewedPostFields } },
} as const satisfies ReplyTable;

export type PeriodReach = RowOf<typeof periodReachFields>;

/** Takes the filters of `loadAnalytics`; the choice of copies has no effect. */
export const loadPeriodReach = (filters: PostFilters): Call<PeriodReach> =>
  get(withQuery('/vknf/analytics/reach', filters), rowReader(periodReachFields), messages.loadAnalytics);
