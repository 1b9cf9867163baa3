/** Comments below the posts of the communities that the first client follows. Times are milliseconds. */
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import type { DemoPhrase } from './phrases.ts';
import type { DemoPost } from './posts.ts';
import { createRandom, hashText } from './random.ts';
import { sources } from './sources.ts';

export const followedSources = sources.filter(({ ownerId }) => ownerId < 0).slice(0, 8);
const followed = new Set(followedSources.map(({ ownerId }) => ownerId));

/** `phrase`: what it is about; null for others. `thread`: of the top comment to which it replies. */
type DemoComment = {
  id: number;
  userId: number;
  at: number;
  phrase: DemoPhrase | null;
  text: string;
  likes: number;
  thread: { topId: number; topUserId: number } | null;
};

type OfPhrase = (phrase: DemoPhrase) => string;
const ofPhrase: readonly [OfPhrase, ...OfPhrase[]] = [
  ({ text }) => `${text} — это уже третий раз за год, сколько можно.`,
  ({ about }) => `Писали ${about} во все инстанции, ответа нет.`,
  ({ of }) => `После ${of} у нас во дворе стало только хуже.`,
  ({ about }) => `А кто-нибудь спросил жителей ${about}?`,
];
const others = [
  'Спасибо за новость!',
  'А у нас всё наоборот, хоть кто-нибудь приехал бы.',
  'Куда звонить? Телефон диспетчера не отвечает.',
  'Ждём фото.',
  'Проходил сегодня мимо, всё так и есть.',
] as const;
const replies = [
  'Согласна, у нас то же самое.',
  'Позвоните на горячую линию, нам помогли за день.',
  'Не преувеличивайте, уже делают.',
] as const;

/** Numbers of comments are those of their posts, multiplied by this. */
const perPost = 100;
const mostComments = 9;

/** In the order of their times; two may reply to the first comment. Other sources have none. */
export function composeComments({ source, postId, postedAt, phrases }: DemoPost): DemoComment[] {
  if (!followed.has(source.ownerId)) return [];
  const random = createRandom(hashText(`comments ${source.ownerId} ${postId}`));
  const comments: DemoComment[] = [];
  let at = postedAt;
  for (let left = random.int(mostComments); left > 0; left -= 1) {
    at += (2 + random.int(20)) * minuteMs + (comments.length > 3 ? hourMs : 0);
    const [top] = comments;
    const thread = top && comments.length < 3 ? { topId: top.id, topUserId: top.userId } : null;
    const phrase = (random.chance(thread ? 0.2 : 0.4) && phrases[0]) || null;
    comments.push({
      id: postId * perPost + comments.length + 1,
      userId: 2_000_000 + random.int(5000),
      at,
      phrase,
      text: phrase ? random.pick(ofPhrase)(phrase) : random.pick(thread ? replies : others),
      likes: random.int(12),
      thread,
    });
  }
  return comments;
}
