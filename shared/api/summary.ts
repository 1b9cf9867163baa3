/** A call of our own backend: what happened in a period, for the page «Сводка» and for reports. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import { workFields } from '../fields/work.ts';
import * as messages from '../messages.ts';
import { recallFields } from '../rules/recall.ts';
import { healthLabels } from '../rules/word-health.ts';
import { missingFields } from './analytics.ts';
import { type Call, get, withQuery } from './call.ts';
import { explanationFields } from './explanation.ts';

/** `sum`: the views of each post once, of the posts that have some; `measured` is their number, among `posts`. */
const viewFields = {
  sum: { api: 'Sum', type: 'id' },
  measured: { api: 'Measured', type: 'id' },
  posts: { api: 'Posts', type: 'id' },
} as const satisfies ReplyTable;

/**
 * `rows`: of the story in the period, which `sources` have posted. `views`: of its most viewed post; null if none is known.
 * `work`: of the client; null if nothing is stored and the story is not growing.
 */
const mainStoryFields = {
  storyId: { api: 'StoryID', type: 'id' },
  quote: { api: 'Quote', type: 'text' },
  rows: { api: 'Rows', type: 'id' },
  sources: { api: 'Sources', type: 'id' },
  views: { api: 'Views', type: 'figure' },
  work: { api: 'Work', type: { row: workFields, nullable: true } },
} as const satisfies ReplyTable;

export type MainStory = RowOf<typeof mainStoryFields>;

const newSourceFields = {
  ownerId: { api: 'OwnerID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  rows: { api: 'Rows', type: 'id' },
} as const satisfies ReplyTable;

/** `fresh`: stories of the period that are «Новое». The others count stories of all time. */
const workFigures = {
  fresh: { api: 'New', type: 'id' },
  inProgress: { api: 'InProgress', type: 'id' },
  overdue: { api: 'Overdue', type: 'id' },
  returned: { api: 'Returned', type: 'id' },
} as const satisfies ReplyTable;

/** Phrases of the client with a verdict that is not «В порядке». */
const verdictFields = {
  verdict: { api: 'Verdict', type: { labels: healthLabels, strict: true } },
  words: { api: 'Words', type: 'id' },
} as const satisfies ReplyTable;

/** Calls of all keys in the last 24 hours, and their maximum. */
const quotaFields = {
  calls: { api: 'Calls', type: 'id' },
  limit: { api: 'Limit', type: 'id' },
} as const satisfies ReplyTable;

/**
 * `work` and `verdicts` are those of a client; `quota` is for administrators who have chosen none. `recall`: of all phrases; null if
 * followed walls have given nothing.
 */
export const summaryFields = {
  explanation: { api: 'Explanation', type: { row: explanationFields } },
  views: { api: 'Views', type: { row: viewFields } },
  stories: { api: 'Stories', type: { rows: mainStoryFields } },
  newSources: { api: 'NewSources', type: { rows: newSourceFields } },
  newSourcesTotal: { api: 'NewSourcesTotal', type: 'id' },
  work: { api: 'Work', type: { row: workFigures, nullable: true } },
  missing: { api: 'Missing', type: { rows: missingFields } },
  verdicts: { api: 'Verdicts', type: { rows: verdictFields } },
  recall: { api: 'Recall', type: { row: recallFields, nullable: true } },
  quota: { api: 'Quota', type: { row: quotaFields, nullable: true } },
  /** The saved filters of the account whose summary it is. */
  filters: {
    api: 'Filters',
    type: {
      rows: {
        id: { api: 'ViewID', type: 'id' },
        name: { api: 'Name', type: 'text', named: true },
        query: { api: 'Query', type: 'text' },
      },
    },
  },
} as const satisfies ReplyTable;

export type Summary = RowOf<typeof summaryFields>;

/** Times are RFC 3339 or days; both are included. */
export type SummaryQuery = {
  postDtFrom: string;
  postDtTo: string;
  viewId: number | null;
  clientId: string | null;
  allSources: 'true' | null;
};

export const loadSummary = (query: SummaryQuery): Call<Summary> =>
  get(withQuery('/vknf/summary', query), rowReader(summaryFields), messages.loadSummary);
