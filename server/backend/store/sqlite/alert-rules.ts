/** Rules of alerts in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import type { AlertRule, NewRule, SavedRuleFields } from '../../rules/alerts/rule.ts';
import { ruleChange, ruleEvent } from '../../rules/journal/events.ts';
import { findsOther, ruleColumns, ruleValues } from '../alert-rows.ts';
import type { AlertsStore, RuleSaved } from '../alerts-store.ts';
import { byFoldedName } from '../by-folded-name.ts';
import type { Author } from '../journal.ts';
import { readRule, type StoredRule, selectRules } from './alert-rows.ts';
import { newestArrival } from './arrivals.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

type RuleMethods = 'rules' | 'create' | 'update' | 'setPaused' | 'delete' | 'activeRules';

/** The rule starts with what arrives from now on. The parameter is the time. */
const restart = `evaluated = ${newestArrival}, fired = ${newestArrival}, fired_hour = ?`;

export function createAlertRules(db: DatabaseSync): Pick<AlertsStore, RuleMethods> {
  const ofAccount = db.prepare(`${selectRules} WHERE rule.account = ?`);
  const active = db.prepare(`${selectRules} WHERE paused = 0 ORDER BY rule_id`);
  const byId = db.prepare(`${selectRules} WHERE rule_id = ?`);
  const names = db.prepare('SELECT rule_id AS ruleId, name FROM alert_rules WHERE account = ?');
  const insert = db.prepare(`
    INSERT INTO alert_rules (${ruleColumns.join(', ')}, account, created_at, evaluated, fired, fired_hour)
    VALUES (${ruleColumns.map(() => '?').join(', ')}, ?, ?, ${newestArrival}, ${newestArrival}, ?) RETURNING rule_id AS ruleId`);
  const change = db.prepare(
    `UPDATE alert_rules SET ${ruleColumns.map((column) => `${column} = ?`).join(', ')} WHERE rule_id = ?`,
  );
  const startAgain = db.prepare(`UPDATE alert_rules SET ${restart} WHERE rule_id = ?`);
  const pause = db.prepare('UPDATE alert_rules SET paused = 1 WHERE rule_id = ?');
  const resume = db.prepare(`UPDATE alert_rules SET paused = 0, ${restart} WHERE rule_id = ?`);
  const remove = db.prepare('DELETE FROM alert_rules WHERE rule_id = ?');
  const cancel = db.prepare(`
    UPDATE deliveries SET state = 'cancelled', ended_at = :now
    WHERE rule_id = :ruleId AND state = 'waiting' AND (:tried IS NULL OR (claims > 0) = :tried)`);
  const redirect = db.prepare("UPDATE deliveries SET channel = ? WHERE rule_id = ? AND state = 'waiting'");
  const record = createJournalWriter(db);

  /** Null when the rule was deleted meanwhile. */
  function find(ruleId: number): AlertRule | null {
    const found = byId.get(ruleId) as StoredRule | undefined;
    return found ? readRule(found) : null;
  }

  function hasName(account: string, name: string, exceptId: number): boolean {
    const rows = names.all(account) as { ruleId: number; name: string }[];
    return rows.some(({ ruleId, name: other }) => ruleId !== exceptId && foldText(other) === foldText(name));
  }

  function create(rule: NewRule, now: number, by: Author | null, max: number): RuleSaved {
    if (hasName(rule.account, rule.name, 0)) return { outcome: 'duplicate' };
    if (names.all(rule.account).length >= max) return { outcome: 'too-many' };
    const { ruleId } = insert.get(...ruleValues(rule), rule.account, now, now) as { ruleId: number };
    const created = find(ruleId);
    if (created) record(by, 'rule-added', ruleEvent(created));
    return { outcome: 'saved', ruleId };
  }

  function update({ ruleId, account }: AlertRule, fields: SavedRuleFields, now: number, by: Author | null): RuleSaved {
    if (hasName(account, fields.name, ruleId)) return { outcome: 'duplicate' };
    const before = find(ruleId);
    change.run(...ruleValues(fields), ruleId);
    const after = find(ruleId);
    if (before === null || after === null) return { outcome: 'saved', ruleId };
    if (findsOther(before, after)) {
      startAgain.run(now, ruleId);
      cancel.run({ ruleId, now, tried: 0 });
    }
    if (before.channel !== after.channel) {
      cancel.run({ ruleId, now, tried: 1 });
      redirect.run(after.channel, ruleId);
    }
    const object = ruleChange(before, after);
    if (object !== null) record(by, 'rule-changed', object);
    return { outcome: 'saved', ruleId };
  }

  function setPaused({ ruleId }: AlertRule, paused: boolean, now: number, by: Author | null): void {
    const rule = find(ruleId);
    if (rule === null || rule.paused === paused) return;
    if (paused) {
      pause.run(ruleId);
      cancel.run({ ruleId, now, tried: null });
    } else {
      resume.run(now, ruleId);
    }
    record(by, 'rule-changed', { ...ruleEvent(rule), paused });
  }

  return {
    rules: async (account) => (ofAccount.all(account) as StoredRule[]).map(readRule).sort(byFoldedName('ruleId')),
    activeRules: async () => (active.all() as StoredRule[]).map(readRule),
    create: async (rule, now, by = null, max = Infinity) => transaction(db, () => create(rule, now, by, max)),
    update: async (rule, fields, now, by = null) => transaction(db, () => update(rule, fields, now, by)),
    setPaused: async (rule, paused, now, by = null) => transaction(db, () => setPaused(rule, paused, now, by)),
    delete: async (rule, now, by = null) =>
      transaction(db, () => {
        cancel.run({ ruleId: rule.ruleId, now, tried: null });
        if (remove.run(rule.ruleId).changes > 0) record(by, 'rule-deleted', ruleEvent(rule));
      }),
  };
}
