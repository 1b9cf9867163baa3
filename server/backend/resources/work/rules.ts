/** Calls of the capability `work` about its rules. */

import * as v from 'valibot';
import { assignable } from '../../../../shared/api/work.ts';
import {
  ruleListFields,
  ruleRunFields,
  workRuleFields,
  workRulePreviewFields,
} from '../../../../shared/api/work-rules.ts';
import * as messages from '../../../../shared/messages.ts';
import { reasonTextMax } from '../../../../shared/rules/work.ts';
import { workRuleDays, workRuleFaults, workRuleNameMax, workRuleStates } from '../../../../shared/rules/work-rules.ts';
import { badRequest, conflict } from '../../../platform/app-error.ts';
import { type Context, endpoint, existing, savedId } from '../../http/endpoint.ts';
import { listOf } from '../../http/reply.ts';
import {
  idQuery,
  nameIn,
  queryBoolean,
  queryId,
  queryInteger,
  requiredMessages,
  text,
  total,
} from '../../http/schema-fields.ts';
import { accountOf, type ClientIdentity } from '../../rules/account.ts';
import { lastDaysWindow } from '../../rules/days.ts';
import { integer, presenterOf, replyOf } from '../../rules/reply-values.ts';
import { changeOfRule, type WorkRule, type WorkRuleFields } from '../../rules/work-rule.ts';
import { canUndo } from '../../store/work-batches.ts';
import { findQuery, findView, storiesOfView } from '../views/view-scope.ts';
import { checkTargets } from './work-change.ts';

const nullable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);
const id = (message: string) => v.pipe(v.number(message), v.integer(message), v.minValue(1, message));
const state = nameIn(workRuleStates);

/** The person 0 is the client's own account. */
const ruleBody = v.object(
  {
    Name: v.pipe(text(workRuleNameMax), v.minLength(1, messages.enterTitle)),
    ViewID: id(messages.chooseView),
    TagID: nullable(id(messages.badRequest)),
    AssigneeID: nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    State: nullable(state),
    Reason: nullable(text(reasonTextMax)),
    Hidden: v.optional(v.boolean(), false),
    Paused: v.optional(v.boolean(), false),
  },
  requiredMessages({ Name: messages.enterTitle, ViewID: messages.chooseView }),
);
type RuleBody = v.InferOutput<typeof ruleBody>;

type Reading = Pick<Context, 'store'> & { viewer: ClientIdentity };

/** Throws a 404 for a rule of another client. */
const findRule = async ({ store, viewer }: Reading, id: number): Promise<WorkRule> =>
  existing((await store.workRules.list(viewer.clientId)).find(({ ruleId }) => ruleId === id));

/** Throws a 400 for a rule that does nothing, or with a tag or a person that the client does not have. */
async function readRule({ store, viewer }: Reading, body: RuleBody): Promise<WorkRuleFields> {
  const { Name: name, ViewID: viewId, TagID: tagId, AssigneeID: assignee, State: state, Hidden: hidden } = body;
  if (tagId === null && assignee === null && state === null && !hidden) throw badRequest(messages.chooseRuleAction);
  if (state === 'rejected' && !body.Reason) throw badRequest(messages.chooseReason);
  checkTargets(await store.work.lists(viewer.clientId), tagId === null ? [] : [tagId], assignee);
  const reason = state === 'rejected' ? body.Reason : null;
  return { name, viewId, tagId, assignee, state, reason, hidden, paused: body.Paused };
}

const present = presenterOf(workRuleFields);
const presentLists = presenterOf(ruleListFields);
const examplesMax = 10;

/** Throws a 400 for a view that the feed would refuse. */
function scopeOf({ clientId }: ClientIdentity, timeZone: string, query: string) {
  const viewer = { type: 'client', clientId } as const;
  const scope = storiesOfView(viewer, timeZone, query);
  if (scope === null) throw badRequest(workRuleFaults['view-unreadable']);
  return { viewer, scope };
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
    handle: async ({ store, config, viewer, by, body }) => {
      await findView({ store }, viewer, body.ViewID);
      const rule = { ...(await readRule({ store, viewer }, body)), clientId: viewer.clientId };
      const max = config.LIMIT_RULES;
      const saved = await store.workRules.create(rule, by, max);
      return { RuleID: savedId(saved, messages.ruleExists, messages.tooManyRules(max)) };
    },
  }),
  endpoint('POST', '/vknf/work/rules/update', 'client-editor', {
    summary: 'Changes all fields of a rule, which starts again with the next post',
    query: idQuery,
    body: ruleBody,
    handle: async ({ store, config, viewer, by, query: { id }, body }) => {
      const rule = await findRule({ store, viewer }, id);
      // A rule may use the view of another person.
      if (body.ViewID !== rule.viewId) await findView({ store }, viewer, body.ViewID);
      const fields = await readRule({ store, viewer }, body);
      const saved = await store.workRules.update(rule, fields, by);
      savedId(saved, messages.ruleExists, messages.tooManyRules(config.LIMIT_RULES));
    },
  }),
  endpoint('POST', '/vknf/work/rules/move', 'client-editor', {
    summary: 'Moves a rule before the one above it, or after the one below it',
    query: idQuery,
    body: v.object({ Direction: v.picklist(['up', 'down']) }),
    handle: async ({ store, viewer, by, query: { id }, body: { Direction: direction } }) =>
      store.workRules.move(await findRule({ store, viewer }, id), direction, by),
  }),
  endpoint('POST', '/vknf/work/rules/delete', 'client-editor', {
    summary: 'Deletes a rule. What it has changed stays',
    query: idQuery,
    handle: async ({ store, viewer, by, query: { id } }) =>
      store.workRules.delete(await findRule({ store, viewer }, id), by),
  }),
  endpoint('POST', '/vknf/work/rules/apply', 'client-editor', {
    summary: 'Runs a rule over all stored stories, in steps, as a batch that can be undone',
    query: idQuery,
    reply: v.strictObject({ BatchID: integer }),
    status: 201,
    handle: async ({ store, config, viewer, by, query: { id } }) => {
      const rule = await findRule({ store, viewer }, id);
      if (rule.fault !== null) throw conflict(workRuleFaults[rule.fault]);
      const { viewer: own, scope } = scopeOf(viewer, config.CONSOLE_TIME_ZONE, rule.query ?? '');
      const stories = await store.posts.listStories(own, scope);
      const batch = { stories, change: changeOfRule(rule), taker: null, ruleId: rule.ruleId };
      return { BatchID: await store.work.startBatch(viewer.clientId, batch, by) };
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
      const { viewer: own, scope } = scopeOf(viewer, timeZone, await findQuery({ store }, viewer, viewId, rules));
      const { from } = lastDaysWindow(workRuleDays, now, timeZone);
      const recent = { ...scope, from: Math.max(scope.from ?? 0, from) };
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
        examples: rows.map(({ text }) => text ?? messages.noText),
      };
    },
  }),
];
