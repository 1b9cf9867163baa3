/** A day of 10,000 posts for tests of alerts: who watches what, and which posts arrive when. */
import type { SavedRuleFields } from '../../server/backend/rules/alerts/rule.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import { everyStory } from './queued-alerts.ts';
import { Random } from './random.ts';

const weekMs = 7 * 24 * hourMs;

/** A Sunday noon in Moscow. */
export const dayStart = Date.parse('2026-11-22T12:00:00+03:00');
export const dayEnd = dayStart + 24 * hourMs;
/** The service is down during this time, while posts keep arriving. */
export const downFrom = dayStart + 13 * hourMs;
export const downTo = dayStart + 16 * hourMs;

/** `anna` tracks `metro` and `park`, `boris` tracks `market`; the administrator sees all. */
export type Person = 'anna' | 'boris' | 'admin';
export type Phrase = 'metro' | 'park' | 'market';
export const phrasesOf: Record<Person, readonly Phrase[]> = {
  anna: ['metro', 'park'],
  boris: ['market'],
  admin: ['metro', 'park', 'market'],
};

/** Posts with the same text are one story. Times are whole seconds in milliseconds. */
export type DayPost = {
  postId: number;
  phrase: Phrase;
  ownerId: number;
  userId: number;
  postedAt: number;
  text: string;
};
export type Batch = { at: number; posts: DayPost[] };

const topics = ['авария', 'ремонт', 'праздник', 'выставка', 'концерт'];
const copyShare = 0.15;
/** Many posts about the park are posted within an hour from here on, and collected until some time later. */
const waveFrom = dayStart + 5 * hourMs;

const toSecond = (time: number): number => Math.floor(time / 1000) * 1000;

function createComposer(random: Random) {
  let count = 0;
  const recent: DayPost[] = [];
  return (phrase: Phrase, postedAt: number): DayPost => {
    count += 1;
    const own = { postId: count, phrase, ownerId: -1 - random.below(12), userId: 1 + random.below(40) };
    // The park has no copies, so that its windows can be counted by hours.
    const copied = phrase !== 'park' && random.chance(copyShare) ? recent[random.below(recent.length)] : undefined;
    const text = copied?.text ?? `${random.pick(topics)} ${random.pick(topics)} номер ${count}`;
    const post = { ...own, postedAt: toSecond(postedAt), text };
    if (phrase !== 'park') recent.unshift(post);
    recent.splice(60);
    return post;
  };
}

export type Day = { history: DayPost[]; batches: Batch[] };

/** `history`: posts that are stored before the day, about the park at the same hours of the previous four weeks. */
export function composeDay(seed: number): Day {
  const random = new Random(seed);
  const compose = createComposer(random);
  const history = [1, 2, 3, 4, 5].flatMap((week) =>
    Array.from({ length: week === 5 ? 1 : 300 }, () =>
      compose('park', dayStart - week * weekMs - 26 * hourMs + random.below(50 * hourMs)),
    ),
  );
  const batches: Batch[] = [];
  for (let at = dayStart; at < dayEnd; at += 4 * minuteMs + random.below(22 * minuteMs)) {
    const posts = Array.from({ length: 50 + random.below(120) }, () => {
      const isLate = random.chance(0.1);
      const delay = 1000 + random.below(isLate ? 6 * hourMs : 20 * minuteMs);
      const phrase = random.pick(['metro', 'metro', 'market', 'market', 'park'] as const);
      return compose(phrase === 'park' && random.chance(0.8) ? 'metro' : phrase, at - delay);
    });
    const inWave = at >= waveFrom && at < waveFrom + 2 * hourMs;
    const wave = Array.from({ length: inWave ? 15 : 0 }, () => compose('park', waveFrom + random.below(hourMs)));
    batches.push({ at: toSecond(at), posts: [...posts, ...wave] });
  }
  const imported = Array.from({ length: 1200 }, () =>
    compose(random.pick(['metro', 'market']), dayStart - 400 * 24 * hourMs + random.below(weekMs)),
  );
  batches.push({ at: dayStart + 8 * hourMs, posts: imported });
  return { history, batches: batches.sort((a, b) => a.at - b.at) };
}

export type View = { owner: Person; query: string; matches: (post: DayPost) => boolean; sharedWith?: Person };

const has = (topic: string) => (post: DayPost) => post.text.includes(topic);

/** `query` has the phrases' names in braces. */
export const views = {
  Метро: { owner: 'anna', query: '?word={metro}', matches: ({ phrase }) => phrase === 'metro' },
  Парк: { owner: 'anna', query: '?word={park}', matches: ({ phrase }) => phrase === 'park' },
  Всё: { owner: 'anna', query: '?sort=-post_dt', matches: () => true },
  Ремонт: {
    owner: 'anna',
    query: '?text=ремонты -авария&copies=show&unread=1',
    matches: (post) => has('ремонт')(post) && !has('авария')(post),
  },
  Источник: { owner: 'anna', query: '?owner=-3', matches: ({ ownerId }) => ownerId === -3 },
  Рынок: { owner: 'boris', query: '', matches: () => true },
  Праздник: { owner: 'admin', query: '?text=праздник', matches: has('праздник'), sharedWith: 'boris' },
  Город: { owner: 'admin', query: '', matches: () => true },
  События: {
    owner: 'admin',
    query: '?text=концерт OR выставка',
    matches: (post) => has('концерт')(post) || has('выставка')(post),
  },
} as const satisfies Record<string, View>;
export type ViewName = keyof typeof views;

export type DayRule = Pick<
  SavedRuleFields,
  'condition' | 'least' | 'period' | 'schedule' | 'quietFrom' | 'quietTo' | 'channel' | 'secret'
> & {
  name: string;
  person: Person;
  view: ViewName;
};

const quiet = (from: number, to: number) => ({ quietFrom: from * 60, quietTo: to * 60 });
const usual = { ...everyStory, channel: 'email' } as const;

/** The last two rules are added during the day. */
export const rules: readonly DayRule[] = [
  { ...usual, name: 'каждый', person: 'anna', view: 'Метро' },
  { ...usual, name: 'каждый, не ночью', person: 'anna', view: 'Всё', ...quiet(23, 7) },
  { ...usual, name: 'раз в час', person: 'anna', view: 'Ремонт', schedule: 'hourly', channel: 'chat' },
  { ...usual, name: 'раз в день', person: 'anna', view: 'Метро', schedule: 'daily' },
  { ...usual, name: 'раз в неделю', person: 'anna', view: 'Источник', schedule: 'weekly' },
  { ...usual, name: 'источник', person: 'anna', view: 'Источник', channel: 'webhook' },
  { ...usual, name: '150 за час', person: 'anna', view: 'Метро', condition: 'least', least: 150 },
  { ...usual, name: '900 за сутки', person: 'anna', view: 'Всё', condition: 'least', least: 900, period: 'day' },
  { ...usual, name: 'всплеск за час', person: 'anna', view: 'Парк', condition: 'spike', least: 20 },
  { ...usual, name: 'всплеск за сутки', person: 'anna', view: 'Парк', condition: 'spike', least: 20, period: 'day' },
  { ...usual, name: 'с перерывом', person: 'anna', view: 'Ремонт' },
  { ...usual, name: 'рынок', person: 'boris', view: 'Рынок', channel: 'atom' },
  {
    ...usual,
    name: '60 за час, не ночью',
    person: 'boris',
    view: 'Рынок',
    condition: 'least',
    least: 60,
    ...quiet(22, 6),
  },
  { ...usual, name: 'утром, но не рано', person: 'boris', view: 'Рынок', schedule: 'daily', ...quiet(8, 10) },
  { ...usual, name: 'общий фильтр', person: 'boris', view: 'Праздник', ...quiet(9, 9) },
  { ...usual, name: 'город', person: 'admin', view: 'Город', schedule: 'hourly', ...quiet(1, 5) },
  { ...usual, name: '3000 за неделю', person: 'admin', view: 'Город', condition: 'least', least: 3000, period: 'week' },
  { ...usual, name: 'удалят', person: 'admin', view: 'События', schedule: 'daily' },
  { ...usual, name: 'с вечера', person: 'anna', view: 'Ремонт', condition: 'least', least: 5 },
  { ...usual, name: 'с ночи', person: 'admin', view: 'События' },
];

/** What people do during the day, in chronological order. `anna` mutes the posts of the source. */
export type DayEvent =
  | { at: number; does: 'add' | 'pause' | 'resume' | 'delete'; rule: string }
  | { at: number; does: 'mute'; person: Person; ownerId: number };

const after = (hours: number): number => dayStart + hours * hourMs + 10_000;

export const events: readonly DayEvent[] = [
  ...rules.slice(0, -2).map(({ name }) => ({ at: dayStart - minuteMs, does: 'add', rule: name }) as const),
  { at: after(3), does: 'pause', rule: 'с перерывом' },
  { at: after(6), does: 'mute', person: 'anna', ownerId: -3 },
  { at: after(7.5), does: 'add', rule: 'с вечера' },
  { at: after(9), does: 'resume', rule: 'с перерывом' },
  { at: after(12.5), does: 'add', rule: 'с ночи' },
  { at: after(18), does: 'delete', rule: 'удалят' },
];
