/**
 * What a rule would have sent, by the times at which posts were posted: the times of their arrival depend more on the collection
 * than on the view.
 */
import { dayMs, hourMs } from '../../platform/durations.ts';
import type { Finding, RuleFields } from '../store/alerts-store.ts';
import type { PostScope, TimeWindow } from '../store/posts-store.ts';
import type { Identity } from '../store/sessions-store.ts';
import type { Store } from '../store/store.ts';
import { periodMs } from './periods.ts';
import { nextHour, nextSlot } from './schedule.ts';
import { hourlyWindows } from './spike.ts';
import { findStoredSpikes } from './stored-spikes.ts';

const historyMs = 30 * dayMs;

export type HistoryRule = Pick<RuleFields, 'condition' | 'least' | 'period' | 'schedule'>;
type History = {
  store: Pick<Store, 'alerts' | 'posts'>;
  viewer: Identity;
  scope: PostScope;
  rule: HistoryRule;
  now: number;
  timeZone: string;
};

/** `at`: when the message would have left. */
export type HistoryMessage = Finding & { from: number; to: number };

type Found = { window: TimeWindow; at: number; count: number; usual: number | null };

const count = (
  { store, viewer, scope }: History,
  windows: readonly TimeWindow[],
  until: number,
  least: number | null,
) => store.posts.countInWindows(viewer, { ...scope, until }, { windows, least });

/** One message per slot of the schedule; «Сразу» is an hour here, also the running one. */
async function findEvery(history: History, from: number, until: number): Promise<Found[]> {
  const { rule, now, timeZone } = history;
  const slotAfter = (time: number) =>
    rule.schedule === 'now' ? nextHour(time, timeZone) : nextSlot(time, rule.schedule, timeZone);
  const windows: TimeWindow[] = [];
  for (let [start, end] = [from, slotAfter(from)]; end <= now; [start, end] = [end, slotAfter(end)]) {
    windows.push({ from: start, to: end });
  }
  if (rule.schedule === 'now') windows.push({ from: windows.at(-1)?.to ?? from, to: now + 1 });
  const counts = await count(history, windows, until, null);
  return windows.map((window, index) => {
    return { window, at: Math.min(window.to, now), count: counts[index] ?? 0, usual: null };
  });
}

/** Looks at the end of every hour, and now. A post counts in one message only. */
async function findLeast(history: History, from: number, until: number): Promise<Found[]> {
  const { rule, now, timeZone } = history;
  const length = periodMs[rule.period];
  const lastHour = nextHour(now, timeZone) - hourMs;
  const running = { from: now + 1 - length, to: now + 1 };
  const windows = [...hourlyWindows(from, lastHour, length), running].map((window) => ({
    ...window,
    from: Math.max(window.from, from),
  }));
  const counts = await count(history, windows, until, rule.least);
  let reported = from;
  return windows.flatMap(({ from: start, to }, index) => {
    if ((counts[index] ?? 0) < rule.least) return [];
    const window = { from: Math.max(start, reported), to };
    reported = to;
    const at = rule.schedule === 'now' ? Math.min(to, now) : nextSlot(to - 1, rule.schedule, timeZone);
    return { window, at, count: counts[index] ?? 0, usual: null };
  });
}

async function findSpikes({ store, viewer, scope, rule, now, timeZone }: History, from: number, until: number) {
  const to = nextHour(now, timeZone) - hourMs;
  const query = { viewer, scope, least: rule.least, periodMs: periodMs[rule.period], from, to, after: from };
  const spikes = await findStoredSpikes(store, { ...query, until, timeZone });
  return spikes.map((spike): Found => ({ ...spike, at: nextSlot(spike.window.to, rule.schedule, timeZone) }));
}

const finders = { every: findEvery, least: findLeast, spike: findSpikes };

/** The messages of the last 30 days, the oldest first. Quiet hours do not change what is sent. */
export async function findHistory(history: History): Promise<HistoryMessage[]> {
  const { store, rule, now, timeZone } = history;
  const until = await store.alerts.newestArrival();
  const from = nextHour(now - historyMs, timeZone);
  const found = await finders[rule.condition](history, from, until);
  const due = found.filter(({ at, count: stories }) => stories > 0 && at <= now);
  return [...Map.groupBy(due, ({ at }) => at)].map(([at, parts]) => ({
    at,
    since: 0,
    until,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    from: Math.min(...parts.map(({ window }) => window.from)),
    to: Math.max(...parts.map(({ window }) => window.to)),
    usual: parts.at(-1)?.usual ?? null,
  }));
}
