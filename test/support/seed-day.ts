/** A client's feed of the last days with copies and a spammer, and posts that arrive later. */
import { collectPosts, seedClients } from './seed-feed.ts';
import type { Account } from './sign-in.ts';

const hour = 3_600_000;

/** The author whom the test of the working day mutes. */
export const spammer = 666;

const owners = [
  { OwnerID: -101, OwnerName: 'Новости города' },
  { OwnerID: -102, OwnerName: 'Городской транспорт' },
  { OwnerID: -103, OwnerName: 'Жители района' },
];

type DayPost = { number: number; text: string; hoursAgo: number; userId?: number; words?: readonly string[] };

/** An import line for each phrase of the post. */
const linesOf = ({ number, text, hoursAgo, userId = 1000 + number, words = ['метро'] }: DayPost) =>
  words.map((Word) => ({
    ...owners[number % owners.length],
    PostID: number,
    UserID: userId,
    Word,
    PostDt: new Date(Date.now() - hoursAgo * hour).toISOString(),
    Text: text,
  }));

export const addPosts = (dataDir: string, posts: readonly DayPost[]) => collectPosts(dataDir, posts.flatMap(linesOf));

/** Every sixth post matches two phrases, every seventh is spam, and every ninth repeats one text. */
function earlierPost(number: number): DayPost {
  const hoursAgo = 10 + number * 9;
  if (number % 7 === 3) return { number, hoursAgo, userId: spammer, text: `Скидки у метро, предложение ${number}` };
  if (number % 9 === 4) return { number, hoursAgo, text: 'Станция метро закрыта' };
  if (number % 6 === 0)
    return { number, hoursAgo, text: `Закрыта на ремонт станция метро ${number}`, words: ['метро', 'ремонт'] };
  return { number, hoursAgo, text: `Новости метро, выпуск ${number}` };
}

const earlierCount = 60;

/** The client tracks «метро» and «ремонт», another client tracks «погода». */
export async function seedDay(dataDir: string): Promise<Account> {
  const { client } = await seedClients(dataDir, 'Пресс-служба метро', ['метро', 'ремонт']);
  const earlier = Array.from({ length: earlierCount }, (_, index) => earlierPost(index + 1));
  await addPosts(dataDir, [...earlier, { number: 900, hoursAgo: 5, text: 'Погода в городе', words: ['погода'] }]);
  return client;
}
