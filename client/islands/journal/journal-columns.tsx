/** The columns of the journal. */
import type { JournalRecord } from '../../../shared/api/journal.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { Column } from '../../components/table-column.ts';
import styles from './journal-columns.module.css';

export const journalColumns = (timeZone: string): Column<JournalRecord>[] => [
  {
    title: 'Время',
    name: 'journal.time',
    width: '144px',
    cell: ({ at }) => (at && formatDateTime(at, timeZone)) ?? messages.badDate,
  },
  { title: 'Кто', name: 'journal.who', width: 'minmax(0, 0.8fr)', cell: ({ who }) => who },
  { title: 'От имени', name: 'journal.behalf', width: 'minmax(0, 0.7fr)', cell: (record) => record.onBehalfOf ?? '—' },
  { title: 'Действие', width: 'minmax(0, 1.2fr)', card: 'heading', cell: ({ action }) => action },
  {
    title: 'Объект',
    name: 'journal.object',
    width: 'minmax(0, 3fr)',
    card: 'line',
    cell: ({ object }) => (
      <span className={styles.object} title={object}>
        {object || '—'}
      </span>
    ),
  },
  { title: 'Адрес', name: 'journal.address', width: 'minmax(0, 0.8fr)', cell: ({ address }) => address || '—' },
];
