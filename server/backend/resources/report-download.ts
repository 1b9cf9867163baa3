/** The calls that make a report at once, for «Скачать отчёт»: an export of the figures of a page. */
import * as v from 'valibot';
import { type ReportPage, reportFiles } from '../../../shared/export.ts';
import { consoleUrl } from '../../platform/settings.ts';
import { reportAuthor } from '../domain/reports/plan.ts';
import type { Context } from '../http/endpoint.ts';
import { nameIn } from '../http/schema-fields.ts';
import { loadReport, type ReportRequest } from '../reports/load-report.ts';
import { makeReportFile } from '../reports/report-files.ts';
import type { Identity } from '../rules/account.ts';
import { exported } from './journal.ts';

/** `export`: the format, which records the export. */
export const reportEntry = { export: nameIn(reportFiles) };

/** The chapter of a report without a saved filter. */
export const allPostsName = 'Все посты';

/** `File`: in base64. */
export const reportReply = v.strictObject({ File: v.string() });

type Downloading = Context & { viewer: Identity; query: { export: keyof typeof reportFiles } };
type Chosen = Pick<ReportRequest, 'viewer' | 'title' | 'filters' | 'period' | 'sections'> & { hasLinks: boolean };

/** `choose`: what the page shows. `hasLinks` is false if the viewer's feed cannot show the posts. */
export const reportDownload = <Input extends Downloading>(
  page: ReportPage,
  choose: (input: Input) => Promise<Chosen>,
) =>
  exported(page, async (input: Input) => {
    const { store, config, now, query } = input;
    const { hasLinks, ...chosen } = await choose(input);
    const until = await store.alerts.newestArrival();
    const { author: reader } = await reportAuthor(input.viewer, store, now);
    const author = `Составлено по запросу: ${reader}.`;
    const console = hasLinks ? consoleUrl(config) : null;
    const document = await loadReport({ store, config }, { ...chosen, author, console, until: until || null, now });
    return { File: (await makeReportFile(document, query.export)).toString('base64') };
  });
