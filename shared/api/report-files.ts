/** The calls of our own backend that make a report of a page at once. Their parameter `export` is the format. */
import type { ReportFileName } from '../export.ts';
import { type ReplyTable, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';
import type { SummaryQuery } from './summary.ts';

const fileFields = { file: { api: 'File', type: 'text' } } as const satisfies ReplyTable;

const readFile = rowReader(fileFields);

/** Returns the file in base64. */
export const loadSummaryReport = (
  { allSources: _, ...query }: SummaryQuery,
  format: ReportFileName,
): Call<{ file: string }> =>
  get(withQuery('/vknf/summary/report', { ...query, export: format }), readFile, messages.loadReport);

export const loadAnalyticsReport = (filters: PostFilters, format: ReportFileName): Call<{ file: string }> =>
  get(withQuery('/vknf/analytics/report', { ...filters, export: format }), readFile, messages.loadReport);
