/** Two weeks of messages of the first client's alert rules, found as the service finds them. Times are milliseconds. */
import { evaluateCounts, findStored } from '../../../server/backend/domain/alerts/evaluation.ts';
import { storiesOfView } from '../../../server/backend/domain/saved-filter.ts';
import { viewerOf } from '../../../server/backend/rules/account.ts';
import { isUnusualCondition } from '../../../server/backend/rules/alerts/conditions.ts';
import { type AlertRule, type Finding, periodMs } from '../../../server/backend/rules/alerts/rule.ts';
import { startOfHour } from '../../../server/backend/rules/days.ts';
import type { PostRow, Viewing } from '../../../server/backend/store/posts-store.ts';
import type { Resources, Store } from '../../../server/backend/store/store.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { startOfDay } from '../world/days.ts';
import { account, team } from './team.ts';

const timeZone = 'Europe/Moscow';
const serverDown = 'Почтовый сервер не ответил';
/** Of the daily messages. */
const failedMessage = 5;

type Message = { rule: AlertRule; finding: Finding; error: string | null };
type Found = { rule: AlertRule; viewing: Viewing };

/** The spikes or silences of two weeks. */
async function findUnusual(store: Store, { rule, viewing }: Found, now: number): Promise<Message[]> {
  const { condition, least, period } = rule;
  if (!isUnusualCondition(condition)) return [];
  const to = startOfHour(now, timeZone);
  const [from, until] = [to - team.workDays * dayMs, await store.alerts.newestArrival()];
  const query = { condition, viewing, least, periodMs: periodMs[period], from, to, after: 0, until, timeZone };
  const found = await findStored(store, { ...query, viewer: viewerOf(account) });
  return found.map(({ window, count, usual }) => ({
    rule,
    finding: { at: window.to, since: 0, until, reached: null, count, ...window, usual },
    error: null,
  }));
}

/** The new stories of every morning. `rows`: one of each story, newest first. */
async function findDaily(
  store: Store,
  { rule, viewing }: Found,
  rows: readonly PostRow[],
  now: number,
): Promise<Message[]> {
  const arrivalAt = (time: number): number => rows.find(({ postedAt }) => postedAt < time)?.storyId ?? 0;
  const messages: Message[] = [];
  for (let daysAgo = team.workDays - 1; daysAgo >= 0; daysAgo -= 1) {
    const at = startOfDay(now) - daysAgo * dayMs + 9 * hourMs;
    const [since, until] = [arrivalAt(at - dayMs), arrivalAt(at)];
    const [found] = at > now ? [] : await evaluateCounts(store, account, [{ rule, viewing, since }], until);
    const error = messages.length === failedMessage ? serverDown : null;
    if (found)
      messages.push({
        rule,
        finding: { at, until, ...found, reached: null, from: null, to: null, usual: null },
        error,
      });
  }
  return messages;
}

export async function findMessages(store: Store, rows: readonly PostRow[], now: number): Promise<Message[]> {
  const messages: Message[] = [];
  for (const rule of await store.alerts.rules(account)) {
    const viewing = storiesOfView(viewerOf(account), timeZone, rule.query);
    if (viewing === null) continue;
    const find =
      rule.condition === 'every'
        ? findDaily(store, { rule, viewing }, rows, now)
        : findUnusual(store, { rule, viewing }, now);
    messages.push(...(await find));
  }
  return messages.sort((first, second) => first.finding.at - second.finding.at);
}

async function send({ alerts }: Resources, { rule: { ruleId }, finding, error }: Message): Promise<void> {
  const rule = (await alerts.rules(account)).find((known) => known.ruleId === ruleId);
  if (!rule) return;
  const { at } = finding;
  const firedHour = Math.max(rule.firedHour, finding.to ?? 0);
  await alerts.advance(rule, { ...rule, firedHour }, { finding, dueAt: at });
  const [due] = await alerts.due(at, 1);
  const claimed = due && (await alerts.claim(due.deliveryId, at, at + hourMs));
  if (claimed) await alerts.finish(claimed, { state: error === null ? 'sent' : 'failed', at: at + 2000, error });
}

export async function sendMessages(filled: Resources, messages: readonly Message[]): Promise<void> {
  for (const message of messages) await send(filled, message);
}
