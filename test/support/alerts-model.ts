/** Computes the messages of a simulated day only from its posts, without code of the product. Moscow has no clock changes. */

import { hourMs, minuteMs } from '../../shared/durations.ts';
import type { DayEvent, DayPost, DayRule, Person } from './alerts-day.ts';
import { phrasesOf, rules, views } from './alerts-day.ts';

const lengths = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs };

export type Message = { rule: string; at: number; count: number };

/** `number`: the position in the order of arrival, from 1. */
type Arrived = { number: number; at: number; post: DayPost; story: Arrived[] };
type State = {
  rule: DayRule;
  /** How many posts had arrived at the last evaluation (`seen`) and at the last report (`fired`). */
  seen: number;
  fired: number;
  firedHour: number;
  looked: string;
  waiting: { due: number; count: number } | null;
};

const local = (time: number): Date => new Date(time + 3 * hourMs);
const minuteOf = (time: number): number => local(time).getUTCHours() * 60 + local(time).getUTCMinutes();

/** Steps forward minute by minute. */
function dueTime({ schedule, quietFrom, quietTo }: DayRule, found: number): number {
  const isSlot = {
    now: () => true,
    hourly: (time: number) => minuteOf(time) % 60 === 0,
    daily: (time: number) => minuteOf(time) === 9 * 60,
    weekly: (time: number) => minuteOf(time) === 9 * 60 && local(time).getUTCDay() === 1,
  }[schedule];
  const isQuiet = (time: number): boolean => {
    if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false;
    const minute = minuteOf(time);
    const [fromPassed, toPassed] = [minute >= quietFrom, minute >= quietTo];
    return quietFrom < quietTo ? fromPassed && !toPassed : fromPassed || !toPassed;
  };
  const next = (time: number) => Math.floor(time / minuteMs) * minuteMs + minuteMs;
  let due = schedule === 'now' ? found : next(found);
  while (!isSlot(due)) due = next(due);
  while (isQuiet(due)) due = next(due);
  return due;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length % 2 === 1
    ? (sorted[(sorted.length - 1) / 2] ?? 0)
    : ((sorted[sorted.length / 2] ?? 0) + (sorted[sorted.length / 2 - 1] ?? 0)) / 2;
}

/** The ends of the windows with spikes, with their counts. Each post is its own story. */
function findSpikes(posts: DayPost[], { least, period }: DayRule, firedHour: number, now: number): [number, number][] {
  const [length, week] = [lengths[period], lengths.week];
  const first = Math.min(...posts.map(({ postedAt }) => postedAt));
  const perHour = new Map<number, number>();
  for (const { postedAt } of posts) {
    const hour = Math.floor(postedAt / hourMs);
    perHour.set(hour, (perHour.get(hour) ?? 0) + 1);
  }
  const countOf = (end: number): number => {
    let sum = 0;
    for (let hour = (end - length) / hourMs; hour < end / hourMs; hour += 1) sum += perHour.get(hour) ?? 0;
    return sum;
  };
  const isSpike = (end: number): boolean => {
    const earlier = [1, 2, 3, 4, 5, 6, 7, 8]
      .map((weeks) => end - weeks * week)
      .filter((time) => time - length >= first);
    if (earlier.length < 3) return false;
    const counts = earlier.map(countOf);
    const usual = median(counts);
    const spread = Math.max(median(counts.map((count) => Math.abs(count - usual))), Math.sqrt(usual + 1));
    return countOf(end) >= Math.max(least, usual * 2, usual + 1 + 3 * 1.4826 * spread);
  };
  const found: [number, number][] = [];
  const last = Math.floor(now / hourMs) * hourMs;
  let after = firedHour;
  for (let end = last - 23 * hourMs; end <= last; end += hourMs) {
    if (end - length < after || !isSpike(end) || isSpike(end - length)) continue;
    found.push([end, countOf(end)]);
    after = end;
  }
  return found;
}

/** Feed it the events in chronological order. `tick` returns the messages that are sent at that time. */
export function createModel(history: readonly DayPost[]) {
  const byText = new Map<string, Arrived[]>();
  const arrived: Arrived[] = [];
  const states = new Map<string, State>();
  const muted: { person: Person; ownerId: number }[] = [];

  function arrive(at: number, posts: readonly DayPost[]): void {
    for (const post of posts) {
      const story = byText.get(post.text) ?? [];
      byText.set(post.text, story);
      const one = { number: arrived.length + 1, at, post, story };
      story.push(one);
      arrived.push(one);
    }
  }
  arrive(0, history);

  const isVisible = ({ person, view }: DayRule, post: DayPost): boolean =>
    phrasesOf[person].includes(post.phrase) &&
    !muted.some((mute) => mute.person === person && mute.ownerId === post.ownerId) &&
    views[view].matches(post);
  /** For each story that is new to the rule after a number, its first visible post. */
  const newOf = (rule: DayRule, after: number): Arrived[] =>
    arrived
      .slice(after)
      .filter((one) => isVisible(rule, one.post))
      .filter(({ number, story }) => !story.some((other) => other.number < number && isVisible(rule, other.post)));

  function evaluateLeast({ rule, fired }: State): number {
    const list = newOf(rule, fired);
    const length = lengths[rule.period];
    if (list.length < rule.least) return 0;
    for (const { at } of list) {
      const within = list.filter((other) => other.at > at - length && other.at <= at);
      if (within.length >= rule.least) return list.length - list.indexOf(within[0] ?? (list[0] as Arrived));
    }
    return 0;
  }

  /** The number of stories of each finding. */
  function evaluate(state: State, now: number): number[] {
    const { rule } = state;
    if (rule.condition === 'spike') {
      const seen = `${arrived.length} ${Math.floor(now / hourMs)}`;
      if (state.looked === seen) return [];
      state.looked = seen;
      const posts = arrived.map(({ post }) => post).filter((post) => isVisible(rule, post));
      const spikes = findSpikes(posts, rule, state.firedHour, now);
      state.firedHour = spikes.at(-1)?.[0] ?? state.firedHour;
      return spikes.map(([, count]) => count);
    }
    const fresh = newOf(rule, state.seen).length;
    state.seen = arrived.length;
    const count = rule.condition === 'every' || fresh === 0 ? fresh : evaluateLeast(state);
    if (count > 0) state.fired = arrived.length;
    return count > 0 ? [count] : [];
  }

  return {
    arrive,
    act(event: DayEvent): void {
      if (event.does === 'mute') muted.push(event);
      else if (event.does === 'pause' || event.does === 'delete') states.delete(event.rule);
      else {
        const rule = rules.find(({ name }) => name === event.rule) as DayRule;
        const start = arrived.length;
        states.set(rule.name, { rule, seen: start, fired: start, firedHour: event.at, looked: '', waiting: null });
      }
    },
    tick(now: number): Message[] {
      const sent: Message[] = [];
      for (const state of states.values()) {
        for (const count of evaluate(state, now)) {
          const due = dueTime(state.rule, now);
          state.waiting = state.waiting
            ? { due: Math.min(state.waiting.due, due), count: state.waiting.count + count }
            : { due, count };
        }
        if (state.waiting === null || state.waiting.due > now) continue;
        sent.push({ rule: state.rule.name, at: now, count: state.waiting.count });
        state.waiting = null;
      }
      return sent;
    },
  };
}
