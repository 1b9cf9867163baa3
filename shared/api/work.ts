/** API calls of the capability `work`: what a client's people do with stories. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import { tagFields, workFields } from '../fields/work.ts';
import * as messages from '../messages.ts';
import type { TagColor, Tone, WorkState } from '../rules/work.ts';
import { type Call, change, get, idReader, post, withQuery } from './call.ts';

/**
 * Tags have the number of their stories; the people are those who may be assigned. `suggestions`: those that were compared with what people
 * set without seeing them; null before the first ones.
 */
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
  suggestions: {
    api: 'Suggestions',
    type: {
      row: { checked: { api: 'Checked', type: 'count' }, correct: { api: 'Correct', type: 'count' } },
      nullable: true,
    },
  },
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
export type WorkChanged = RowOf<typeof workChangedFields>;

export const loadWork = (): Call<WorkLists> => get('/vknf/work', rowReader(workReplyFields), messages.loadWork);

/** One of the `Until…` with `postponed`; a reason of the list or another text with `rejected`. */
export type WorkChange = {
  State?: WorkState;
  AssigneeID?: number | null;
  Until?: string;
  UntilCopies?: number;
  UntilSources?: number;
  ReasonID?: number;
  Reason?: string;
  Tone?: Tone | null;
  Hidden?: false;
  AddTags?: readonly number[];
  RemoveTags?: readonly number[];
};

/** The changes of one batch are undone together. */
export const changeWork = (
  stories: readonly { storyId: number; version: number }[],
  change: WorkChange,
  batchId: number | null = null,
): Call<WorkChanged> =>
  post(
    '/vknf/work/change',
    {
      Stories: stories.map(({ storyId, version }) => ({ StoryID: storyId, Version: version })),
      Change: change,
      BatchID: batchId,
    },
    rowReader(workChangedFields),
    messages.changeWork,
  );

export const createTag = (name: string, color: TagColor): Call<number> =>
  post('/vknf/work/tags/create', { Name: name, Color: color }, idReader('TagID'), messages.saveTag);

export const updateTag = (id: number, name: string, color: TagColor) =>
  change(withQuery('/vknf/work/tags/update', { id }), messages.saveTag, { Name: name, Color: color });

export const deleteTag = (id: number) => change(withQuery('/vknf/work/tags/delete', { id }), messages.deleteTag);

export const createReason = (text: string): Call<number> =>
  post('/vknf/work/reasons/create', { Text: text }, idReader('ReasonID'), messages.saveReason);

/** Stories that were rejected for it keep its text. */
export const deleteReason = (id: number) =>
  change(withQuery('/vknf/work/reasons/delete', { id }), messages.deleteReason);
