/** Calls about the work on one story: its notes and its history. */
import * as v from 'valibot';
import { regroupedFields, storyFields } from '../../../../shared/api/story-work.ts';
import { formatDateTime, formatNumber } from '../../../../shared/format.ts';
import * as messages from '../../../../shared/messages.ts';
import { notesPage, noteTextMax, ownStoriesMax } from '../../../../shared/rules/work.ts';
import { badRequest, conflict } from '../../../platform/app-error.ts';
import { zoneOffsets } from '../../../platform/zone-offset.ts';
import { endpoint, existing, savedId } from '../../http/endpoint.ts';
import { bodyId, idQuery, queryId, queryInteger, requiredMessages, text } from '../../http/schema-fields.ts';
import { type ClientIdentity, personOf, roleOf } from '../../rules/account.ts';
import { describeWork } from '../../rules/journal/describe-work.ts';
import { integer, toTime } from '../../rules/reply-values.ts';
import { namedWork, type WorkNames } from '../../rules/work.ts';
import type { Regrouped } from '../../store/join-stories.ts';
import type { Session } from '../../store/session-tokens.ts';
import type { HistoryEntry, Story } from '../../store/story-notes.ts';

/** The person who writes a note; null for administrators who act as the client. */
const writerOf = (viewer: ClientIdentity, session: Session): number | null =>
  session.impersonation ? null : personOf(viewer);

const tagNames = ({ tags }: WorkNames) => Object.fromEntries(tags.map(({ tagId, name }) => [tagId, name]));

function toReply(
  { work, notes, notesTotal, history }: Story,
  names: WorkNames,
  writer: number | null,
  timeZone: string,
) {
  const offsets = zoneOffsets(timeZone);
  const formatTime = (time: number): string => formatDateTime(toTime(time), offsets) ?? '';
  const named = { people: names.people, tags: tagNames(names) };
  const textOf = ({ before, after }: HistoryEntry) => describeWork({ before, after, ...named }, formatTime);
  return {
    work: work.version === 0 && work.notes === 0 ? null : namedWork(work, names),
    notes: notes.map(({ who, person, ...note }) => ({ ...note, by: who, own: person === writer })),
    notesTotal,
    history: history.map((entry) => ({ at: entry.at, by: entry.who, text: textOf(entry), rule: entry.rule })),
  };
}

const refusals = {
  unknown: () => badRequest(messages.unknownStory),
  same: () => badRequest(messages.sameStory),
  single: () => badRequest(messages.singlePost),
  'too-many': () => conflict(messages.tooManyOwnStories(formatNumber(ownStoriesMax))),
};

function readRegrouped(result: Regrouped) {
  if (result.outcome !== 'done') throw refusals[result.outcome]();
  return { batchId: result.batchId, storyId: result.storyId };
}

const note = v.pipe(text(noteTextMax), v.minLength(1, messages.enterText));

export const storyWork = [
  endpoint('GET', '/vknf/work/story', 'client', {
    summary: 'The work on a story, 50 of its notes and its last 200 changes, the newest first',
    query: v.object({ storyId: queryId, notesOffset: v.optional(v.pipe(queryInteger, v.minValue(0)), '0') }),
    reply: storyFields,
    handle: async ({ store, config, viewer, session, query: { storyId, notesOffset: offset } }) => {
      const { clientId } = viewer;
      const story = existing(await store.work.story(clientId, storyId, { limit: notesPage, offset }));
      const names = await store.work.names(clientId);
      return toReply(story, names, writerOf(viewer, session), config.CONSOLE_TIME_ZONE);
    },
  }),
  endpoint('POST', '/vknf/work/notes/create', 'client-editor', {
    summary: 'Adds a note to a story',
    body: v.object({ StoryID: bodyId, Text: note }, requiredMessages({ Text: messages.enterText })),
    reply: v.strictObject({ NoteID: integer }),
    status: 201,
    handle: async ({ store, config, viewer, session, by, body: { StoryID: storyId, Text } }) => {
      const written = { storyId, text: Text, person: writerOf(viewer, session) };
      const max = config.LIMIT_NOTES;
      const saved = await store.work.createNote(viewer.clientId, written, by, max);
      return { NoteID: savedId(saved, { message: '', code: null }, messages.tooManyNotes(max)) };
    },
  }),
  endpoint('POST', '/vknf/work/notes/delete', 'client-editor', {
    summary: 'Deletes a note: one’s own, or for owners of the client any',
    query: idQuery,
    handle: async ({ store, viewer, session, by, query: { id } }) => {
      const person = roleOf(viewer) === 'owner' ? undefined : writerOf(viewer, session);
      existing(await store.work.deleteNote(viewer.clientId, id, person, by));
    },
  }),
  endpoint('POST', '/vknf/work/join', 'client-editor', {
    summary: 'Joins a story with another for the client: its rows, its work and its later copies move there',
    body: v.object({ StoryID: bodyId, TargetID: bodyId }),
    reply: regroupedFields,
    handle: async ({ store, viewer: { clientId }, by, body: { StoryID: storyId, TargetID: target } }) =>
      readRegrouped(await store.work.joinStories(clientId, { storyId, target }, by)),
  }),
  endpoint('POST', '/vknf/work/separate', 'client-editor', {
    summary: 'Makes a post a separate story for the client, permanently',
    body: v.object({ OwnerID: v.pipe(v.number(), v.safeInteger()), PostID: bodyId }),
    reply: regroupedFields,
    handle: async ({ store, viewer: { clientId }, by, body: { OwnerID: ownerId, PostID: postId } }) =>
      readRegrouped(await store.work.separatePost(clientId, { ownerId, postId }, by)),
  }),
];
