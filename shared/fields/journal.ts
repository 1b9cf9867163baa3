import type { FieldTable, RowOf } from './field.ts';

export const journalFields = {
  id: { api: 'RecordID', type: 'id' },
  at: { api: 'At', type: 'time', title: 'Время', on: 'own', name: 'journal.time', chars: 18 },
  who: { api: 'Who', type: 'text', named: true, title: 'Кто', on: 'own', name: 'journal.who', chars: 24 },
  onBehalfOf: {
    api: 'OnBehalfOf',
    type: 'nullable',
    named: true,
    title: 'От имени',
    on: 'own',
    name: 'journal.behalf',
    chars: 18,
  },
  action: { api: 'Action', type: 'text', title: 'Действие', on: 'own', chars: 32 },
  object: { api: 'Object', type: 'text', title: 'Объект', on: 'own', name: 'journal.object', chars: 60 },
  batch: { api: 'Batch', type: 'nullable' },
  parts: { api: 'Parts', type: 'count' },
  address: { api: 'Address', type: 'text', title: 'Адрес', on: 'own', name: 'journal.address', chars: 18 },
} as const satisfies FieldTable;

export type JournalRecord = RowOf<typeof journalFields>;
