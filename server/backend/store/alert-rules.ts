/** Rules of alerts. Times are milliseconds since 1970. */
import { type AlertRule, marksOfRule, type NewRule, type SavedRuleFields } from '../rules/alerts/rule.ts';
import { ruleChange, ruleEvent } from '../rules/journal/events.ts';
import { namedQuery } from '../rules/own-filter.ts';
import { addFeed, removeFeedOfRule } from './atom-feeds.ts';
import { type By, recordChange } from './journal.ts';
import { removeMarks } from './marks.ts';
import { byFoldedName, hasName, type Saved } from './page.ts';
import { createMethods, type Db, insertRow, type Row } from './port.ts';
import { changeRow, versionColumns } from './versions.ts';
import { newestArrival } from './visits.ts';

/** The columns that a person's input fills. */
const enteredColumns = [
  ...(['name', 'viewId', 'condition', 'least', 'period', 'channel', 'address', 'secret', 'schedule'] as const),
  ...(['quietFrom', 'quietTo'] as const),
];
export const ruleColumns = (fields: SavedRuleFields): Row =>
  Object.fromEntries(enteredColumns.map((name) => [name, fields[name]]));

/** `condition` is SQL on `rule`, with an optional order and row lock. */
async function readRules(db: Db, condition: string, ...values: unknown[]): Promise<AlertRule[]> {
  const rules = await db.rows<AlertRule & { owner: string }>(
    `SELECT rule_id, rule.account, rule.view_id, rule.name, condition, least, period, channel, address, secret, schedule,
       quiet_from, quiet_to, paused, ${versionColumns('rule')}, rule.created_at, evaluated, fired, fired_hour, views.name AS view, views.query,
       views.account AS owner
     FROM alert_rules rule JOIN views USING (view_id) WHERE ${condition}`,
    ...values,
  );
  return rules.map(({ owner, ...rule }) => ({ ...rule, query: namedQuery(rule.query, owner) }));
}

/** Also locks the rule. Null if it is gone. */
export const findRule = async (db: Db, ruleId: number): Promise<AlertRule | null> =>
  (await readRules(db, `rule_id = $1 ${db.dialect.locking('UPDATE OF rule')}`, ruleId))[0] ?? null;

/** Whether the change affects which posts the rule finds. */
const findsOther = (before: SavedRuleFields, after: SavedRuleFields): boolean =>
  before.viewId !== after.viewId ||
  before.condition !== after.condition ||
  before.least !== after.least ||
  before.period !== after.period;

/** Makes the rule ignore all rows that have arrived so far, and what posts have so far. */
async function restart(db: Db, ruleId: number, now: number): Promise<void> {
  await db.run(
    `UPDATE alert_rules SET evaluated = ${newestArrival}, fired = ${newestArrival}, fired_hour = $1 WHERE rule_id = $2`,
    now,
    ruleId,
  );
  await removeMarks(db, marksOfRule(ruleId));
}

const namesOf = (db: Db, account: string) =>
  db.rows<Pick<AlertRule, 'ruleId' | 'name'>>('SELECT rule_id, name FROM alert_rules WHERE account = $1', account);

/** Cancels waiting messages of the rule: only messages that were tried (or not), or all when `tried` is null. */
const cancel = (db: Db, ruleId: number, now: number, tried: boolean | null) =>
  db.run(
    `UPDATE deliveries SET state = 'cancelled', ended_at = $1
     WHERE rule_id = $2 AND state = 'waiting' AND (CAST($3 AS boolean) IS NULL OR (claims > 0) = $3)`,
    now,
    ruleId,
    tried,
  );

/**
 * Rule names are unique within an account, ignoring case and ё. The rule starts at the newest arrival. `max` limits the rules
 * of an account.
 */
async function create(db: Db, rule: NewRule, now: number, by: By = null, max = Infinity): Promise<Saved> {
  const view = await db.row(`SELECT 1 FROM views WHERE view_id = $1 ${db.dialect.locking('SHARE')}`, rule.viewId);
  if (!view) return { outcome: 'unknown' };
  await db.lock('rules', rule.account);
  const rules = await namesOf(db, rule.account);
  if (hasName(rules, 'ruleId', rule.name)) return { outcome: 'duplicate' };
  if (rules.length >= max) return { outcome: 'too-many' };
  const start = { account: rule.account, createdAt: now, evaluated: 0, fired: 0, firedHour: 0 };
  const ruleId = await insertRow(db, 'alert_rules', { ...start, ...ruleColumns(rule) }, 'rule_id');
  await restart(db, ruleId, now);
  if (rule.channel === 'atom') await addFeed(db, { account: rule.account, viewId: null, ruleId });
  const created = await findRule(db, ruleId);
  if (created) await recordChange(db, by, 'rule-added', ruleEvent(created));
  return { outcome: 'saved', id: ruleId };
}

/** Locks the names of the account's rules, and the rule. Returns null if the account has no such rule. */
async function lock(db: Db, account: string, ruleId: number): Promise<AlertRule | null> {
  await db.lock('rules', account);
  const rule = await findRule(db, ruleId);
  return rule?.account === account ? rule : null;
}

async function changeChannel(db: Db, { ruleId, account, channel }: AlertRule, now: number): Promise<void> {
  await cancel(db, ruleId, now, true);
  await db.run("UPDATE deliveries SET channel = $1 WHERE rule_id = $2 AND state = 'waiting'", channel, ruleId);
  await removeFeedOfRule(db, ruleId);
  if (channel === 'atom') await addFeed(db, { account, viewId: null, ruleId });
}

/**
 * A changed view or condition restarts the rule at the newest arrival and cancels its untried waiting messages. A changed
 * channel cancels waiting messages that were tried; the others leave through the new channel. An untried message is due at
 * `dueAt` at the latest, the time by the new schedule.
 */
async function update(
  db: Db,
  { ruleId, account }: Pick<AlertRule, 'ruleId' | 'account'>,
  fields: SavedRuleFields,
  now: number,
  by: By = null,
  dueAt = now,
): Promise<Saved> {
  const before = await lock(db, account, ruleId);
  if (before === null) return { outcome: 'unknown' };
  if (hasName(await namesOf(db, account), 'ruleId', fields.name, ruleId)) return { outcome: 'duplicate' };
  const changed = await changeRow(db, 'alert_rules', { ruleId }, before, ruleColumns(fields), by);
  const after = await findRule(db, ruleId);
  if (changed === 0 || after === null) return { outcome: 'unknown' };
  if (findsOther(before, after)) {
    await restart(db, ruleId, now);
    await cancel(db, ruleId, now, false);
  }
  const sooner =
    "UPDATE deliveries SET due_at = CASE WHEN due_at < $1 THEN due_at ELSE $1 END WHERE rule_id = $2 AND state = 'waiting' AND claims = 0";
  await db.run(sooner, dueAt, ruleId);
  if (before.channel !== after.channel) await changeChannel(db, after, now);
  const object = ruleChange(before, after);
  if (object !== null) await recordChange(db, by, 'rule-changed', object);
  return { outcome: 'saved', id: ruleId };
}

/**
 * A paused rule sends only trials; its waiting messages are cancelled. A resumed rule starts at the newest arrival. Returns
 * false if the rule is gone.
 */
export async function setPaused(
  db: Db,
  { ruleId }: AlertRule,
  paused: boolean,
  now: number,
  by: By = null,
): Promise<boolean> {
  const rule = await findRule(db, ruleId);
  if (rule === null || rule.paused === paused) return rule !== null;
  if ((await changeRow(db, 'alert_rules', { ruleId }, rule, { paused }, by)) === 0) return false;
  await (paused ? cancel(db, ruleId, now, null) : restart(db, ruleId, now));
  await recordChange(db, by, 'rule-changed', { ...ruleEvent(rule), paused });
  return true;
}

/**
 * Deletes rules and cancels their waiting messages. Locks the rules, like all code that adds messages, so that no message is
 * added afterwards.
 */
async function deleteRules(db: Db, rules: readonly AlertRule[], now: number): Promise<void> {
  for (const { ruleId } of rules) {
    await cancel(db, ruleId, now, null);
    await db.run('DELETE FROM alert_rules WHERE rule_id = $1', ruleId);
    await removeMarks(db, marksOfRule(ruleId));
  }
}

/** Runs inside the transaction that deletes the view. Returns the deleted rules. */
export async function deleteRulesOfView(db: Db, viewId: number, now: number): Promise<AlertRule[]> {
  // While the view is locked, no rule can be added to it.
  await db.row(`SELECT 1 FROM views WHERE view_id = $1 ${db.dialect.locking('UPDATE')}`, viewId);
  const rules = await readRules(
    db,
    `rule.view_id = $1 ORDER BY rule_id ${db.dialect.locking('UPDATE OF rule')}`,
    viewId,
  );
  await deleteRules(db, rules, now);
  return rules;
}

/** Also cancels the rule's waiting messages. Returns false if the rule is gone. */
async function remove(db: Db, { ruleId }: AlertRule, now: number, by: By = null): Promise<boolean> {
  const rule = await findRule(db, ruleId);
  if (rule === null) return false;
  await deleteRules(db, [rule], now);
  await recordChange(db, by, 'rule-deleted', ruleEvent(rule));
  return true;
}

const rules = async (db: Db, account: string): Promise<AlertRule[]> =>
  (await readRules(db, 'rule.account = $1', account)).sort(byFoldedName('ruleId'));

/** Pauses the rules of an account that has lost its access. */
export async function pauseRules(db: Db, account: string, now: number, by: By): Promise<void> {
  for (const rule of await rules(db, account)) await setPaused(db, rule, true, now, by);
}

/** All accounts' rules on the view, by name. */
export const rulesOnView = async (db: Db, viewId: number): Promise<AlertRule[]> =>
  (await readRules(db, 'rule.view_id = $1', viewId)).sort(byFoldedName('ruleId'));

/** What the rules of an account know. Call it before they are deleted. */
export const removeMarksOfRules = (db: Db, account: string): Promise<number> =>
  db.run("DELETE FROM marks WHERE account IN (SELECT 'rule:' || rule_id FROM alert_rules WHERE account = $1)", account);

/** Rules that are not paused, of all accounts. */
const activeRules = (db: Db) => readRules(db, 'NOT paused ORDER BY rule_id');

export const createAlertRules = (db: Db) =>
  createMethods(
    db,
    { rules, rulesOfView: rulesOnView, activeRules },
    { lock, create, update, setPaused, delete: remove },
  );
