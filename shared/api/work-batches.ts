/** API calls that change many stories at once, and those that undo a change. */
import type { ReplyTable } from '../fields/field.ts';

const batchStates = { running: '', done: '', stopped: '', undoing: '', undone: '' } as const;

/** `done` counts the stories that were looked at, `skipped` those that were left as they are. */
export const batchFields = {
  batchId: { api: 'BatchID', type: 'id' },
  state: { api: 'State', type: { labels: batchStates, strict: true } },
  total: { api: 'Total', type: 'count' },
  done: { api: 'Done', type: 'count' },
  changed: { api: 'Changed', type: 'count' },
  skipped: { api: 'Skipped', type: 'count' },
  canUndo: { api: 'CanUndo', type: 'boolean' },
} as const satisfies ReplyTable;
