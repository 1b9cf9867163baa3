/** Evaluates the rules of all accounts whenever stories have arrived or an hour has ended, and sends what is due. */
import type { Logger } from 'pino';
import { consoleUrl } from '../../../platform/alert-settings.ts';
import { hourMs } from '../../../platform/durations.ts';
import { logFailure } from '../../../platform/logger.ts';
import type { Config } from '../../../platform/settings.ts';
import type { AlertRule } from '../../rules/alerts/rule.ts';
import { nextHour } from '../../rules/alerts/schedule.ts';
import type { Store } from '../../store/store.ts';
import { attemptEach, type Background, startBackground } from '../background.ts';
import { createChannels } from '../sending/channels.ts';
import { createSender } from '../sending/sender.ts';
import {
  createRuleStates,
  type Evaluation,
  type EvaluationDeps,
  evaluateSpikes,
  evaluateStories,
  type Moment,
  type RuleStates,
} from './evaluate-rules.ts';

const restMs = 60_000;
/** The time that a tick may spend on spikes. The rules that are left follow in the next one. */
const spikesLimitMs = 5000;

const isSpikeDue = ({ stateOf }: RuleStates, rule: AlertRule): boolean =>
  rule.condition === 'spike' && stateOf(rule).spikeDue;

async function evaluateAll(evaluation: Evaluation, rules: readonly AlertRule[], moment: Moment, signal?: AbortSignal) {
  const { states, logger } = evaluation;
  function onFault(rule: AlertRule, error: unknown): void {
    states.stateOf(rule).restsUntil = moment.at + restMs;
    logger.error({ err: error, ruleId: rule.ruleId }, 'evaluation of a rule failed');
  }
  const behind = rules.filter((rule) => states.evaluatedOf(rule) < moment.until);
  for (const [account, batch] of Map.groupBy(behind, (rule) => rule.account)) {
    if (signal?.aborted) return;
    await attemptEach(batch, (some) => evaluateStories(evaluation, account, some, moment), onFault);
  }
  const end = performance.now() + spikesLimitMs;
  for (const rule of rules) {
    if (!isSpikeDue(states, rule)) continue;
    if (signal?.aborted || performance.now() > end) return;
    await attemptEach([rule], () => evaluateSpikes(evaluation, rule, moment), onFault);
  }
}

/** A tick must not begin before the last one has ended. An aborted tick leaves the rest to the next one. */
export function createEvaluator({ now, ...deps }: EvaluationDeps & { now: () => number }) {
  const { store, timeZone } = deps;
  const states = createRuleStates();
  let lastHour = 0;
  /** The last hour and story up to which nothing was left to evaluate. */
  let done = '';

  return {
    async tick(signal?: AbortSignal): Promise<void> {
      const at = now();
      const hour = nextHour(at, timeZone) - hourMs;
      const until = await store.alerts.newestSettled();
      if (done === `${hour} ${until}`) return;
      const rules = await store.alerts.activeRules();
      states.forgetOthers(rules);
      if (hour !== lastHour) for (const rule of rules) states.stateOf(rule).spikeDue = true;
      lastHour = hour;
      const awake = rules.filter((rule) => states.stateOf(rule).restsUntil <= at);
      await evaluateAll({ ...deps, states }, awake, { at, hour, until }, signal);
      const isBehind = (rule: AlertRule) => states.evaluatedOf(rule) < until || isSpikeDue(states, rule);
      done = rules.some(isBehind) ? '' : `${hour} ${until}`;
    },
  };
}

const pauseMs = 5000;

type Options = { store: Store; config: Config; logger: Logger; now?: () => number };

/** Closing waits for the query under way, and breaks off the tries under way: their messages are due at once. */
export function startAlerts({ store, config, logger, now = Date.now }: Options): Background {
  const { alerts, posts } = store;
  const { PRODUCT_NAME: product, CONSOLE_TIME_ZONE: timeZone } = config;
  // Only Atom entries, which do not contain the address, exist without it.
  const settings = { consoleUrl: consoleUrl(config) ?? '', product, timeZone };
  const delivery = { alerts, posts, channels: createChannels(config, now), settings, now, logger };
  const logFault = (fault: string) => (error: unknown) => logFailure({ store, logger }, error, fault);
  return startBackground((signal, rest) => {
    async function repeat(work: () => Promise<void>, onFault: (error: unknown) => void): Promise<void> {
      while (!signal.aborted) {
        await work().catch(onFault);
        await rest(pauseMs);
      }
    }
    const evaluator = createEvaluator({ store, timeZone, now, logger });
    const onSendingFault = logFault('delivery of alerts failed');
    const sender = createSender(delivery, signal, onSendingFault);
    return Promise.all([
      repeat(() => evaluator.tick(signal), logFault('evaluation of alerts failed')),
      repeat(sender.tick, onSendingFault).then(sender.settled),
    ]);
  });
}
