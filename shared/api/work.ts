/** API calls of the capability `work`: what a client's people do with stories. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { tagColors, tones, workStates } from '../rules/work.ts';
import { type Call, get } from './call.ts';

const tagFields = {
  tagId: { api: 'TagID', type: 'id' },
  name: { api: 'Name', type: 'text' },
  color: { api: 'Color', type: { labels: tagColors } },
} as const satisfies ReplyTable;

export type WorkTag = RowOf<typeof tagFields>;

/**
 * `version` is 0 when nothing is stored. The person 0 is the client's own account; null: nobody. One of the `until…` is set while the
 * story is postponed: a time, or what is left. `returned`: the rows since the story was closed or postponed, if it came back. `growing`
 * is computed for rows of posts only.
 */
export const workFields = {
  version: { api: 'Version', type: 'count' },
  state: { api: 'State', type: { labels: workStates, strict: true } },
  assigneeId: { api: 'AssigneeID', type: 'figure' },
  assignee: { api: 'Assignee', type: 'plain' },
  until: { api: 'Until', type: 'time' },
  untilCopies: { api: 'UntilCopies', type: 'figure' },
  untilSources: { api: 'UntilSources', type: 'figure' },
  reason: { api: 'Reason', type: 'plain' },
  tone: { api: 'Tone', type: { labels: tones, nullable: true } },
  tags: { api: 'Tags', type: { rows: tagFields } },
  notes: { api: 'Notes', type: 'count' },
  returned: { api: 'Returned', type: 'count' },
  growing: { api: 'Growing', type: 'boolean' },
} as const satisfies ReplyTable;

export type StoryWork = RowOf<typeof workFields>;

/** Renames the fields of the API. The feed does not load their table, which is larger. Only the embedded backend has them. */
export function readWork<Value>(raw: unknown): Value {
  if (Array.isArray(raw)) return raw.map(readWork) as Value;
  if (typeof raw !== 'object' || raw === null) return (raw ?? null) as Value;
  const keyOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1).replace('ID', 'Id');
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [keyOf(name), readWork(value)])) as Value;
}

/** Tags have the number of their stories; the people are those who may be assigned. */
export const workReplyFields = {
  tags: { api: 'tags', type: { rows: { ...tagFields, total: { api: 'total', type: 'count' } } } },
  reasons: {
    api: 'reasons',
    type: { rows: { reasonId: { api: 'ReasonID', type: 'id' }, text: { api: 'Text', type: 'text' } } },
  },
  people: {
    api: 'people',
    type: { rows: { personId: { api: 'PersonID', type: 'id' }, name: { api: 'Name', type: 'text' } } },
  },
  me: { api: 'Me', type: 'id' },
} as const satisfies ReplyTable;

/** `same`: it is so already. `conflict`: somebody has changed it since the version. */
const workOutcomes = { changed: '', same: '', conflict: '', unknown: '' } as const;

const workResultFields = {
  storyId: { api: 'StoryID', type: 'id' },
  outcome: { api: 'Outcome', type: { labels: workOutcomes, strict: true } },
  version: { api: 'Version', type: 'count' },
  work: { api: 'Work', type: { row: workFields, nullable: true } },
  by: { api: 'By', type: 'plain' },
} as const satisfies ReplyTable;

export const workChangedFields = {
  batchId: { api: 'BatchID', type: 'reference' },
  results: { api: 'Results', type: { rows: workResultFields } },
} as const satisfies ReplyTable;

export type WorkLists = RowOf<typeof workReplyFields>;

export const loadWork = (): Call<WorkLists> => get('/vknf/work', rowReader(workReplyFields), messages.loadWork);
