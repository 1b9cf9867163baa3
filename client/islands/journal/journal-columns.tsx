/** The columns of the journal. */
import { type JournalRecord, journalFields } from '../../../shared/fields/journal.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { Column } from '../../components/table-column.ts';
import styles from './journal-columns.module.css';

export const journalColumns = (timeZone: string): Column<JournalRecord>[] => [
  {
    ...journalFields.at,
    width: '144px',
    cell: ({ at }) => (at && formatDateTime(at, timeZone)) ?? messages.badDate,
  },
  { ...journalFields.who, width: 'minmax(0, 0.8fr)', cell: ({ who }) => who },
  { ...journalFields.onBehalfOf, width: 'minmax(0, 0.7fr)', cell: (record) => record.onBehalfOf ?? '—' },
  { ...journalFields.action, width: 'minmax(0, 1.2fr)', card: 'heading', cell: ({ action }) => action },
  {
    ...journalFields.object,
    width: 'minmax(0, 3fr)',
    card: 'line',
    cell: ({ object }) => (
      <span className={styles.object} title={object}>
        {object || '—'}
      </span>
    ),
  },
  { ...journalFields.address, width: 'minmax(0, 0.8fr)', cell: ({ address }) => address || '—' },
];
