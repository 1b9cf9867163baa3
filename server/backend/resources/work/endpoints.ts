/**
 * Calls beyond the specified ones: the work of a client's people on stories. Administrators use them while they act as the
 * client.
 */
import * as v from 'valibot';
import { workCountFields, workTimesFields } from '../../../../shared/api/story-work.ts';
import { listedTagFields, workChangedFields, workReplyFields } from '../../../../shared/api/work.ts';
import * as messages from '../../../../shared/messages.ts';
import { hasRole } from '../../../../shared/roles.ts';
import {
  reasonsMax,
  reasonTextMax,
  tagColors,
  tagNameMax,
  tagsMax,
  workChangesMax,
} from '../../../../shared/rules/work.ts';
import { forbidden } from '../../../platform/app-error.ts';
import { postFiltersQuery, viewingOfCall } from '../../domain/feed-filter.ts';
import { parseViewQuery } from '../../domain/saved-filter.ts';
import { endpoint, existing, savedId } from '../../http/endpoint.ts';
import { bodyId, given, idQuery, nameIn, requiredMessages, text } from '../../http/schema-fields.ts';
import { changeVersioned, hasAll, isVersion, seenVersion } from '../../http/versioned.ts';
import { personOf, roleOf, sharedAccountOf } from '../../rules/account.ts';
import { integer, presenterOf } from '../../rules/reply-values.ts';
import { namedWork } from '../../rules/work.ts';
import type { Saved } from '../../store/page.ts';
import { changeStories } from './change-steps.ts';
import { changeBody, readChange } from './work-change.ts';

const version = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const stories = v.pipe(
  v.array(v.object({ StoryID: bodyId, Version: version })),
  v.minLength(1),
  v.maxLength(workChangesMax),
  v.check((list) => new Set(list.map(({ StoryID }) => StoryID)).size === list.length, messages.badRequest),
);

const title = (max: number) => v.pipe(text(max), v.minLength(1, messages.enterTitle));
const tagEntries = { Name: title(tagNameMax), Color: nameIn(tagColors) };
const tagBody = v.object(tagEntries, requiredMessages({ Name: messages.enterTitle }));
/** Missing fields stay unchanged. */
const tagChange = v.object({ ...v.partial(v.object(tagEntries)).entries, Version: seenVersion });
const presentTag = presenterOf(listedTagFields);

const namesTag = (query: string, tagId: number): boolean => parseViewQuery(query).tag === tagId;

const tagId = (saved: Saved): number =>
  savedId(saved, { message: messages.tagExists, code: 'tag-exists' }, messages.tooManyTags(tagsMax));
const reasonId = (saved: Saved): number =>
  savedId(saved, { message: messages.reasonExists, code: null }, messages.tooManyReasons(reasonsMax));

export const work = [
  endpoint('GET', '/vknf/work', 'client', {
    summary:
      'The tags, the reasons and the people of the client. Disabled people cannot be assigned; 0 is the client’s own account',
    reply: workReplyFields,
    handle: async ({ store, viewer }) => ({
      ...(await store.work.lists(viewer.clientId)),
      me: personOf(viewer) ?? 0,
    }),
  }),
  endpoint('GET', '/vknf/work/counts', 'client', {
    summary:
      'The stories that match all filters by state, person, tag and tone; each of the lists leaves out its own filter',
    query: postFiltersQuery,
    reply: workCountFields,
    handle: async ({ store, config, viewer, query }) =>
      await store.posts.countWork(viewer, viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, query)),
  }),
  endpoint('GET', '/vknf/work/times', 'client', {
    summary:
      'Milliseconds from the first arrival of a story to the first reaction and to its closing: medians of the stories that match all filters',
    query: postFiltersQuery,
    reply: workTimesFields,
    handle: async ({ store, config, viewer, query }) =>
      await store.posts.measureWork(viewer, viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, query)),
  }),
  endpoint('POST', '/vknf/work/change', 'client-editor', {
    summary:
      'Changes the work on up to 500 stories. A story with another version stays as it is. With the batch of an earlier change, ' +
      'both are undone together',
    body: v.object({ Stories: stories, Change: changeBody, BatchID: v.optional(v.nullable(bodyId), null) }),
    reply: workChangedFields,
    handle: async ({ viewer, body, ...context }) => {
      const { store } = context;
      const { clientId } = viewer;
      const change = await readChange(context, clientId, body.Change);
      const wanted = body.Stories.map(({ StoryID: storyId, Version: version }) => ({ storyId, version }));
      const request = { stories: wanted, change, batchId: body.BatchID, taker: personOf(viewer) ?? 0 };
      const { batchId, results } = existing(await changeStories(store, clientId, request, context.by));
      const names = await store.work.names(clientId);
      return {
        batchId,
        results: results.map(({ storyId, outcome, work }) => ({
          storyId,
          outcome,
          version: work.version,
          work: outcome === 'unknown' || work.version === 0 ? null : namedWork(work, names),
          by: outcome === 'conflict' ? work.changedBy : null,
        })),
      };
    },
  }),
  endpoint('POST', '/vknf/work/tags/create', 'client-editor', {
    summary: 'Adds a tag of the client',
    body: tagBody,
    reply: v.strictObject({ TagID: integer }),
    status: 201,
    handle: async ({ store, viewer: { clientId }, by, body: { Name: name, Color: color } }) => ({
      TagID: tagId(await store.work.createTag(clientId, { name, color }, by)),
    }),
  }),
  endpoint('POST', '/vknf/work/tags/update', 'client-editor', {
    summary: 'Changes the given fields of a tag. With Version, 409 if the tag has another one: it was changed since',
    query: idQuery,
    body: tagChange,
    handle: async ({ query: { id }, body: { Name: name, Color: color, Version }, ...context }) => {
      const { store, viewer, by } = context;
      const { clientId } = viewer;
      const values = given({ name, color });
      await store.transaction(async (resources) => {
        const { work } = resources;
        await changeVersioned(context, resources, {
          row: await work.lockTag(clientId, id),
          isDone: hasAll(values),
          isSeen: isVersion(Version),
          async present(tag) {
            const { tags } = await work.lists(clientId);
            return presentTag({ ...tag, total: tags.find(({ tagId }) => tagId === id)?.total ?? 0 });
          },
          async apply() {
            tagId(await work.updateTag(clientId, id, values, by));
            return work.lockTag(clientId, id);
          },
        });
      });
    },
  }),
  endpoint('POST', '/vknf/work/tags/delete', 'client-editor', {
    summary: 'Deletes a tag, also from all stories. If a filter of the client’s alerts names it, only owners do',
    query: idQuery,
    handle: ({ store, viewer, by, query: { id } }) =>
      store.transaction(async ({ alerts, work: lists }) => {
        const rules = (await alerts.rules(sharedAccountOf(viewer))).filter(({ query }) => namesTag(query, id));
        const mayDelete = rules.length === 0 || hasRole(roleOf(viewer), 'owner');
        if (!mayDelete) throw forbidden(messages.tagOfRules(rules.map(({ name }) => name)));
        existing(await lists.deleteTag(viewer.clientId, id, by));
      }),
  }),
  endpoint('POST', '/vknf/work/reasons/create', 'client-editor', {
    summary: 'Adds a reason for which the client rejects stories',
    body: v.object({ Text: title(reasonTextMax) }, requiredMessages({ Text: messages.enterTitle })),
    reply: v.strictObject({ ReasonID: integer }),
    status: 201,
    handle: async ({ store, viewer: { clientId }, by, body: { Text } }) => ({
      ReasonID: reasonId(await store.work.createReason(clientId, Text, by)),
    }),
  }),
  endpoint('POST', '/vknf/work/reasons/delete', 'client-editor', {
    summary: 'Deletes a reason. Stories that were rejected for it keep its text',
    query: idQuery,
    handle: async ({ store, viewer: { clientId }, by, query: { id } }) =>
      existing(await store.work.deleteReason(clientId, id, by)),
  }),
];
