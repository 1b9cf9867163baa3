/** Rules of alerts in PostgreSQL. */
import { foldText } from '../../../../shared/rules/word.ts';
import type { AlertRule, NewRule, SavedRuleFields } from '../../rules/alerts/rule.ts';
import { ruleChange, ruleEvent } from '../../rules/journal/events.ts';
import { findsOther, readRules, ruleColumns, ruleValues } from '../alert-rows.ts';
import type { AlertsStore, RuleSaved } from '../alerts-store.ts';
import { addFeed } from '../atom-feed-rows.ts';
import { byFoldedName } from '../by-folded-name.ts';
import { type Author, recordChange } from '../journal.ts';
import type { Db } from '../port.ts';
import { newestArrival } from '../visits.ts';
import { findRule } from './alert-rows.ts';
import { removeFeedOfRule } from './atom-feeds.ts';

type RuleMethods = 'rules' | 'create' | 'update' | 'setPaused' | 'delete' | 'activeRules';

/** The rule starts with what arrives from now on. The second parameter is the time. */
const restart = `evaluated = ${newestArrival}, fired = ${newestArrival}, fired_hour = $2`;

type NamedRule = { ruleId: number; name: string };
const namesOf = (db: Db, account: string) =>
  db.rows<NamedRule>('SELECT rule_id, name FROM alert_rules WHERE account = $1', account);
const hasName = (rules: readonly NamedRule[], name: string, exceptId: number): boolean =>
  rules.some((rule) => rule.ruleId !== exceptId && foldText(rule.name) === foldText(name));

/** `tried` null: all waiting messages. */
const cancel = (db: Db, ruleId: number, now: number, tried: boolean | null) =>
  db.run(
    `UPDATE deliveries SET state = 'cancelled', ended_at = $1
     WHERE rule_id = $2 AND state = 'waiting' AND ($3::boolean IS NULL OR (claims > 0) = $3)`,
    ...[now, ruleId, tried],
  );

async function create(db: Db, rule: NewRule, now: number, by: Author | null, max: number): Promise<RuleSaved> {
  await db.lock('rules', rule.account);
  const known = await namesOf(db, rule.account);
  if (hasName(known, rule.name, 0)) return { outcome: 'duplicate' };
  if (known.length >= max) return { outcome: 'too-many' };
  const saved = await db.row<{ ruleId: number }>(
    `INSERT INTO alert_rules (account, fired_hour, created_at, evaluated, fired, ${ruleColumns.join(', ')})
     VALUES ($1, $2, $2, ${newestArrival}, ${newestArrival}, ${ruleColumns.map((_, index) => `$${index + 3}`).join(', ')})
     RETURNING rule_id`,
    ...[rule.account, now, ...ruleValues(rule)],
  );
  const ruleId = saved?.ruleId ?? 0;
  if (rule.channel === 'atom') await addFeed(db, { account: rule.account, viewId: null, ruleId });
  const created = await findRule(db, ruleId);
  if (created) await recordChange(db, by, 'rule-added', ruleEvent(created));
  return { outcome: 'saved', ruleId };
}

async function changeChannel(db: Db, { ruleId, account, channel }: AlertRule, now: number): Promise<void> {
  await cancel(db, ruleId, now, true);
  await db.run("UPDATE deliveries SET channel = $1 WHERE rule_id = $2 AND state = 'waiting'", channel, ruleId);
  await removeFeedOfRule(db, ruleId);
  if (channel === 'atom') await addFeed(db, { account, viewId: null, ruleId });
}

async function update(
  db: Db,
  { ruleId, account }: AlertRule,
  fields: SavedRuleFields,
  now: number,
  by: Author | null,
): Promise<RuleSaved> {
  await db.lock('rules', account);
  if (hasName(await namesOf(db, account), fields.name, ruleId)) return { outcome: 'duplicate' };
  const before = await findRule(db, ruleId);
  const assignments = ruleColumns.map((column, index) => `${column} = $${index + 2}`).join(', ');
  await db.run(`UPDATE alert_rules SET ${assignments} WHERE rule_id = $1`, ruleId, ...ruleValues(fields));
  const after = await findRule(db, ruleId);
  if (before === null || after === null) return { outcome: 'saved', ruleId };
  if (findsOther(before, after)) {
    await db.run(`UPDATE alert_rules SET ${restart} WHERE rule_id = $1`, ruleId, now);
    await cancel(db, ruleId, now, false);
  }
  if (before.channel !== after.channel) await changeChannel(db, after, now);
  const object = ruleChange(before, after);
  if (object !== null) await recordChange(db, by, 'rule-changed', object);
  return { outcome: 'saved', ruleId };
}

async function setPaused(db: Db, { ruleId }: AlertRule, paused: boolean, now: number, by: Author | null) {
  const rule = await findRule(db, ruleId);
  if (rule === null || rule.paused === paused) return;
  if (paused) {
    await db.run('UPDATE alert_rules SET paused = true WHERE rule_id = $1', ruleId);
    await cancel(db, ruleId, now, null);
  } else {
    await db.run(`UPDATE alert_rules SET paused = false, ${restart} WHERE rule_id = $1`, ruleId, now);
  }
  await recordChange(db, by, 'rule-changed', { ...ruleEvent(rule), paused });
}

export const createAlertRules = (db: Db): Pick<AlertsStore, RuleMethods> => ({
  rules: async (account) => (await readRules(db, 'rule.account = $1', account)).sort(byFoldedName('ruleId')),
  activeRules: () => readRules(db, 'NOT paused ORDER BY rule_id'),
  create: (rule, now, by = null, max = Infinity) => db.transaction((tx) => create(tx, rule, now, by, max)),
  update: (rule, fields, now, by = null) => db.transaction((tx) => update(tx, rule, fields, now, by)),
  setPaused: (rule, paused, now, by = null) => db.transaction((tx) => setPaused(tx, rule, paused, now, by)),
  delete: (rule, now, by = null) =>
    db.transaction(async (tx) => {
      // Whoever adds a message locks the rule too, so that none is added after those that are cancelled.
      await findRule(tx, rule.ruleId);
      await cancel(tx, rule.ruleId, now, null);
      const removed = await tx.run('DELETE FROM alert_rules WHERE rule_id = $1', rule.ruleId);
      if (removed > 0) await recordChange(tx, by, 'rule-deleted', ruleEvent(rule));
    }),
});
