// Proves: phrases#check-of-the-query
/** The parts of a search and proposed minus words: on labelled posts, and against plain loops over the exported rows. */

import { readFileSync } from 'node:fs';
import { matchesSearch } from '../../server/backend/rules/search/query-tree.ts';
import { parseSearchQuery } from '../../server/backend/rules/search/search-query.ts';
import type { WorkChange } from '../../server/backend/rules/work.ts';
import type { PostCursor } from '../../server/backend/store/posts-store.ts';
import { type Post, readPost } from '../../shared/api/posts.ts';
import type { Diagnosis } from '../../shared/api/text-preview.ts';
import { minuteMs } from '../../shared/durations.ts';
import { type LabelledPost, labelledSets } from '../support/labelled-sets.ts';
import { newPost, noon } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type FlatViewing, viewing } from '../support/viewing.ts';

const { storeEngine } = globalThis as { storeEngine?: 'postgres' };
let fixture: TestStore;

beforeAll(async () => {
  fixture = await openTestStore(() => noon);
});
afterAll(() => fixture.close());

const viewerOf = (clientId: string) => ({ type: 'client', clientId }) as const;
const accountOf = (clientId: string) => `client:${clientId}`;

const diagnose = (clientId: string, text: string): Promise<Diagnosis> =>
  fixture.store.posts.diagnose(viewerOf(clientId), viewing({ clientId, account: accountOf(clientId), text }));

const count = (clientId: string, filter: Partial<FlatViewing>): Promise<number> =>
  fixture.store.posts.count(
    viewerOf(clientId),
    viewing({ clientId, account: accountOf(clientId), copies: true, ...filter }),
  );

/** All rows of the client's feed, of any state. */
async function exportRows(clientId: string): Promise<Post[]> {
  const rows: Post[] = [];
  let after: PostCursor | null = null;
  do {
    const query = { orderBy: 'post_dt', orderDirection: 'ASC', limit: 100, after } as const;
    const page = await fixture.store.posts.rows(viewerOf(clientId), viewing({ clientId, state: 'any' }), query);
    rows.push(...(JSON.parse(`[${Buffer.from(page.json)}]`) as unknown[]).map(readPost));
    after = page.next;
  } while (after !== null);
  return rows;
}

const storyOf = ({ storyId }: Post): number => storyId ?? 0;

let lastPost = 0;
async function savePosts(wordId: number, texts: readonly string[]): Promise<void> {
  const posts = texts.map((text) => {
    lastPost += 1;
    return newPost({ wordId, ownerId: -lastPost, postId: lastPost, postedAt: noon - lastPost * minuteMs, text });
  });
  await fixture.store.posts.save(posts);
}

async function change(clientId: string, stories: readonly number[], changed: WorkChange): Promise<void> {
  const by = { who: 'anna', onBehalfOf: clientId, address: '', at: noon };
  const request = { stories: stories.map((storyId) => ({ storyId, version: 0 })), change: changed, batchId: null };
  await fixture.store.work.change(clientId, { ...request, taker: 0 }, by);
}

const has = (text: string, search: string): boolean => {
  const query = parseSearchQuery(search);
  return query !== null && matchesSearch(text, query);
};

/** A client with the posts, which has rejected the stories without a wanted post. */
async function addLabelled(query: string, posts: readonly LabelledPost[]): Promise<string> {
  const clientId = await fixture.createClient();
  const wordId = await fixture.createWord(clientId, { text: query });
  await savePosts(
    wordId,
    posts.map(({ text }) => text),
  );
  const wanted = new Set(posts.filter(({ isWanted }) => isWanted).map(({ text }) => text));
  const rows = await exportRows(clientId);
  const kept = new Set(rows.filter(({ text }) => wanted.has(text ?? '')).map(storyOf));
  const rejected = [...new Set(rows.map(storyOf))].filter((story) => !kept.has(story));
  await change(clientId, rejected, { state: 'rejected', reason: 'Другая тема' });
  return clientId;
}

const accept = ({ base, proposals }: Diagnosis): string => [base, ...proposals.map(({ word }) => `-${word}`)].join(' ');

/** How many posts with the label the search loses, and how many there are. */
function lossOf(posts: readonly LabelledPost[], search: string, isWanted: boolean) {
  const labelled = posts.filter((post) => post.isWanted === isWanted);
  return { lost: labelled.filter(({ text }) => !has(text, search)).length, all: labelled.length };
}

type Loss = ReturnType<typeof lossOf>;
const shareOf = ({ lost, all }: Loss): number => lost / all;
const cell = (loss: Loss): string =>
  `${loss.lost} / ${loss.all} (${(100 * shareOf(loss)).toFixed(1).replace(/\.0$/, '')} %)`;

// PostgreSQL's posts are read by the same statements, from a replica: what a client is proposed below is enough there.
if (storeEngine === undefined)
  test('all proposals together remove at least half of the unwanted posts and at most 2 % of the wanted ones', async () => {
    const lines: string[] = [];
    const later: Record<'false' | 'true', Loss> = { false: { lost: 0, all: 0 }, true: { lost: 0, all: 0 } };
    for (const { title, query, learned, later: arrived } of labelledSets) {
      const clientId = await addLabelled(query, learned);
      const diagnosis = await diagnose(clientId, query);
      const search = accept(diagnosis);
      const [gone, lost] = [lossOf(learned, search, false), lossOf(learned, search, true)];
      expect({ title, gone: shareOf(gone) >= 0.5, lost: shareOf(lost) <= 0.02 }).toEqual({
        title,
        gone: true,
        lost: true,
      });
      expect(await count(clientId, { text: search })).toBe(gone.all - gone.lost + lost.all - lost.lost);
      const [goneLater, lostLater] = [lossOf(arrived, search, false), lossOf(arrived, search, true)];
      for (const [label, { lost, all }] of [
        ['false', goneLater],
        ['true', lostLater],
      ] as const) {
        later[label].lost += lost;
        later[label].all += all;
      }
      const words = diagnosis.proposals.map(({ word }) => `−${word}`).join(', ');
      lines.push(
        `| ${title} | \`${query}\` | ${words} | ${[gone, lost, goneLater, lostLater].map(cell).join(' | ')} |`,
      );
    }
    expect(labelledSets).toHaveLength(20);
    expect(shareOf(later.false)).toBeGreaterThanOrEqual(0.5);
    expect(shareOf(later.true)).toBeLessThanOrEqual(0.02);
    const documented = readFileSync('docs/minus-words.md', 'utf8').split('\n');
    expect(documented.filter((line) => /^\| .*`/.test(line))).toEqual(lines);
  }, 120_000);

describe('a client with some posts', () => {
  const texts = [
    'Закрыли станцию метро на ремонт',
    'Закрыли станцию метро на ремонт',
    'Ремонт дороги у вокзала',
    'Авария: трамвай сошёл с рельсов у станции',
    'Хоккей: шайба и победа, ремонт арены',
    'Хоккей в пятницу, ремонт табло',
    'Хоккей для детей, ремонт клюшек',
    'Хоккей на траве, ремонт поля',
    'История СССР и ремонт архива',
    'История CCCP в плакатах',
  ];
  let clientId: string;
  let other: string;
  let rows: Post[];
  const storiesWith = (word: string) => [...new Set(rows.filter(({ text }) => has(text ?? '', word)).map(storyOf))];

  beforeAll(async () => {
    [clientId, other] = [await fixture.createClient(), await fixture.createClient()];
    const wordId = await fixture.createWord(clientId, { text: 'ремонт в городе' });
    await fixture.createWord(other, { text: 'ремонт в городе' });
    await savePosts(wordId, texts);
    const foreign = await fixture.createWord(other, { text: 'хоккей' });
    await savePosts(foreign, ['Хоккей и ремонт коньков', 'Метро и хоккей']);
    rows = await exportRows(clientId);
    const [hidden, ...rejected] = storiesWith('хоккей');
    await change(clientId, rejected, { state: 'rejected', reason: 'Спорт' });
    await change(clientId, [hidden ?? 0], { hidden: true });
    const mute = { account: accountOf(clientId), createdBy: accountOf(clientId), kind: 'owner' } as const;
    const muted = rows.find(({ text }) => text?.startsWith('Авария'));
    await fixture.store.mutes.create({ ...mute, targetId: muted?.ownerId ?? 0 }, noon);
  });

  test.each([
    ['ремонт', ['ремонт'], []],
    ['(ремонт OR метро) станция -авария', ['ремонт', 'метро', 'станция'], ['авария']],
    ['"станцию метро" OR ремонт OR СССР', ['"станцию метро"', 'ремонт', 'СССР'], []],
    ['(ремонт метро) OR (ремонт дороги)', ['ремонт', 'метро', 'дороги'], []],
    ['ремонт -(метро OR хоккей) -архив', ['ремонт'], ['(метро OR хоккей)', 'архив']],
    ['метро OR (ремонт -хоккей)', ['метро', 'ремонт'], ['хоккей']],
    ['пожар', ['пожар'], []],
  ])('%s: each part has the count of the feed', async (search, wanted, excluded) => {
    const { parts } = await diagnose(clientId, search);
    expect(parts.map(({ text }) => text)).toEqual([...wanted, ...excluded.map((text) => `-${text}`)]);
    for (const [index, text] of wanted.entries()) {
      const others = wanted.filter((part) => part !== text);
      const only = others.length === 0 ? text : `${text} -(${others.join(' OR ')})`;
      expect(parts[index]).toEqual({
        text,
        posts: await count(clientId, { text }),
        only: await count(clientId, { text: only }),
      });
    }
    const all = await count(clientId, { text: search });
    for (const [index, text] of excluded.entries()) {
      const without = await count(clientId, { text: search.replace(`-${text}`, '') });
      expect(parts[wanted.length + index]).toEqual({ text: `-${text}`, posts: without - all, only: null });
    }
  });

  test('a word of rejected and hidden stories is proposed with what it removes', async () => {
    const { stories, proposals } = await diagnose(clientId, 'ремонт');
    expect(stories).toEqual({ rejected: 4, others: 3, read: 4 });
    expect(proposals).toEqual([
      {
        word: 'хоккей',
        gain: 4,
        loss: 0,
        gainExamples: expect.arrayContaining(['<mark>Хоккей</mark> в пятницу, ремонт табло']),
        lossExamples: [],
      },
    ]);
    expect(proposals[0]?.gainExamples).toHaveLength(4);
  });

  test('alternatives are put in brackets before a minus is added', async () => {
    const diagnosis = await diagnose(clientId, 'ремонт OR архив');
    expect(accept(diagnosis)).toBe('(ремонт OR архив) -хоккей');
    const left = rows.filter(({ text }) => has(text ?? '', 'ремонт') && !has(text ?? '', 'хоккей'));
    expect(await count(clientId, { text: accept(diagnosis), state: 'any' })).toBe(left.length);
    expect((await diagnose(clientId, 'СССР')).base).toBe('СССР');
  });

  test('what a search asks for, or has excluded, is not proposed', async () => {
    const wordsFor = async (search: string) => (await diagnose(clientId, search)).proposals.map(({ word }) => word);
    expect(await wordsFor('хоккей')).toEqual(['ремонт']);
    expect(await wordsFor('ремонт хоккей')).toEqual([]);
    expect(await wordsFor('ремонт -хоккей')).toEqual([]);
  });

  test('other clients and administrators see neither the work nor the posts of a client', async () => {
    const foreign = await diagnose(other, 'ремонт');
    expect(foreign).toMatchObject({ stories: { rejected: 0, others: 8 }, proposals: [] });
    expect(foreign.parts).toEqual([{ text: 'ремонт', posts: 9, only: 9 }]);
    expect((await diagnose(clientId, 'коньки')).parts).toEqual([{ text: 'коньки', posts: 0, only: 0 }]);
    const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
    const all = await fixture.store.posts.diagnose(admin, viewing({ account: 'admin:1', text: 'ремонт' }));
    expect(all).toMatchObject({ stories: null, proposals: [] });
    const total = await fixture.store.posts.count(admin, viewing({ text: 'ремонт', copies: true }));
    expect(all.parts).toEqual([{ text: 'ремонт', posts: total, only: total }]);
  });

  test('a client without phrases has no posts', async () => {
    expect(await diagnose(await fixture.createClient(), 'ремонт OR метро')).toEqual({
      parts: [
        { text: 'ремонт', posts: 0, only: 0 },
        { text: 'метро', posts: 0, only: 0 },
      ],
      base: '(ремонт OR метро)',
      stories: { rejected: 0, others: 0, read: 0 },
      proposals: [],
    });
  });
});
