/** The events of reports in the journal, which never contain addresses. */
import { clientOf } from '../account.ts';
import type { Report, StopReason } from '../reports/report.ts';

const changedParts = ['name', 'views', 'period', 'sections', 'formats', 'schedule', 'recipients'] as const;
type ChangedPart = (typeof changedParts)[number];

/** `skipped`: the dates that a sending replaces. `trial`: it went to one person who has asked for it. */
export type ReportEvent = {
  of: 'report';
  clientId: string | null;
  name: string;
  newName?: string;
  changed?: ChangedPart[];
  paused?: boolean;
  stopped?: StopReason;
  trial?: true;
  skipped?: number;
};

export const reportEvent = ({ account, name }: Pick<Report, 'account' | 'name'>): ReportEvent => ({
  of: 'report',
  clientId: clientOf(account),
  name,
});

const partOf: Record<ChangedPart, (report: Report) => unknown> = {
  name: ({ name }) => name,
  views: ({ views }) => views.map(({ viewId }) => viewId),
  period: ({ period, fromDay, toDay }) => [period, fromDay, toDay],
  sections: ({ sections }) => sections,
  formats: ({ formats }) => formats,
  schedule: ({ weekdays, minute }) => [weekdays, minute],
  recipients: ({ recipients }) => recipients.map(({ recipientId }) => recipientId),
};

/** Null when nothing has changed. */
export function reportChange(first: Report, second: Report): ReportEvent | null {
  const changed = changedParts.filter(
    (part) => JSON.stringify(partOf[part](first)) !== JSON.stringify(partOf[part](second)),
  );
  if (changed.length === 0) return null;
  return { ...reportEvent(first), ...(changed.includes('name') && { newName: second.name }), changed };
}

const partLabels: Record<ChangedPart, string> = {
  name: '',
  views: 'фильтры',
  period: 'период',
  sections: 'разделы',
  formats: 'форматы',
  schedule: 'расписание',
  recipients: 'получатели',
};

const stopLabels: Record<StopReason, string> = {
  author: 'остановлен: у автора нет права на экспорт',
  'view-gone': 'остановлен: фильтр удалён',
};

/** What the record says after the name of the report. */
export const reportChanges = ({ newName, changed = [], paused, stopped, trial, skipped = 0 }: ReportEvent) => [
  newName !== undefined && `название «${newName}»`,
  ...changed.map((part) => partLabels[part]),
  paused !== undefined && (paused ? 'приостановлен' : 'возобновлён'),
  stopped !== undefined && stopLabels[stopped],
  trial && 'проба',
  skipped > 0 && `пропущено: ${skipped}`,
];
