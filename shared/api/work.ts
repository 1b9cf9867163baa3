/** API calls of our own backend: a client's work on stories. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import { tagFields, workFields } from '../fields/work.ts';
import * as messages from '../messages.ts';
import type { TagColor, Tone, WorkState } from '../rules/work.ts';
import { type Call, change, get, idReader, post, withQuery } from './call.ts';
import { seenAs } from './versioned.ts';

/** `total` counts the stories with the tag. */
export const listedTagFields = {
  ...tagFields,
  total: { api: 'total', type: 'count' },
  version: { api: 'Version', type: 'reference' },
} as const satisfies ReplyTable;

/**
 * `people` may be assigned unless they are disabled. `me`: the viewer, as an assignee. `suggestions`: how many were compared
 * with values that people set without seeing them, and how many were correct; null before the first one.
 */
export const workReplyFields = {
  tags: { api: 'tags', type: { rows: listedTagFields } },
  reasons: {
    api: 'reasons',
    type: { rows: { reasonId: { api: 'ReasonID', type: 'id' }, text: { api: 'Text', type: 'text' } } },
  },
  people: {
    api: 'people',
    type: {
      rows: {
        personId: { api: 'PersonID', type: 'id' },
        name: { api: 'Name', type: 'text', named: true },
        disabled: { api: 'Disabled', type: 'boolean' },
      },
    },
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

export const assignable = <Person extends { disabled: boolean }>(people: readonly Person[]): Person[] =>
  people.filter(({ disabled }) => !disabled);

/**
 * `same`: nothing to change. `conflict`: somebody changed the story after the given version. `unknown`: not a story of the
 * client.
 */
const workOutcomes = { changed: '', same: '', conflict: '', unknown: '' } as const;

const workResultFields = {
  storyId: { api: 'StoryID', type: 'id' },
  outcome: { api: 'Outcome', type: { labels: workOutcomes, strict: true } },
  version: { api: 'Version', type: 'count' },
  work: { api: 'Work', type: { row: workFields, nullable: true } },
  by: { api: 'By', type: 'plain', named: true },
} as const satisfies ReplyTable;

export const workChangedFields = {
  batchId: { api: 'BatchID', type: 'reference' },
  results: { api: 'Results', type: { rows: workResultFields } },
} as const satisfies ReplyTable;

export type WorkLists = RowOf<typeof workReplyFields>;
export type WorkChanged = RowOf<typeof workChangedFields>;

export const loadWork = (): Call<WorkLists> => get('/vknf/work', rowReader(workReplyFields), messages.loadWork);

/**
 * `postponed` needs one of `Until…`; `rejected` needs `ReasonID` or another text as `Reason`. Missing fields stay unchanged.
 */
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

/** Calls with the same `batchId` are undone together; null starts a batch. */
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

/** Missing fields stay unchanged. */
export const updateTag = (id: number, tag: { Name?: string; Color?: TagColor }, version: number | null) =>
  change(withQuery('/vknf/work/tags/update', { id }), messages.saveTag, { ...tag, ...seenAs(version) });

export const readTag = rowReader(listedTagFields);

export const deleteTag = (id: number) => change(withQuery('/vknf/work/tags/delete', { id }), messages.deleteTag);

export const createReason = (text: string): Call<number> =>
  post('/vknf/work/reasons/create', { Text: text }, idReader('ReasonID'), messages.saveReason);

/** Stories rejected for the reason keep its text. */
export const deleteReason = (id: number) =>
  change(withQuery('/vknf/work/reasons/delete', { id }), messages.deleteReason);
