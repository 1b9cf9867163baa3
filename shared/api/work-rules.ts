/** API calls of our own backend for work rules (docs/product/work-rules.md). */
import { bodyOf, listReader, type ReplyTable, type RowOf, readRow, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { type Page, readPage } from '../read.ts';
import { workRuleFaults, workRuleStates } from '../rules/work-rules.ts';
import { type Call, change, get, idReader, post, withQuery } from './call.ts';
import { seenAs } from './versioned.ts';
import { batchFields } from './work-batches.ts';

/** The actions of a rule, null for none. The assignee 0 is the client's own account. */
const actionFields = {
  viewId: { api: 'ViewID', type: 'id' },
  tagId: { api: 'TagID', type: 'reference' },
  assignee: { api: 'AssigneeID', type: 'figure' },
  state: { api: 'State', type: { labels: workRuleStates, nullable: true } },
  hidden: { api: 'Hidden', type: 'boolean' },
} as const satisfies ReplyTable;

const enteredFields = {
  ...actionFields,
  name: { api: 'Name', type: 'text', named: true },
  reason: { api: 'Reason', type: 'plain' },
  paused: { api: 'Paused', type: 'boolean' },
} as const satisfies ReplyTable;

/**
 * `view` is the name of the saved view, null if it was deleted. `fault`: why the service paused the rule. `fired`: the number
 * of stories changed.
 */
export const workRuleFields = {
  ...enteredFields,
  id: { api: 'RuleID', type: 'id' },
  view: { api: 'View', type: 'plain', named: true },
  query: { api: 'Query', type: 'text' },
  fault: { api: 'Fault', type: { labels: workRuleFaults, nullable: true } },
  fired: { api: 'Fired', type: 'count' },
  version: { api: 'Version', type: 'reference' },
} as const satisfies ReplyTable;

export type WorkRuleInput = RowOf<typeof enteredFields>;
export type WorkRuleActions = RowOf<typeof actionFields>;
export type WorkRule = RowOf<typeof workRuleFields>;

const named = {
  id: { api: 'ID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
} as const satisfies ReplyTable;

/** The options of the form: the saved views in the viewer's list, and the client's tags, people and reasons. */
export const ruleListFields = {
  views: { api: 'views', type: { rows: named } },
  tags: { api: 'tags', type: { rows: named } },
  people: { api: 'people', type: { rows: named } },
  reasons: { api: 'reasons', type: 'texts' },
} as const satisfies ReplyTable;

export type RuleLists = RowOf<typeof ruleListFields>;

/** In order of evaluation. */
export type WorkRules = Page<WorkRule> & { lists: RuleLists };

export const readWorkRule = rowReader(workRuleFields);

export const loadWorkRules = (): Call<WorkRules> =>
  get(
    '/vknf/work/rules',
    (reply) => ({ ...readPage(reply, 'rules', readWorkRule), lists: readRow(ruleListFields, reply) }),
    messages.loadWorkRules,
  );

export const createWorkRule = (input: WorkRuleInput): Call<number> =>
  post('/vknf/work/rules/create', bodyOf(enteredFields, input), idReader('RuleID'), messages.saveAlertRule);

/** Missing fields stay unchanged. Returns the version after the change. */
export const updateWorkRule = (id: number, input: Partial<WorkRuleInput>, version: number | null): Call<number> =>
  post(
    withQuery('/vknf/work/rules/update', { id }),
    { ...bodyOf(enteredFields, input), ...seenAs(version) },
    idReader('Version'),
    messages.saveAlertRule,
  );

export const moveWorkRule = (id: number, direction: 'up' | 'down') =>
  change(withQuery('/vknf/work/rules/move', { id }), messages.saveAlertRule, { Direction: direction });

export const deleteWorkRule = (id: number) =>
  change(withQuery('/vknf/work/rules/delete', { id }), messages.deleteAlertRule);

/**
 * `stories`: the matches of the last 30 days; the other numbers say how many of them each action would change. `examples`:
 * texts of the newest.
 */
export const workRulePreviewFields = {
  stories: { api: 'Stories', type: 'id' },
  tag: { api: 'Tag', type: 'id' },
  person: { api: 'Person', type: 'id' },
  state: { api: 'State', type: 'id' },
  hidden: { api: 'Hidden', type: 'id' },
  examples: { api: 'Examples', type: 'texts' },
} as const satisfies ReplyTable;

export type WorkRulePreview = RowOf<typeof workRulePreviewFields>;

export const loadWorkRulePreview = (actions: WorkRuleActions): Call<WorkRulePreview> =>
  get(
    withQuery('/vknf/work/rules/preview', { ...actions, hidden: actions.hidden ? 'true' : null }),
    rowReader(workRulePreviewFields),
    messages.previewWorkRule,
  );

/** Runs the rule over all stored stories, in steps. Returns the ID of the run. */
export const applyWorkRule = (id: number): Call<number> =>
  post(withQuery('/vknf/work/rules/apply', { id }), undefined, idReader('BatchID'), messages.applyWorkRule);

/** `rule` is null if it was deleted. `who`: the person who started the run, or the rule itself. */
export const ruleRunFields = {
  ...batchFields,
  at: { api: 'At', type: 'moment' },
  rule: { api: 'Rule', type: 'plain', named: true },
  who: { api: 'Who', type: 'text', named: true },
} as const satisfies ReplyTable;

export type RuleRun = RowOf<typeof ruleRunFields>;

export const loadRuleRuns = (): Call<RuleRun[]> =>
  get('/vknf/work/rules/runs', listReader('runs', ruleRunFields), messages.loadWorkRules);

/** Skips stories that somebody has changed since. */
export const undoRuleRun = (id: number) => change(withQuery('/vknf/work/undo', { id }), messages.undoRun);
