/** Work rules: automatic changes of a client's stories that arrive in a view. Times are milliseconds since 1970. */

import { hourMs } from '../../../shared/durations.ts';
import type { WorkRuleFault } from '../../../shared/rules/work-rules.ts';
import { workRuleEvent } from '../rules/journal/events.ts';
import { namedQuery } from '../rules/own-filter.ts';
import type { WorkChange, WorkDifference } from '../rules/work.ts';
import {
  changeOfRule,
  type NewWorkRule,
  ruleAuthor,
  untouchedPart,
  type WorkRule,
  type WorkRuleFields,
  workRuleChange,
} from '../rules/work-rule.ts';
import { type By, recordChange } from './journal.ts';
import { hasName, type Saved } from './page.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import { changeRow, raisedBy, raisesVersion, versionColumns } from './versions.ts';
import { newestArrival } from './visits.ts';
import { type ChangeOptions, changeStories, finishAction, type WorkResult } from './work-changes.ts';

/** SQL: the fault of a rule whose view, tag or person is gone since it was saved. */
const currentFault = `CASE WHEN views.view_id IS NULL THEN 'view-gone'
  WHEN rule.tag_id IS NOT NULL AND tag.tag_id IS NULL THEN 'tag-gone'
  WHEN rule.assignee > 0 AND coalesce(person.disabled, true) THEN 'person-gone' END`;

/** Rules by client and position. `condition` is SQL on `rule`. */
async function readRules(db: Db, condition: string, ...values: unknown[]): Promise<WorkRule[]> {
  const rules = await db.rows<WorkRule & { owner: string | null }>(
    `SELECT rule.rule_id, rule.client_id, rule.position, rule.name, rule.view_id, rule.tag_id, rule.assignee, rule.state,
       rule.reason, rule.hidden, rule.paused, coalesce(rule.fault, ${currentFault}) AS fault, rule.evaluated, views.name AS view,
       views.query, views.account AS owner, rule.fired, ${versionColumns('rule')}
     FROM work_rules rule
       LEFT JOIN views ON views.view_id = rule.view_id
       LEFT JOIN work_tags tag ON tag.tag_id = rule.tag_id AND tag.client_id = rule.client_id
       LEFT JOIN people person ON person.person_id = rule.assignee AND person.client_id = rule.client_id
     WHERE ${condition} ORDER BY rule.client_id, rule.position, rule.rule_id`,
    ...values,
  );
  return rules.map(({ owner, ...rule }) => ({ ...rule, query: rule.query && namedQuery(rule.query, owner ?? '') }));
}

const list = (db: Db, clientId: string) => readRules(db, 'rule.client_id = $1', clientId);

/** All clients' rules on the view. */
export const ofView = (db: Db, viewId: number) => readRules(db, 'rule.view_id = $1', viewId);

/** All clients' rules that have not evaluated the arrivals up to `until`, or have a new fault. */
const due = (db: Db, until: number) =>
  readRules(
    db,
    `NOT rule.paused AND rule.fault IS NULL AND (rule.evaluated < $1 OR ${currentFault} IS NOT NULL)`,
    until,
  );

const find = async (db: Db, clientId: string, ruleId: number): Promise<WorkRule | null> =>
  (await readRules(db, 'rule.client_id = $1 AND rule.rule_id = $2', clientId, ruleId))[0] ?? null;

/** Locks the rules of the client, and the rule. Returns null if the client has no such rule. */
async function lock(db: Db, clientId: string, ruleId: number): Promise<WorkRule | null> {
  await db.lock('work', clientId);
  await db.run(`SELECT 1 FROM work_rules WHERE rule_id = $1 ${db.dialect.locking('UPDATE')}`, ruleId);
  return find(db, clientId, ruleId);
}

/** The columns that a person's input fills. */
const columnsOf = ({ name, viewId, tagId, assignee, state, reason, hidden, paused }: WorkRuleFields) => ({
  name,
  viewId,
  tagId,
  assignee,
  state,
  reason,
  hidden,
  paused,
});

/** Clears the fault; the rule starts at the newest arrival. */
const restart = (db: Db, ruleId: number) =>
  db.run(`UPDATE work_rules SET fault = NULL, evaluated = ${newestArrival} WHERE rule_id = $1`, ruleId);

/**
 * Rule names are unique within a client, ignoring case and ё. The rule comes last and starts at the newest arrival. `max`
 * limits the rules of a client.
 */
async function create(db: Db, rule: NewWorkRule, by: By = null, max = Infinity): Promise<Saved> {
  const { clientId } = rule;
  const view = await db.row(`SELECT 1 FROM views WHERE view_id = $1 ${db.dialect.locking('SHARE')}`, rule.viewId);
  if (!view) return { outcome: 'unknown' };
  await db.lock('work', clientId);
  const rules = await list(db, clientId);
  if (hasName(rules, 'ruleId', rule.name)) return { outcome: 'duplicate' };
  if (rules.length >= max) return { outcome: 'too-many' };
  const position = (rules.at(-1)?.position ?? 0) + 1;
  const ruleId = await insertRow(db, 'work_rules', { clientId, position, evaluated: 0, ...columnsOf(rule) }, 'rule_id');
  await restart(db, ruleId);
  const created = await find(db, clientId, ruleId);
  if (created) await recordChange(db, by, 'rule-added', workRuleEvent(created));
  return { outcome: 'saved', id: ruleId };
}

type NamedRule = Pick<WorkRule, 'clientId' | 'ruleId'>;

/** Restarts the rule at the newest arrival and clears its fault. */
async function update(db: Db, { clientId, ruleId }: NamedRule, fields: WorkRuleFields, by: By = null): Promise<Saved> {
  const before = await lock(db, clientId, ruleId);
  if (before === null) return { outcome: 'unknown' };
  if (hasName(await list(db, clientId), 'ruleId', fields.name, ruleId)) return { outcome: 'duplicate' };
  const changed = await changeRow(db, 'work_rules', { ruleId }, before, columnsOf(fields), by);
  if (changed === 0) return { outcome: 'unknown' };
  await restart(db, ruleId);
  const after = await find(db, clientId, ruleId);
  const changes = after && workRuleChange(before, after);
  if (changes) await recordChange(db, by, 'rule-changed', { ...workRuleEvent(before), ...changes });
  return { outcome: 'saved', id: ruleId };
}

/**
 * Swaps the rule with its predecessor or successor. The first rule does not move up, and the last one does not move down.
 * Returns false if the client has no such rule.
 */
async function move(db: Db, { clientId, ruleId }: NamedRule, direction: 'up' | 'down', by: By = null) {
  if ((await lock(db, clientId, ruleId)) === null) return false;
  const rules = await list(db, clientId);
  const index = rules.findIndex((rule) => rule.ruleId === ruleId);
  const [rule, other] = [rules[index], rules[index + (direction === 'up' ? -1 : 1)]];
  if (!rule || !other) return true;
  const set = 'UPDATE work_rules SET position = $1 WHERE rule_id = $2';
  await db.run(set, other.position, ruleId);
  await db.run(set, rule.position, other.ruleId);
  await recordChange(db, by, 'rule-changed', { ...workRuleEvent(rule), moved: direction });
  return true;
}

/** Does not pause a rule that was changed since, because somebody has dealt with it. */
export async function pause(db: Db, rule: WorkRule, fault: WorkRuleFault, by: By): Promise<void> {
  const sql = `UPDATE work_rules SET fault = $1, ${raisesVersion(4)}
    WHERE rule_id = $2 AND view_id = $3 AND NOT paused AND fault IS NULL`;
  if ((await db.run(sql, fault, rule.ruleId, rule.viewId, ...raisedBy(by))) === 0) return;
  await recordChange(db, by, 'rule-changed', { ...workRuleEvent(rule), fault });
}

const advance = (db: Db, ruleIds: readonly number[], until: number) =>
  db.run(
    `UPDATE work_rules SET evaluated = $1 WHERE rule_id ${db.dialect.among('$2', 'bigint')} AND evaluated < $1`,
    until,
    ruleIds,
  );

/** Returns false if the rule is gone. */
async function remove(db: Db, { clientId, ruleId }: NamedRule, by: By = null): Promise<boolean> {
  const rule = await lock(db, clientId, ruleId);
  if (rule === null) return false;
  await db.run('DELETE FROM work_rules WHERE rule_id = $1', ruleId);
  await recordChange(db, by, 'rule-deleted', workRuleEvent(rule));
  return true;
}

async function readHistories(db: Db, clientId: string, storyIds: readonly number[]) {
  const changes = await db.rows<{ storyId: number; before: string; after: string }>(
    `SELECT story_id, before, after FROM work_changes WHERE story_id ${db.dialect.among('$2', 'bigint')} AND client_id = $1`,
    clientId,
    storyIds,
  );
  const histories = new Map<number, WorkDifference[]>();
  for (const { storyId, before, after } of changes) {
    const difference = { before: JSON.parse(before), after: JSON.parse(after) };
    histories.set(storyId, [...(histories.get(storyId) ?? []), difference]);
  }
  return histories;
}

/** Changes only the values of each story that a rule may change. The results omit stories without such values. */
export async function changeUntouched(
  db: Db,
  clientId: string,
  storyIds: readonly number[],
  change: WorkChange,
  options: ChangeOptions,
): Promise<WorkResult[]> {
  await db.lock('work', clientId);
  const histories = await readHistories(db, clientId, storyIds);
  const partOf = (storyId: number) => JSON.stringify(untouchedPart(change, histories.get(storyId) ?? []));
  const results: WorkResult[] = [];
  for (const [part, ids] of Map.groupBy(storyIds, partOf)) {
    if (part === '{}') continue;
    const stories = ids.map((storyId) => ({ storyId, version: null }));
    results.push(...(await changeStories(db, clientId, stories, JSON.parse(part), options)));
  }
  return results;
}

/** How many of the stories the change would affect, by the value that it sets. */
async function countUntouched(db: Db, clientId: string, storyIds: readonly number[], change: WorkChange) {
  const histories = await readHistories(db, clientId, storyIds);
  const counts = { tag: 0, person: 0, state: 0, hidden: 0 };
  for (const storyId of storyIds) {
    const { addTags, assignee, state, hidden } = untouchedPart(change, histories.get(storyId) ?? []);
    counts.tag += Number(addTags !== undefined);
    counts.person += Number(assignee !== undefined);
    counts.state += Number(state !== undefined);
    counts.hidden += Number(hidden !== undefined);
  }
  return counts;
}

export const countFired = (db: Db, ruleId: number, count: number) =>
  db.run('UPDATE work_rules SET fired = fired + $1 WHERE rule_id = $2', count, ruleId);

/** Runs of a rule within this time share a batch. */
const joinedMs = hourMs;

async function openRun(db: Db, { clientId, ruleId, name }: WorkRule, change: string, now: number): Promise<number> {
  const run = { clientId, ruleId, change, who: ruleAuthor(name) };
  const open = await db.value<number>(
    `SELECT batch_id FROM work_batches WHERE client_id = $1 AND rule_id = $2 AND change = $3 AND who = $4 AND state = 'done' AND at > $5
     ORDER BY batch_id DESC LIMIT 1`,
    ...Object.values(run),
    now - joinedMs,
  );
  return open ?? insertRow(db, 'work_batches', { ...run, state: 'done', at: now, total: 0 }, 'batch_id');
}

/** Applies the rule to these stories, unless it was paused or deleted since. Returns how many it has changed. */
async function run(db: Db, rule: WorkRule, storyIds: readonly number[], now: number): Promise<number> {
  const { clientId, ruleId } = rule;
  const change = changeOfRule(rule);
  const by = { who: ruleAuthor(rule.name), onBehalfOf: clientId, address: '', at: now };
  await db.lock('work', clientId);
  const current = await find(db, clientId, ruleId);
  if (current === null || current.paused) return 0;
  const batchId = await openRun(db, rule, JSON.stringify(change), now);
  const results = await changeUntouched(db, clientId, storyIds, change, { batchId, who: by.who, now, taker: null });
  const done = results.filter(({ outcome }) => outcome === 'changed');
  await countFired(db, ruleId, done.length);
  return finishAction(db, by, { clientId, batchId }, change, done);
}

export const createWorkRulesStore = (db: Db) =>
  createMethods(
    db,
    { list, ofView, due, countUntouched },
    { lock, create, update, move, pause, advance, delete: remove, run },
  );
