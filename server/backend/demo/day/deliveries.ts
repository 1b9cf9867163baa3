/** Two weeks of messages of the first client's alert rules. Times are milliseconds. */
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import type { Finding } from '../../rules/alerts/rule.ts';
import type { Resources } from '../../store/store.ts';
import { startOfDay } from '../history.ts';
import { account, alertRules, team } from './team.ts';

type Message = { rule: string; finding: Finding; error: string | null };

async function send({ alerts }: Resources, { rule: name, finding, error }: Message): Promise<void> {
  const rule = (await alerts.rules(account)).find((known) => known.name === name);
  if (!rule) return;
  const { at } = finding;
  const firedHour = Math.max(rule.firedHour, finding.to ?? 0);
  await alerts.advance(rule, { ...rule, firedHour }, { finding, dueAt: at });
  const [due] = await alerts.due(at, 1);
  const claimed = due && (await alerts.claim(due.deliveryId, at, at + hourMs));
  if (claimed) await alerts.finish(claimed, { state: error === null ? 'sent' : 'failed', at: at + 2000, error });
}

const serverDown = 'Почтовый сервер не ответил';

/** Every morning, and spikes on some afternoons: the last one is yesterday's at 14:00. */
function listMessages(now: number, newest: number): Message[] {
  const today = startOfDay(now);
  const range = (daysAgo: number, count: number) => {
    const since = Math.max(newest - 60 * (daysAgo + 1), 0);
    return { since, until: since + count, count };
  };
  const daily = Array.from({ length: team.workDays - 1 }, (_, index): Message => {
    const daysAgo = team.workDays - 1 - index;
    const at = today - daysAgo * dayMs + 9 * hourMs;
    const finding = { ...range(daysAgo, 3 + ((index * 5) % 7)), at, reached: null, from: null, to: null, usual: null };
    return { rule: alertRules.daily, finding, error: daysAgo === 6 ? serverDown : null };
  });
  const spikes = [12, 10, 8, 5, 3, 2, 1].map((daysAgo): Message => {
    const from = today - daysAgo * dayMs + 14 * hourMs;
    const finding = { ...range(daysAgo, daysAgo === 1 ? 31 : 11 + daysAgo), from, to: from + hourMs, usual: 1 };
    return { rule: alertRules.spike, finding: { ...finding, reached: null, at: from + hourMs }, error: null };
  });
  return [...daily, ...spikes].sort((first, second) => first.finding.at - second.finding.at);
}

export async function addDeliveries(filled: Resources, now: number): Promise<void> {
  for (const message of listMessages(now, await filled.alerts.newestArrival())) await send(filled, message);
}
