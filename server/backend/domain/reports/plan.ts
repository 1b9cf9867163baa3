/** What a sending of a report is about, and whose report it is. */
import { withoutPersonal } from '../../../../shared/pages/personal-filters.ts';
import { accountOf, type Identity } from '../../rules/account.ts';
import type { Report, ReportAuthor, ReportPlan } from '../../rules/reports/report.ts';
import { daysOf } from '../../rules/reports/schedule.ts';
import type { ClientsStore } from '../../store/clients.ts';
import { canonicalQuery, parseViewQuery } from '../saved-filter.ts';

/** What is personal in a filter has no meaning for recipients. */
const impersonal = (query: string): string => canonicalQuery(withoutPersonal(parseViewQuery(query)));

/** The plan of a sending that is due at the time. */
export function planOf(report: Report, due: number, skipped: number, timeZone: string): ReportPlan {
  const { account, name, author, sections, formats } = report;
  const { from: fromDay, to: toDay } = daysOf(report, due, timeZone);
  const views = report.views.map(({ name: title, query }) => ({ name: title, query: impersonal(query) }));
  return { account, name, author, views, fromDay, toDay, sections, formats, skipped };
}

/** Recipients read the name of the person; for the client's own account, also while an administrator acts as it, the client's. */
export async function reportAuthor(
  viewer: Identity,
  { clients }: { clients: Pick<ClientsStore, 'get'> },
  now: number,
): Promise<ReportAuthor> {
  const authorAccount = accountOf(viewer);
  if (viewer.type === 'admin') return { authorAccount, author: viewer.username };
  if (viewer.person) return { authorAccount, author: viewer.person.name };
  const client = await clients.get(viewer.clientId, now);
  return { authorAccount, author: client?.name || viewer.clientId };
}
