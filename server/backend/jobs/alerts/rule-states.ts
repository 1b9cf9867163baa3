/** The state of rules between ticks of the evaluation. After a restart it is read from the database. */

import type { WindowCounts } from '../../alerts/stored-spikes.ts';
import type { AlertRule } from '../../rules/alerts/rule.ts';

type RuleState = {
  /** The stories up to this ID were evaluated. The database may have an older one when nothing was found since. */
  evaluated: number;
  /** The evaluation failed; the rule is left out until then. */
  restsUntil: number;
  /** Posts arrived or an hour has ended since the last look for spikes. */
  spikeDue: boolean;
  /** The counts of earlier weeks, and for what they were read. */
  baseline: { key: string; counts: WindowCounts } | null;
  /** It was logged that the view cannot be read. */
  unreadable: boolean;
};

export function createRuleStates() {
  const states = new Map<number, RuleState>();

  function stateOf({ ruleId }: AlertRule): RuleState {
    const known = states.get(ruleId);
    if (known) return known;
    const state = { evaluated: 0, restsUntil: 0, spikeDue: true, baseline: null, unreadable: false };
    states.set(ruleId, state);
    return state;
  }
  return {
    stateOf,
    /** A rule that has changed starts with a newer story. */
    evaluatedOf: (rule: AlertRule): number => Math.max(rule.evaluated, stateOf(rule).evaluated),
    forgetOthers(rules: readonly AlertRule[]): void {
      const ids = new Set(rules.map(({ ruleId }) => ruleId));
      for (const ruleId of states.keys()) if (!ids.has(ruleId)) states.delete(ruleId);
    },
  };
}

export type RuleStates = ReturnType<typeof createRuleStates>;
