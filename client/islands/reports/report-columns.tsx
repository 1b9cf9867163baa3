/** The columns of the table of reports. */

import type { Report } from '../../../shared/api/reports.ts';
import { capitalise, formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { deliveryStates } from '../../../shared/rules/alerts.ts';
import {
  describeFormats,
  describePeriod,
  describeSchedule,
  type ReportState,
  reportStates,
} from '../../../shared/rules/reports.ts';
import { RowAction } from '../../components/buttons.tsx';
import type { OpenerProps } from '../../components/lazy.tsx';
import type { Column, ControlProps } from '../../components/table-column.ts';
import controls from '../../styles/controls.module.css';
import table from '../../styles/titled-table.module.css';
import styles from './reports.module.css';

/** Return the props of a row's button. */
export type RowActions = Record<'edit' | 'copy' | 'remove', (report: Report) => OpenerProps> &
  Record<'sendTrial' | 'pause', (report: Report) => object>;

const timeText = (time: string, timeZone: ZoneOffsets): string => formatDateTime(time, timeZone) ?? messages.badDate;

const viewPath = (id: number, query: string): string =>
  `/ldvknf/posts${formatQuery({ ...Object.fromEntries(new URLSearchParams(query)), view: id })}`;

function ViewsCell({ views, basePath, control }: Pick<Report, 'views'> & { basePath: string; control: ControlProps }) {
  return (
    <span className={controls.twoLines}>
      {views.map(({ id, name, query }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={basePath + viewPath(id, query)} {...control}>
            {name}
          </a>
        </span>
      ))}
    </span>
  );
}

/** «Отправлено: 3, ошибка: 1». */
function describeLast({ sent, failed, waiting }: NonNullable<Report['last']>): string {
  const parts = [
    sent > 0 && `отправлено: ${formatNumber(sent)}`,
    failed > 0 && `ошибка: ${formatNumber(failed)}`,
    waiting > 0 && `ожидает: ${formatNumber(waiting)}`,
  ];
  return capitalise(parts.filter(Boolean).join(', ') || deliveryStates.cancelled);
}

const listRecipients = ({ recipients, left }: Report, timeZone: ZoneOffsets): string =>
  [
    ...recipients,
    ...left.map(({ address, at }) => `${address} — отписался ${timeText(at, timeZone).split(',')[0]}`),
  ].join(', ');

const tones = { active: 'success', paused: 'neutral', stopped: 'danger', ended: 'neutral' } as const satisfies Record<
  ReportState,
  string
>;

const describeState = ({ state, reason }: Report): string =>
  reason === null ? reportStates[state] : `${reportStates[state]}: ${reason}`;

function Actions({ report, actions, control }: { report: Report; actions: RowActions; control: ControlProps }) {
  const runs = report.state === 'active';
  return (
    <>
      <RowAction label="Изменить" icon="edit" {...control} {...actions.edit(report)} />
      <RowAction label="Отправить себе" icon="send" {...control} {...actions.sendTrial(report)} />
      {report.state !== 'ended' && (
        <RowAction
          label={runs ? 'Приостановить' : 'Возобновить'}
          icon={runs ? 'pause' : 'resume'}
          {...control}
          {...actions.pause(report)}
        />
      )}
      <RowAction label="Копировать" icon="copy" {...control} {...actions.copy(report)} />
      <RowAction label="Удалить" icon="remove" {...control} {...actions.remove(report)} />
    </>
  );
}

type Place = { basePath: string; timeZone: ZoneOffsets };

const aboutColumns = ({ basePath, timeZone }: Place): Column<Report>[] => [
  { title: 'Название', on: 'own', width: 'minmax(0, 1fr)', card: 'heading', cell: ({ name }) => name },
  {
    title: 'Фильтры',
    on: 'own',
    name: 'reports.views',
    width: 'minmax(0, 1fr)',
    card: 'line',
    cell: ({ views }, control) => <ViewsCell views={views} basePath={basePath} control={control} />,
  },
  {
    title: 'Период',
    on: 'own',
    name: 'reports.period',
    width: 'minmax(8.25rem, 1fr)',
    card: 'line',
    cell: (report) => (
      <span className={styles.lines}>
        {describePeriod(report)} <span className={table.detail}>{describeFormats(report.formats)}</span>
      </span>
    ),
  },
  {
    title: 'Расписание',
    on: 'own',
    name: 'reports.schedule',
    width: 'minmax(8.75rem, 1fr)',
    card: 'line',
    cell: (report) => (
      <span className={styles.lines}>
        {describeSchedule(report)}{' '}
        {report.nextAt !== null && <span className={table.detail}>следующая: {timeText(report.nextAt, timeZone)}</span>}
      </span>
    ),
  },
];

const sendingColumns = ({ timeZone }: Place): Column<Report>[] => [
  {
    title: 'Получатели',
    on: 'own',
    name: 'reports.recipients',
    width: 'minmax(0, 1fr)',
    card: 'line',
    cell: (report) => {
      const recipients = listRecipients(report, timeZone);
      return (
        <span className={table.line} title={recipients}>
          {recipients}
        </span>
      );
    },
  },
  {
    title: 'Последняя отправка',
    on: 'own',
    name: 'reports.last',
    width: 'minmax(9.25rem, 1fr)',
    card: 'line',
    cell: ({ last }) =>
      last === null ? (
        '—'
      ) : (
        <span className={styles.lines}>
          {timeText(last.at, timeZone)} <span className={table.detail}>{describeLast(last)}</span>
        </span>
      ),
  },
  {
    title: 'Состояние',
    on: 'own',
    name: 'reports.state',
    width: '8.5rem',
    tone: ({ state }) => tones[state],
    cell: (report) => <span className={controls.twoLines}>{describeState(report)}</span>,
  },
];

export const reportColumns = (place: Place, actions: RowActions): Column<Report>[] => [
  ...aboutColumns(place),
  ...sendingColumns(place),
  {
    title: 'Действия',
    on: 'own',
    width: '10rem',
    actions: true,
    cell: (report, control) => <Actions report={report} actions={actions} control={control} />,
  },
];
