/** Calls beyond the specified ones: work rules. */

import * as v from 'valibot';
import { assignable } from '../../../../shared/api/work.ts';
import {
  ruleListFields,
  ruleRunFields,
  workRuleFields,
  workRulePreviewFields,
} from '../../../../shared/api/work-rules.ts';
import * as messages from '../../../../shared/messages.ts';
import { postLine } from '../../../../shared/post-text.ts';
import { reasonTextMax } from '../../../../shared/rules/work.ts';
import { workRuleDays, workRuleFaults, workRuleNameMax, workRuleStates } from '../../../../shared/rules/work-rules.ts';
import { badRequest, conflict } from '../../../platform/app-error.ts';
import { findQuery, storiesOfView } from '../../domain/saved-filter.ts';
import { onAccess } from '../../http/access.ts';
import { endpoint, existing, savedId } from '../../http/endpoint.ts';
import { listOf } from '../../http/reply.ts';
import {
  given,
  idQuery,
  nameIn,
  queryBoolean,
  queryId,
  queryInteger,
  requiredMessages,
  text,
  total,
} from '../../http/schema-fields.ts';
import { changeVersioned, hasAll, isVersion, seenVersion } from '../../http/versioned.ts';
import { accountOf, type ClientIdentity } from '../../rules/account.ts';
import { lastDaysWindow } from '../../rules/days.ts';
import { integer, presenterOf, replyOf } from '../../rules/reply-values.ts';
import { changeOfRule, type WorkRule, type WorkRuleFields } from '../../rules/work-rule.ts';
import { canUndo } from '../../store/open-batches.ts';
import { withFilters } from '../../store/posts-store.ts';
import type { Resources } from '../../store/store.ts';
import { checkTargets } from './work-change.ts';

const id = (message: string) => v.pipe(v.number(message), v.integer(message), v.minValue(1, message));
const state = nameIn(workRuleStates);

/** The person 0 is the client's own account. */
const ruleEntries = {
  Name: v.pipe(text(workRuleNameMax), v.minLength(1, messages.enterTitle)),
  ViewID: id(messages.chooseView),
  TagID: v.nullable(id(messages.badRequest)),
  AssigneeID: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  State: v.nullable(state),
  Reason: v.nullable(text(reasonTextMax)),
  Hidden: v.boolean(),
  Paused: v.boolean(),
};
const ruleExists = { message: messages.ruleExists, code: 'rule-exists' } as const;

const ruleBody = v.object(
  {
    ...ruleEntries,
    TagID: v.optional(ruleEntries.TagID, null),
    AssigneeID: v.optional(ruleEntries.AssigneeID, null),
    State: v.optional(ruleEntries.State, null),
    Reason: v.optional(ruleEntries.Reason, null),
    Hidden: v.optional(v.boolean(), false),
    Paused: v.optional(v.boolean(), false),
  },
  requiredMessages({ Name: messages.enterTitle, ViewID: messages.chooseView }),
);
type RuleBody = v.InferOutput<typeof ruleBody>;

/** Missing fields stay unchanged. */
const ruleChange = v.object({ ...v.partial(v.object(ruleEntries)).entries, Version: seenVersion });

/** The given fields, with their names in the store. */
function fieldsOf(body: RuleBody): WorkRuleFields;
function fieldsOf(body: Partial<RuleBody>): Partial<WorkRuleFields>;
function fieldsOf(body: Partial<RuleBody>): Partial<WorkRuleFields> {
  return given({
    name: body.Name,
    viewId: body.ViewID,
    tagId: body.TagID,
    assignee: body.AssigneeID,
    state: body.State,
    reason: body.Reason,
    hidden: body.Hidden,
    paused: body.Paused,
  });
}

type Reading = { store: Pick<Resources, 'workRules' | 'work'>; viewer: ClientIdentity };

/** Throws a 404 for a rule of another client. */
const findRule = async ({ store, viewer }: Reading, id: number): Promise<WorkRule> =>
  existing((await store.workRules.list(viewer.clientId)).find(({ ruleId }) => ruleId === id));

/** Throws a 400 for a rule that does nothing, or with a tag or a person that the client does not have. */
async function checkRule({ store, viewer }: Reading, fields: WorkRuleFields): Promise<WorkRuleFields> {
  const { name, viewId, tagId, assignee, state, hidden, paused } = fields;
  if (tagId === null && assignee === null && state === null && !hidden) throw badRequest(messages.chooseRuleAction);
  if (state === 'rejected' && !fields.reason) throw badRequest(messages.chooseReason);
  checkTargets(await store.work.lists(viewer.clientId), tagId === null ? [] : [tagId], assignee);
  const reason = state === 'rejected' ? fields.reason : null;
  return { name, viewId, tagId, assignee, state, reason, hidden, paused };
}

const present = presenterOf(workRuleFields);
const presentLists = presenterOf(ruleListFields);
const examplesMax = 10;

/** Throws a 400 for a view that the feed would refuse. */
function viewingOfRule({ clientId }: ClientIdentity, timeZone: string, query: string) {
  const viewer = { type: 'client', clientId } as const;
  const viewing = storiesOfView(viewer, timeZone, query);
  if (viewing === null) throw badRequest(workRuleFaults['view-unreadable']);
  return { viewer, viewing };
}

export const workRules = [
  endpoint('GET', '/vknf/work/rules', 'client', {
    summary: 'The rules of the client in the order of their evaluation, and what they may name',
    reply: v.strictObject({ rules: v.array(replyOf(workRuleFields)), total, ...replyOf(ruleListFields).entries }),
    handle: async ({ store, viewer }) => {
      const { clientId } = viewer;
      const [rules, views, { tags, people, reasons }] = await Promise.all([
        store.workRules.list(clientId),
        store.views.list(accountOf(viewer)),
        store.work.lists(clientId),
      ]);
      return {
        rules: rules.map(({ ruleId: id, ...rule }) => present({ ...rule, id })),
        total: rules.length,
        ...presentLists({
          views: views.map(({ viewId: id, name }) => ({ id, name })),
          tags: tags.map(({ tagId: id, name }) => ({ id, name })),
          people: assignable(people).map(({ personId: id, name }) => ({ id, name })),
          reasons: reasons.map(({ text }) => text),
        }),
      };
    },
  }),
  endpoint('POST', '/vknf/work/rules/create', 'client-editor', {
    summary: 'Adds a rule on a view in the viewer’s list, after the others',
    body: ruleBody,
    reply: v.strictObject({ RuleID: integer }),
    status: 201,
    handle: ({ store, config, viewer, by, body }) =>
      store.transaction(async (resources) => {
        existing(await resources.views.lock(accountOf(viewer), body.ViewID));
        const rule = await checkRule({ store: resources, viewer }, fieldsOf(body));
        const max = config.LIMIT_RULES;
        const saved = await resources.workRules.create({ ...rule, clientId: viewer.clientId }, by, max);
        return { RuleID: savedId(saved, ruleExists, messages.tooManyRules(max)) };
      }),
  }),
  endpoint('POST', '/vknf/work/rules/update', 'client-editor', {
    summary:
      'Changes the given fields of a rule, which starts again with the next post. With Version, 409 if the rule has another one: ' +
      'it was changed since',
    query: idQuery,
    body: ruleChange,
    reply: v.strictObject({ status: v.literal('ok'), Version: integer }),
    handle: async ({ query: { id }, body, ...context }) => {
      const { store, config, viewer, by } = context;
      const { clientId } = viewer;
      return store.transaction(async (resources) => {
        const { views, workRules } = resources;
        const view = body.ViewID === undefined ? null : await views.lock(accountOf(viewer), body.ViewID);
        const row = existing(await workRules.lock(clientId, id));
        const fields = await checkRule({ store: resources, viewer }, { ...row, ...fieldsOf(body) });
        // A rule may use the view of another person.
        if (fields.viewId !== row.viewId) existing(view);
        const { after } = await changeVersioned(context, resources, {
          // Saving a rule again clears its fault.
          isDone: (rule) => rule.fault === null && hasAll(fields)(rule),
          row,
          isSeen: isVersion(body.Version),
          present: ({ ruleId, ...rule }) => present({ ...rule, id: ruleId }),
          async apply() {
            const saved = await workRules.update(row, fields, by);
            savedId(saved, ruleExists, messages.tooManyRules(config.LIMIT_RULES));
            return workRules.lock(clientId, id);
          },
        });
        return { status: 'ok' as const, Version: after.version };
      });
    },
  }),
  endpoint('POST', '/vknf/work/rules/move', 'client-editor', {
    summary: 'Moves a rule before the one above it, or after the one below it',
    query: idQuery,
    body: v.object({ Direction: v.picklist(['up', 'down']) }),
    handle: async ({ store, viewer: { clientId }, by, query: { id: ruleId }, body: { Direction: direction } }) =>
      existing(await store.workRules.move({ clientId, ruleId }, direction, by)),
  }),
  endpoint('POST', '/vknf/work/rules/delete', 'client-editor', {
    summary: 'Deletes a rule. What it has changed stays',
    query: idQuery,
    handle: async ({ store, viewer: { clientId }, by, query: { id: ruleId } }) =>
      existing(await store.workRules.delete({ clientId, ruleId }, by)),
  }),
  endpoint('POST', '/vknf/work/rules/apply', 'client-editor', {
    summary: 'Runs a rule over all stored stories, in steps, as a batch that can be undone',
    query: idQuery,
    reply: v.strictObject({ BatchID: integer }),
    status: 201,
    onAccess: true,
    handle: async ({ viewer, query: { id }, ...context }) => {
      const { store, config, session, by, now } = context;
      const { clientId } = viewer;
      const rule = await findRule({ store, viewer }, id);
      if (rule.fault !== null) throw conflict(workRuleFaults[rule.fault]);
      const { viewer: own, viewing } = viewingOfRule(viewer, config.CONSOLE_TIME_ZONE, rule.query ?? '');
      const stories = await store.posts.listStories(own, viewing);
      const account = accountOf(session.owner);
      const batch = { stories, change: changeOfRule(rule), taker: null, ruleId: rule.ruleId, account, at: now };
      return onAccess(context, [], async ({ work, workRules }) => {
        existing(await workRules.lock(clientId, id));
        return { BatchID: await work.startBatch(clientId, batch, by) };
      });
    },
  }),
  endpoint('GET', '/vknf/work/rules/runs', 'client', {
    summary: 'The last 50 runs of the client’s rules, the newest first',
    reply: listOf('runs', ruleRunFields),
    handle: async ({ store, viewer, now }) => ({
      runs: (await store.work.ruleRuns(viewer.clientId)).map((run) => ({ ...run, canUndo: canUndo(run, now) })),
    }),
  }),
  endpoint('GET', '/vknf/work/rules/preview', 'client', {
    summary: 'What a rule would have changed in the last 30 days',
    query: v.object({
      viewId: queryId,
      tagId: v.optional(queryId),
      assignee: v.optional(v.pipe(queryInteger, v.minValue(0))),
      state: v.optional(state),
      hidden: v.optional(queryBoolean, 'false'),
    }),
    reply: workRulePreviewFields,
    handle: async ({ store, config, viewer, now, query: { viewId, ...query } }) => {
      const timeZone = config.CONSOLE_TIME_ZONE;
      const rules = await store.workRules.list(viewer.clientId);
      const { viewer: own, viewing } = viewingOfRule(
        viewer,
        timeZone,
        await findQuery({ store }, viewer, viewId, rules),
      );
      const { from } = lastDaysWindow(workRuleDays, now, timeZone);
      const recent = withFilters(viewing, { from: Math.max(viewing.filter.from ?? 0, from) });
      const newest = { limit: examplesMax, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
      const [stories, { rows }] = await Promise.all([
        store.posts.listStories(own, recent),
        store.posts.page(own, recent, newest),
      ]);
      const { tagId = null, assignee = null, state = null, hidden } = query;
      const change = changeOfRule({ tagId, assignee, state, reason: null, hidden });
      return {
        ...(await store.workRules.countUntouched(viewer.clientId, stories, change)),
        stories: stories.length,
        examples: rows.map(postLine),
      };
    },
  }),
];
