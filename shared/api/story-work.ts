/** API calls of our own backend: the notes and the history of one story, and counts of stories. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import { workFields } from '../fields/work.ts';
import * as messages from '../messages.ts';
import { tones, workStateFilters } from '../rules/work.ts';
import { type Call, change, get, idReader, post, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';

/** `own`: the viewer may delete the note. */
const noteFields = {
  noteId: { api: 'NoteID', type: 'id' },
  text: { api: 'Text', type: 'text' },
  by: { api: 'By', type: 'text', named: true },
  at: { api: 'At', type: 'moment' },
  own: { api: 'Own', type: 'boolean' },
} as const satisfies ReplyTable;

/** `by`: null for an automatic change. `rule`: the name of the rule that made the change, or null. */
const changeFields = {
  at: { api: 'At', type: 'moment' },
  by: { api: 'By', type: 'plain', named: true },
  text: { api: 'Text', type: 'text' },
  rule: { api: 'Rule', type: 'plain', named: true },
} as const satisfies ReplyTable;

/** The newest notes and changes are first. */
export const storyFields = {
  work: { api: 'Work', type: { row: workFields, nullable: true } },
  notes: { api: 'notes', type: { rows: noteFields } },
  notesTotal: { api: 'NotesTotal', type: 'count' },
  history: { api: 'history', type: { rows: changeFields } },
} as const satisfies ReplyTable;

export type WorkedStory = RowOf<typeof storyFields>;
export type StoryNote = WorkedStory['notes'][number];

/** The notes begin at `notesOffset`. */
export const loadStory = (storyId: number, notesOffset = 0): Call<WorkedStory> =>
  get(
    withQuery('/vknf/work/story', { storyId, notesOffset: notesOffset || null }),
    rowReader(storyFields),
    messages.loadWork,
  );

export const createNote = (storyId: number, text: string): Call<number> =>
  post('/vknf/work/notes/create', { StoryID: storyId, Text: text }, idReader('NoteID'), messages.saveNote);

export const deleteNote = (id: number) => change(withQuery('/vknf/work/notes/delete', { id }), messages.deleteNote);

/** `storyId`: the joint story, or the story of the separated post. Undoing the batch reverts the change. */
export const regroupedFields = {
  batchId: { api: 'BatchID', type: 'id' },
  storyId: { api: 'StoryID', type: 'id' },
} as const satisfies ReplyTable;

export type RegroupedStory = RowOf<typeof regroupedFields>;

export const joinStories = (storyId: number, targetId: number): Call<RegroupedStory> =>
  post('/vknf/work/join', { StoryID: storyId, TargetID: targetId }, rowReader(regroupedFields), messages.joinStories);

export const separatePost = ({ ownerId, postId }: { ownerId: number; postId: number }): Call<RegroupedStory> =>
  post('/vknf/work/separate', { OwnerID: ownerId, PostID: postId }, rowReader(regroupedFields), messages.separatePost);

const total = { api: 'total', type: 'count' } as const;

/** `median` is in milliseconds; null without stories. */
const durationFields = {
  stories: { api: 'Stories', type: 'count' },
  median: { api: 'Median', type: 'figure' },
} as const satisfies ReplyTable;

/** The time from the first arrival of a story to the first reaction, and to its closing. */
export const workTimesFields = {
  reaction: { api: 'Reaction', type: { row: durationFields } },
  closing: { api: 'Closing', type: { row: durationFields } },
} as const satisfies ReplyTable;

/**
 * Each list counts the stories that match all filters except its own; `total` counts the stories that match all filters. The
 * person null stands for nobody.
 */
export const workCountFields = {
  states: { api: 'states', type: { row: countsOf(workStateFilters) } },
  people: { api: 'people', type: { rows: { personId: { api: 'PersonID', type: 'figure' }, total } } },
  tags: { api: 'tags', type: { rows: { tagId: { api: 'TagID', type: 'id' }, total } } },
  tones: { api: 'tones', type: { row: countsOf({ ...tones, none: '' }) } },
  total,
} as const satisfies ReplyTable;

function countsOf<Name extends string>(labels: Record<Name, string>) {
  const fields = Object.keys(labels).map((name) => [name, { api: name, type: 'count' }]);
  return Object.fromEntries(fields) as Record<Name, { api: Name; type: 'count' }>;
}

export type WorkCounts = RowOf<typeof workCountFields>;

export const loadWorkCounts = (filters: PostFilters): Call<WorkCounts> =>
  get(withQuery('/vknf/work/counts', filters), rowReader(workCountFields), messages.loadWork);

export type WorkTimes = RowOf<typeof workTimesFields>;

export const loadWorkTimes = (filters: PostFilters): Call<WorkTimes> =>
  get(withQuery('/vknf/work/times', filters), rowReader(workTimesFields), messages.loadWork);
