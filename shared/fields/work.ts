/** The work of a client on a story, as part of a row of posts. */
import { tagColors, tones, workStates } from '../rules/work.ts';
import type { ReplyTable, RowOf } from './field.ts';

export const tagFields = {
  tagId: { api: 'TagID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  color: { api: 'Color', type: { labels: tagColors } },
} as const satisfies ReplyTable;

export type WorkTag = RowOf<typeof tagFields>;

/** Tone and tags, as set by people or as suggested. */
export const markFields = {
  tone: { api: 'Tone', type: { labels: tones, nullable: true } },
  tags: { api: 'Tags', type: { rows: tagFields } },
} as const satisfies ReplyTable;

/**
 * `version` is 0 if nothing is stored. The assignee 0 is the client's own account, null is nobody. While the story is
 * postponed, one of the `until…` is set: a time, or the number of copies or sources that are still awaited. `returned`: after
 * the story came back, its rows since it was closed or postponed. `growing` is computed for rows of posts only.
 */
export const workFields = {
  version: { api: 'Version', type: 'count' },
  state: { api: 'State', type: { labels: workStates, strict: true } },
  assigneeId: { api: 'AssigneeID', type: 'figure' },
  assignee: { api: 'Assignee', type: 'plain', named: true },
  until: { api: 'Until', type: 'time' },
  untilCopies: { api: 'UntilCopies', type: 'figure' },
  untilSources: { api: 'UntilSources', type: 'figure' },
  reason: { api: 'Reason', type: 'plain' },
  ...markFields,
  notes: { api: 'Notes', type: 'count' },
  returned: { api: 'Returned', type: 'count' },
  hidden: { api: 'Hidden', type: 'boolean' },
  growing: { api: 'Growing', type: 'boolean' },
} as const satisfies ReplyTable;

export type StoryWork = RowOf<typeof workFields>;
export type StoryMarks = RowOf<typeof markFields>;
