// Proves: summary#standouts, summary#figures
/** What stands out in a period: on planted spikes, and against plain loops over the exported rows. */

import { summarise } from '../../server/backend/domain/summary.ts';
import { tokenise } from '../../server/backend/rules/search/tokenise.ts';
import type { ImportedPost } from '../../server/backend/store/posts.ts';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import type { Explanation } from '../../shared/api/explanation.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { exportRows } from '../support/export-rows.ts';
import { explainPlainly } from '../support/plain-explanation.ts';
import { summarisePlainly } from '../support/plain-summary.ts';
import { ownerNames, plantSpike, spikeDay, spikes, spikeZone } from '../support/planted-spikes.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

const period = { from: spikeDay, to: spikeDay + dayMs };
const now = spikeDay + 1.5 * dayMs;

const { storeEngine } = globalThis as { storeEngine?: 'postgres' };
/** A few on PostgreSQL, whose posts are read by the same statements, from a replica. */
const planted = [...spikes.entries()].filter(([index]) => storeEngine === undefined || index % 10 < 2);

let fixture: TestStore;
let clientIds: string[] = [];
const viewsOf = new Map<string, number>();

/** Every third post has views. */
function withViews(post: NewPost): ImportedPost {
  const { ownerId, postId, postedAt } = post;
  if (postId % 3 > 0) return post;
  const views = (postId * 37) % 1000;
  viewsOf.set(`${ownerId} ${postId}`, views);
  const measure = { at: postedAt + hourMs, views, likes: null, reposts: null, comments: null };
  return { ...post, life: { measures: [measure], changedAt: null, deletedAt: null } };
}

async function addSpike(index: number): Promise<string> {
  const clientId = await fixture.createClient();
  const wordIds: number[] = [];
  for (const phrase of [0, 1, 2, 3]) {
    wordIds.push(await fixture.createWord(clientId, { text: `фраза ${phrase} набора ${index}` }));
  }
  const [spike] = spikes.slice(index);
  if (spike) await fixture.store.posts.save(plantSpike(spike, wordIds, index + 1).map(withViews));
  return clientId;
}

beforeAll(async () => {
  fixture = await openTestStore(() => now);
  const { store } = fixture;
  await store.posts.setTimeZone(spikeZone);
  const cities = Array.from({ length: 9 }, (_, index) => ({
    cityId: index + 1,
    name: `Город ${index + 1}`,
    country: '',
  }));
  await store.cities.save(cities);
  const unknown = { ownerType: 'group', domain: '', photoUrl: null };
  await store.owners.save([...ownerNames].map(([ownerId, name]) => ({ ownerId, name, ...unknown })));
  clientIds = [];
  for (const [index] of planted) clientIds.push(await addSpike(index));
}, 120_000);
afterAll(() => fixture.close());

const viewerOf = (clientId: string) => ({ type: 'client', clientId }) as const;
const explain = (clientId: string, more = {}): Promise<Explanation> =>
  fixture.store.posts.explanation(viewerOf(clientId), viewing({ clientId, ...period, ...more }), now);

test('the cause of a planted spike is among the first three lines, and noise is called noise', async () => {
  const missed: string[] = [];
  for (const [place, [, { title, causes }]] of planted.entries()) {
    const { usual, items } = await explain(clientIds[place] ?? '');
    expect(usual).not.toBeNull();
    if (causes === null) expect(items).toEqual([]);
    const first = items.slice(0, 3).map(({ kind, name }) => `${kind} ${name.replace(/ набора \d+$/, '')}`);
    if (causes && !causes.some(([kind, name]) => first.includes(`${kind} ${name}`))) missed.push(title);
  }
  expect(missed).toEqual(['two new words']);
  expect(spikes).toHaveLength(30);
});

const stemOf = (word: string): string => tokenise(word)[0]?.stem ?? '';

/** The lines that an explanation has, among all that stand out. */
function compare({ total, usual, items }: Explanation, plain: ReturnType<typeof explainPlainly>): void {
  const words = items.filter(({ kind }) => kind === 'word');
  const others = items.filter(({ kind }) => kind !== 'word');
  const best = plain.items.toSorted((a, b) => b.share - a.share).slice(0, words.length > 0 ? 4 : 6);
  expect({ total, usual }).toEqual({ total: plain.total, usual: plain.usual });
  expect(others.map(({ kind, id, total, share, fast }) => ({ kind, id, total, share, fast }))).toEqual(
    others.map(({ kind, id }) => plain.items.find((line) => line.kind === kind && line.id === id)),
  );
  expect(others.map(({ share }) => share)).toEqual(best.map(({ share }) => share));
  expect(words.map(({ name, total, share }) => ({ stem: stemOf(name), total, share }))).toEqual(
    words.map(({ name }) => plain.words.find(({ stem }) => stem === stemOf(name))),
  );
  expect(words).toHaveLength(Math.min(plain.words.length, 3, 6 - others.length));
}

test('plain loops over the exported rows find the same figures', async () => {
  for (const clientId of clientIds)
    compare(await explain(clientId), explainPlainly(await exportRows(fixture.store, viewerOf(clientId)), period));
  const [clientId = ''] = clientIds;
  for (const filter of [{ city: 1 }, { text: 'вокзал OR трубы' }]) {
    compare(
      await explain(clientId, filter),
      explainPlainly(await exportRows(fixture.store, viewerOf(clientId), filter), period),
    );
  }
});

test('a word is a search of the feed that finds as many rows', async () => {
  const clientId = clientIds[planted.findIndex(([, { title }]) => title === 'a new word in several forms')] ?? '';
  const word = (await explain(clientId)).items.find(({ kind }) => kind === 'word');
  expect(word).toMatchObject({ name: 'забастовка', text: 'забастовка', total: 30 });
  const among = viewing({ clientId, ...period, text: word?.text ?? null });
  expect(await fixture.store.posts.count(viewerOf(clientId), among)).toBe(30);
  const filtered = await explain(clientId, { text: 'забастовка OR вокзал' });
  expect(
    filtered.items.flatMap(({ text }) => text ?? []).every((text) => text.startsWith('(забастовка OR вокзал) ')),
  ).toBe(true);
});

test('with fewer than three earlier weeks nothing is usual, and a period in progress is compared up to now', async () => {
  const [clientId = ''] = clientIds;
  const early = { from: spikeDay - 21 * dayMs, to: spikeDay - 20 * dayMs };
  expect(await explain(clientId, early)).toMatchObject({ usual: null, items: [] });
  const noon = spikeDay + dayMs / 2;
  const [half, whole] = await Promise.all([
    fixture.store.posts.explanation(viewerOf(clientId), viewing({ clientId, ...period }), noon),
    explain(clientId),
  ]);
  expect(half.total).toBe(whole.total);
  expect(half.usual).toBeLessThan(whole.usual ?? 0);
});

test('plain loops over the exported rows find the same figures of «Сводка»', async () => {
  const stores = { store: fixture.store, config: { CONSOLE_TIME_ZONE: spikeZone, COLLECTION_DAILY_CALLS: 100 } };
  for (const clientId of clientIds) {
    const chosen = { period, query: null, sourcesMax: 10 };
    const found = await summarise(stores, viewerOf(clientId), chosen, now);
    const { main, newSources, newSourcesTotal, views, ...figures } = summarisePlainly(
      await exportRows(fixture.store, viewerOf(clientId)),
      period,
      viewsOf,
    );
    expect(found.explanation).toMatchObject(figures);
    expect(found.views).toEqual(views);
    expect(found.stories.map(({ quote: _, work: __, ...story }) => story)).toEqual(main);
    expect(found.newSources.map(({ ownerId, rows }) => ({ ownerId, rows }))).toEqual(newSources);
    expect(found.newSourcesTotal).toBe(newSourcesTotal);
    expect(found.work).toEqual({ fresh: figures.stories, inProgress: 0, overdue: 0, returned: 0 });
  }
});
