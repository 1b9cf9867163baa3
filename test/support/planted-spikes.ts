/** Days with a known cause of their rise, each among five weeks of ordinary days. */

import type { NewPost } from '../../server/backend/store/posts-store.ts';
import type { StandoutKind } from '../../shared/api/explanation.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { Random } from './random.ts';
import { newPost } from './seed-posts.ts';

/** A Saturday, 00:00 in Moscow. */
export const spikeDay = Date.parse('2026-11-28T00:00:00+03:00');
export const spikeZone = 'Europe/Moscow';
const weeks = 5;

const syllables = ['ба', 'ве', 'го', 'ди', 'жу', 'за', 'ки', 'ло', 'ме', 'ну', 'пы', 'ра', 'со', 'ту', 'фи', 'ха'];
const random = new Random(7);
const makeWord = () => Array.from({ length: 4 }, () => random.pick(syllables)).join('');
const vocabulary = Array.from({ length: 400 }, makeWord);

export type Planted = Partial<Omit<NewPost, 'wordId'>> & { phrase?: number; word?: string };

/** `causes`: any of them explains the day; null: only noise. `day`: its posts beside the ordinary ones. */
export type Spike = {
  title: string;
  causes: [kind: StandoutKind, name: string][] | null;
  day: Planted[];
  usual?: Planted[];
};

const times = (count: number, post: (index: number) => Planted): Planted[] =>
  Array.from({ length: count }, (_, index) => post(index));

/** `every`: minutes between the posts. */
const at = (index: number, every: number, from = 9): number => spikeDay + from * hourMs + index * every * minuteMs;
const story =
  'Прорыв трубы затопил подземный переход у вокзала. Движение закрыто до вечера, жителей просят выбирать объезд';
const other = 'Новый театр открыл сезон премьерой оперы. Билеты раскупили за один час, дирекция обещает ещё три вечера';
const copies = (count: number, every: number, text = story, first = 0) =>
  times(count, (index) => ({ text, ownerId: -2000 - first - index, postedAt: at(index, every) }));
const quoted = 'Прорыв трубы затопил подземный переход у вокзала';
const ofSource = (count: number, ownerId: number, more: Planted = {}) =>
  times(count, (index) => ({ ownerId, postedAt: at(index, 11, 2), ...more }));
const withWord = (count: number, word: (index: number) => string, more: Planted = {}) =>
  times(count, (index) => ({ word: word(index), ownerId: -3000 - index, postedAt: at(index, 13, 3), ...more }));
const inCity = (count: number, cityId: number, first = 0) =>
  times(count, (index) => ({ cityId, ownerId: -4000 - first - index, postedAt: at(index, 17, 1) }));
const ofPhrase = (count: number, phrase: number) =>
  times(count, (index) => ({ phrase, ownerId: -5000 - 100 * phrase - index, postedAt: at(index, 15, 4) }));

export const spikes: Spike[] = [
  { title: 'a story copied 40 times', causes: [['story', quoted]], day: copies(40, 15) },
  { title: 'a story copied 15 times', causes: [['story', quoted]], day: copies(15, 30) },
  { title: 'a story copied within minutes', causes: [['story', quoted]], day: copies(30, 0.2) },
  { title: 'a story over the whole day', causes: [['story', quoted]], day: copies(24, 35) },
  {
    title: 'a story and growth of everything',
    causes: [['story', quoted]],
    day: [...copies(30, 20), ...times(10, () => ({}))],
  },
  { title: 'two stories', causes: [['story', quoted]], day: [...copies(22, 20), ...copies(20, 20, other, 50)] },
  {
    title: 'one source that repeats a story',
    causes: [
      ['story', quoted],
      ['owner', 'Источник 1'],
    ],
    day: ofSource(25, -1001, { text: story }),
  },
  {
    title: 'a repost chain',
    causes: [['story', `Репост: ${quoted}`]],
    day: copies(28, 20).map((post) => ({ ...post, textParts: [{ kind: 'repost', at: 0 }] })),
  },
  {
    title: 'reposts with words of their own',
    causes: [['story', quoted]],
    day: copies(26, 25).map((post, index) => ({ ...post, text: `${story} ${['Смотрите', 'Ого', ''][index % 3]}` })),
  },
  {
    title: 'a story in one city',
    causes: [['story', quoted]],
    day: copies(30, 10).map((post) => ({ ...post, cityId: 2 })),
  },
  { title: 'a source that floods', causes: [['owner', 'Источник 3']], day: ofSource(35, -1003) },
  { title: 'a source that wrote nothing before', causes: [['owner', 'Новый источник']], day: ofSource(30, -1500) },
  {
    title: 'a source that always writes much, and more',
    causes: [['owner', 'Источник 4']],
    day: ofSource(40, -1004),
    usual: ofSource(4, -1004),
  },
  {
    title: 'two sources',
    causes: [
      ['owner', 'Источник 5'],
      ['owner', 'Источник 6'],
    ],
    day: [...ofSource(20, -1005), ...ofSource(20, -1006)],
  },
  { title: 'a source in one city', causes: [['owner', 'Источник 7']], day: ofSource(30, -1007, { cityId: 3 }) },
  { title: 'a source with one phrase', causes: [['owner', 'Источник 8']], day: ofSource(30, -1008, { phrase: 1 }) },
  { title: 'one city', causes: [['city', 'Город 1']], day: inCity(35, 1) },
  { title: 'a city without posts before', causes: [['city', 'Город 9']], day: inCity(25, 9) },
  {
    title: 'two cities',
    causes: [
      ['city', 'Город 2'],
      ['city', 'Город 3'],
    ],
    day: [...inCity(24, 2), ...inCity(24, 3, 50)],
  },
  { title: 'a new word', causes: [['word', 'наводнение']], day: withWord(30, () => 'наводнение') },
  {
    title: 'a new word in several forms',
    causes: [['word', 'забастовка']],
    day: withWord(30, (index) => ['забастовка', 'забастовка', 'забастовки', 'забастовку'][index % 4] ?? ''),
  },
  {
    title: 'two new words',
    causes: [
      ['word', 'эвакуация'],
      ['word', 'пожар'],
    ],
    day: withWord(36, (index) => (index % 2 === 0 ? 'эвакуация' : 'пожар')),
  },
  {
    title: 'a rare word that becomes frequent',
    causes: [['word', 'премьера']],
    day: withWord(30, () => 'премьера'),
    usual: withWord(2, () => 'премьера'),
  },
  {
    title: 'a new word in one city',
    causes: [['word', 'наводнение']],
    day: withWord(28, () => 'наводнение', { cityId: 1 }),
  },
  { title: 'one phrase', causes: [['phrase', 'фраза 1']], day: ofPhrase(35, 1) },
  {
    title: 'two phrases at once',
    causes: [
      ['phrase', 'фраза 0'],
      ['phrase', 'фраза 2'],
    ],
    day: [...ofPhrase(25, 0), ...ofPhrase(25, 2)],
  },
  { title: 'nothing but an ordinary day', causes: null, day: [] },
  { title: 'more of everything', causes: null, day: times(12, () => ({})) },
  { title: 'fewer posts than usual', causes: null, day: [], usual: times(15, () => ({})) },
  {
    title: 'noise with a few copies, as on every day',
    causes: null,
    day: [...copies(3, 60), ...copies(3, 60, other, 50)],
  },
];

const sourcesOfNoise = 60;

/** Every post has its own text, source, city and phrase, unless they are planted. */
function completePost(planted: Planted, wordIds: readonly number[], key: number, draw: Random): NewPost {
  const { phrase = draw.below(wordIds.length), word, ...fields } = planted;
  const words = Array.from({ length: 14 }, () => draw.pick(vocabulary));
  if (word !== undefined) words.splice(5, 0, word);
  return newPost({
    ownerId: -1 - draw.below(sourcesOfNoise),
    postId: key,
    cityId: draw.chance(0.3) ? null : 1 + draw.below(5),
    text: words.join(' '),
    ...fields,
    wordId: wordIds[phrase] ?? 0,
  });
}

/** About 30 posts a day, on the same weekday of each week. */
export function plantSpike({ day, usual = [] }: Spike, wordIds: readonly number[], seed: number): NewPost[] {
  const draw = new Random(seed);
  const posts: NewPost[] = [];
  const add = (planted: Planted) => posts.push(completePost(planted, wordIds, seed * 10_000 + posts.length, draw));
  add({ postedAt: spikeDay - (weeks * 7 + 1) * dayMs });
  for (let week = weeks; week >= 0; week -= 1) {
    const start = spikeDay - 7 * week * dayMs;
    const ordinary = times(27 + draw.below(7), () => ({}));
    const planted = week === 0 ? day : usual;
    for (const post of [...ordinary, ...planted]) {
      const moved = post.postedAt === undefined ? spikeDay + draw.below(24 * 60) * minuteMs : post.postedAt;
      add({ ...post, postedAt: moved - spikeDay + start });
    }
  }
  return posts;
}

export const ownerNames = new Map([
  ...Array.from({ length: 20 }, (_, index) => [-1000 - index, `Источник ${index}`] as const),
  [-1500, 'Новый источник'] as const,
]);
