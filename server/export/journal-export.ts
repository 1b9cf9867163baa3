/** The journal, newest first. */

import { loadJournal, parseJournalFilters } from '../../shared/api/journal.ts';
import type { JournalRecord } from '../../shared/fields/journal.ts';
import * as messages from '../../shared/messages.ts';
import { journalActions } from '../../shared/rules/journal.ts';
import { journalPageSize } from '../../shared/rules/limits.ts';
import {
  type ExportColumn,
  type ExportInput,
  type ExportList,
  type Fact,
  fieldColumn,
  filterFact,
  shownColumns,
} from './export-table.ts';
import { readByOffset } from './read-by-offset.ts';

export const journalExportColumns: readonly ExportColumn<JournalRecord>[] = [
  fieldColumn('At', ({ at }) => at, { title: 'Время', name: 'journal.time', kind: 'time', width: 18 }),
  fieldColumn('Who', ({ who }) => who, { title: 'Кто', name: 'journal.who', kind: 'text', width: 24 }),
  fieldColumn('OnBehalfOf', ({ onBehalfOf }) => onBehalfOf, {
    title: 'От имени',
    name: 'journal.behalf',
    kind: 'text',
    width: 18,
  }),
  fieldColumn('Action', ({ action }) => action, { title: 'Действие', kind: 'text', width: 32 }),
  fieldColumn('Object', ({ object }) => object, { title: 'Объект', name: 'journal.object', kind: 'text', width: 60 }),
  fieldColumn('Address', ({ address }) => address, {
    title: 'Адрес',
    name: 'journal.address',
    kind: 'text',
    width: 18,
  }),
];

function filterFacts({ query }: ExportInput): Fact[] {
  const { who, action, from, to } = parseJournalFilters(query);
  return [
    ...filterFact('Кто', who),
    ...filterFact('Действие', action === null ? '' : journalActions[action]),
    ...filterFact('Дата с', from ?? ''),
    ...filterFact('Дата по', to ?? ''),
  ];
}

export const journalExport: ExportList<JournalRecord> = {
  name: 'journal',
  async count({ send, query }) {
    return (await send(loadJournal(parseJournalFilters(query), 0, 1))).total;
  },
  open(input) {
    const filters = parseJournalFilters(input.query);
    return {
      columns: shownColumns(journalExportColumns, input),
      batches: readByOffset({
        async load(offset, limit) {
          const { records, total } = await input.sendRows(loadJournal(filters, offset, limit));
          return { rows: records, total };
        },
        keyOf: ({ id }: JournalRecord) => id,
        screenRows: journalPageSize,
        failure: messages.loadJournal,
      }),
      facts: () => filterFacts(input),
    };
  },
};
