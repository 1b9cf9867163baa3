/** A console with two clients and a feed of known posts. */
import path from 'node:path';
import { importPosts } from '../../server/backend/import/import-posts.ts';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { storeClient, storeWords } from './seed-words.ts';
import type { Account } from './sign-in.ts';

export const photoHost = 'https://photos.example/';
const password = 'client-password-1';

/** Posts of «метро»: number 1 is from 1 January 2026, number 45 from 14 February. */
export const metroCount = 45;

const moscow = { CityID: 1, City: 'Москва', Country: 'Россия' };
const samara = { CityID: 2, City: 'Самара', Country: 'Россия' };
const news = { OwnerID: -101, OwnerType: 'group', OwnerName: 'Новости города', Domain: 'citynews' };
const ivan = { OwnerID: 202, OwnerType: 'user', OwnerName: 'Иван Петров', Domain: 'не домен' };

type Line = Record<string, unknown>;

/** Number 1 and every third after it are by Ivan, from Samara. */
export function metroPost(number: number): Line {
  const PostDt = new Date(Date.UTC(2026, 0, number, 9)).toISOString();
  const origin = number % 3 === 1 ? { ...ivan, ...samara } : { ...news, ...moscow };
  return {
    ...origin,
    PostID: number,
    UserID: 1000 + number,
    Word: 'метро',
    PostDt,
    Text: `Открыли метро, новость ${number}`,
  };
}

export const longText = `${'а'.repeat(290)} выборы ${'б'.repeat(200)}`;
export const hostileText = '<img src=x onerror="alert(1)"> выборы <mark>и</mark> ремонт';

/** All are from December 2025, each with a special case. */
const oddPosts: Line[] = [
  {
    ...news,
    PostID: 901,
    UserID: 7,
    PostDt: '2025-12-01T21:30:00Z',
    Text: longText,
    PhotoURL: `${photoHost}post.svg`,
    FoundByVK: true,
  },
  { ...ivan, PostID: 902, UserID: 7, PostDt: '2025-12-02T09:00:00Z', Text: null },
  {
    ...ivan,
    PostID: 903,
    UserID: 7,
    PostDt: '2025-12-03T09:00:00Z',
    Text: hostileText,
    PhotoURL: 'javascript:alert(1)',
  },
].map((post) => ({ ...post, Word: 'выборы' }));

const foreignPost: Line = {
  ...news,
  PostID: 990,
  Word: 'погода',
  PostDt: '2025-11-01T09:00:00Z',
  Text: 'Погода в Рязани',
  CityID: 3,
  City: 'Рязань',
};

/** Adds posts while the console runs, as a collector would. */
export async function collectPosts(dataDir: string, posts: readonly Line[]): Promise<void> {
  const store = openStore(path.join(dataDir, databaseFileName));
  try {
    const onBadLine = (line: number, reason: string) => {
      throw new Error(`Post ${line}: ${reason}`);
    };
    await importPosts(
      store,
      posts.map((post) => JSON.stringify(post)),
      { onBadLine },
    );
  } finally {
    await store.close();
  }
}

export type Feed = { client: Account; wordIds: Record<'метро' | 'выборы' | 'погода', number> };

/** Stores a client with a password who tracks the words, and another who tracks «погода». */
export async function seedClients(
  dataDir: string,
  clientName: string,
  words: readonly string[],
): Promise<{ client: Account; wordIds: number[] }> {
  const name = await storeClient(dataDir, clientName, password);
  const other = await storeClient(dataDir, 'Метеослужба', password);
  const wordIds = [...(await storeWords(dataDir, name, words)), ...(await storeWords(dataDir, other, ['погода']))];
  return { client: { type: 'client', name, password }, wordIds };
}

/** The client tracks «метро» and «выборы», another client tracks «погода». */
export async function seedFeed(dataDir: string): Promise<Feed> {
  const { client, wordIds } = await seedClients(dataDir, 'Городские новости', ['метро', 'выборы']);
  const metroPosts = Array.from({ length: metroCount }, (_, index) => metroPost(index + 1));
  await collectPosts(dataDir, [...metroPosts, ...oddPosts, foreignPost]);
  const [metro = 0, elections = 0, weather = 0] = wordIds;
  return { client, wordIds: { метро: metro, выборы: elections, погода: weather } };
}
