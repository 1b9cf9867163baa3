// Proves: analytics#work, work#many-at-once, work#notes-and-history
/** Changes of many stories: their records in the journal, the effect of an undo, and what ends them. */

import { pino } from 'pino';
import { startWorkHistory } from '../../server/backend/jobs/work-history.ts';
import { changeStories } from '../../server/backend/resources/work/change-steps.ts';
import type { WorkChange } from '../../server/backend/rules/work.ts';
import { noWork } from '../../server/backend/rules/work.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { createFaultLog } from '../../server/platform/fault-log.ts';
import { dayMs } from '../../shared/durations.ts';
import type { Tone } from '../../shared/rules/work.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { runBatches } from '../support/run-batches.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let opened: TestStore;
let clientId: string;
let wordId: number;
let account: string;
let postId = 0;

const by = (who = 'anna') => ({ who, onBehalfOf: clientId, address: '203.0.113.7', at: now });

beforeEach(async () => {
  opened = await openTestStore(() => now);
  clientId = await opened.createClient();
  account = `client:${clientId}`;
  wordId = await opened.createWord(clientId);
});
afterEach(() => opened.close());

/** Saves posts of different texts. Returns their stories. */
async function arrive(count: number): Promise<number[]> {
  const posts = Array.from({ length: count }, () => {
    postId += 1;
    return newPost({ wordId, postId, userId: postId, text: `Новость ${postId} о дороге`, postedAt: now + postId });
  });
  await opened.store.posts.save(posts);
  const stories = await opened.store.posts.listStories({ type: 'client', clientId }, viewing({ clientId }));
  return stories.toSorted((a, b) => a - b).slice(-count);
}

const workOf = async (story: number) => (await opened.store.work.story(clientId, story))?.work ?? noWork;

/** Changes stories as one batch, whose ID it returns. */
async function change(stories: readonly number[], wanted: WorkChange, who = 'anna'): Promise<number> {
  const versions = await Promise.all(stories.map(workOf));
  const request = {
    stories: stories.map((storyId, index) => ({ storyId, version: versions[index]?.version ?? 0 })),
    change: wanted,
    batchId: null,
    taker: 0,
  };
  now += 1000;
  return (await opened.store.work.change(clientId, request, by(who)))?.batchId ?? 0;
}

const start = (stories: readonly number[], wanted: WorkChange, of = account) =>
  opened.store.work.startBatch(
    clientId,
    { stories, change: wanted, taker: null, ruleId: null, account: of, at: now },
    by(),
  );
const undo = (batchId: number, who = 'anna') => opened.store.work.undoBatch(clientId, batchId, by(who), account);
const batch = (batchId: number) => opened.store.work.batch(clientId, batchId);

/** The records of changes of stories, the oldest first. */
async function records() {
  const all = { limit: 50, offset: 0, who: '', action: null, from: null, to: null };
  const { rows } = await opened.store.journal.page(all);
  const ofWork = rows.filter(({ action }) => action.startsWith('work-'));
  return ofWork
    .reverse()
    .map(({ who, action, object }) => `${who} ${action} ${object.replace(`, клиент ${clientId}`, '')}`);
}

test('a batch is recorded at its end, with the number of stories that it has changed', async () => {
  const { work } = opened.store;
  const stories = await arrive(150);
  const batchId = await start(stories, { tone: 'positive' });
  await work.stepBatch(now);
  expect(await records()).toEqual([]);
  await change(stories.slice(-2), { tone: 'negative' }, 'boris');
  now += 60_000;
  await runBatches(work, now);
  expect(await batch(batchId)).toMatchObject({ state: 'done', changed: 148, skipped: 2 });
  expect((await records()).at(-1)).toBe('anna work-changed Сюжетов 148: тон «Позитив»');
  const all = { limit: 1, offset: 0, who: '', action: null, from: null, to: null };
  expect((await opened.store.journal.page(all)).rows).toMatchObject([{ at: now, address: '203.0.113.7' }]);
});

test('a stop is recorded with its author, and the changes until then with the author of the batch', async () => {
  const { work } = opened.store;
  const batchId = await start(await arrive(150), { tone: 'positive' });
  await work.stepBatch(now);
  expect(await work.stopBatch(clientId, batchId, by('boris'))).toBe(true);
  expect(await work.stopBatch(clientId, batchId, by('boris'))).toBe(false);
  expect(await records()).toEqual([
    'anna work-changed Сюжетов 100: тон «Позитив»',
    'boris work-stopped Сюжетов 100 из 150',
  ]);
});

test('a batch that changes nothing is not recorded, and an undo is recorded with the restored stories', async () => {
  const { work } = opened.store;
  const stories = await arrive(3);
  const first = await start(stories, { tone: 'positive' });
  await runBatches(work, now);
  await start(stories, { tone: 'positive' });
  await runBatches(work, now);
  await change(stories.slice(0, 1), { tone: 'negative' }, 'boris');
  await undo(first);
  expect(await records()).toEqual([
    'anna work-changed Сюжетов 3: тон «Позитив»',
    expect.stringContaining('boris work-changed'),
    'anna work-undone Сюжетов 2',
  ]);
});

test('batches are undone in any order', async () => {
  const [story = 0] = await arrive(1);
  const state = await change([story], { state: 'in-progress' });
  const tone = await change([story], { tone: 'negative', hidden: true });
  await undo(tone);
  await undo(state);
  expect(await workOf(story)).toMatchObject({
    state: 'new',
    assignee: null,
    tone: null,
    hidden: false,
    firstReactionAt: null,
  });
  const again = await change([story], { state: 'in-progress' });
  const later = await change([story], { tone: 'positive' }, 'boris');
  await undo(again);
  expect(await workOf(story)).toMatchObject({ state: 'new', assignee: null, tone: 'positive' });
  await undo(later);
  expect(await workOf(story)).toMatchObject({ state: 'new', tone: null });
  expect(await batch(again)).toMatchObject({ state: 'undone', changed: 1, skipped: 0, skippedBy: [] });
});

test('an undo leaves values that others have set since, names these people, and can be repeated', async () => {
  const { work } = opened.store;
  const added = await work.createTag(clientId, { name: 'Дороги', color: 'red' }, by());
  const tag = 'id' in added ? added.id : 0;
  const [first = 0, second = 0] = await arrive(2);
  const batchId = await change([first, second], { state: 'in-progress', tone: 'negative', addTags: [tag] });
  const other = await change([second], { state: 'resolved' }, 'boris');
  await change([first], { assignee: null }, 'vera');
  await undo(batchId);
  expect(await batch(batchId)).toMatchObject({
    state: 'undone',
    total: 2,
    changed: 1,
    skipped: 1,
    skippedBy: ['boris'],
  });
  expect(await workOf(first)).toMatchObject({ state: 'new', assignee: null, tone: null, tags: [] });
  expect(await workOf(second)).toMatchObject({ state: 'resolved', assignee: null, tone: null, tags: [] });
  await undo(other, 'boris');
  expect(await workOf(second)).toMatchObject({ state: 'in-progress' });
  expect(await undo(batchId)).toBe(true);
  expect(await batch(batchId)).toMatchObject({ state: 'undone', total: 1, changed: 1, skipped: 0, skippedBy: [] });
  expect(await workOf(second)).toMatchObject({ state: 'new' });
  expect(await undo(batchId)).toBe(false);
});

test('the batches of a person who loses access end', async () => {
  const { people } = opened.store;
  const stories = await arrive(150);
  for (const end of ['disable', 'demote', 'delete'] as const) {
    const person = { name: 'Пётр', login: end, role: 'editor', mayExport: false } as const;
    const personId = (await people.invite(clientId, person, { hash: Buffer.from(end), until: now }, by())) ?? 0;
    const running = await start(stories, { tone: 'neutral', addTags: [] }, `client:${clientId}/${personId}`);
    if (end === 'disable') await people.setDisabled(clientId, personId, true, by('owner'));
    if (end === 'demote') await people.update(clientId, personId, { ...person, role: 'reader' }, by('owner'));
    if (end === 'delete') await people.delete(clientId, personId, by('owner'));
    expect([end, await batch(running)]).toMatchObject([end, { state: 'stopped' }]);
  }
  expect(await records()).toEqual(Array(3).fill('owner work-stopped Сюжетов 0 из 150'));
});

test('an undo by a person who loses access ends, and others can undo the rest', async () => {
  const { people, work } = opened.store;
  const batchId = await start(await arrive(150), { tone: 'positive' });
  await runBatches(work, now);
  const person = { name: 'Пётр', login: 'petr', role: 'editor', mayExport: false } as const;
  const personId = (await people.invite(clientId, person, { hash: Buffer.from('p'), until: now }, by())) ?? 0;
  await work.undoBatch(clientId, batchId, by('petr'), `client:${clientId}/${personId}`);
  await work.stepBatch(now);
  await people.setDisabled(clientId, personId, true, by('owner'));
  const left = { state: 'undone', total: 150, done: 150, changed: 100, skipped: 50, skippedBy: [] };
  expect(await batch(batchId)).toMatchObject(left);
  expect((await records()).slice(1)).toEqual(['petr work-undone Сюжетов 100', 'owner work-stopped Сюжетов 100 из 150']);
  expect(await undo(batchId)).toBe(true);
  expect(await batch(batchId)).toMatchObject({ state: 'undone', total: 50, changed: 50, skipped: 0 });
});

test('calls that change many stories go in steps of 100, and calls of a client take turns, even in two processes', async () => {
  const stories = await arrive(250);
  const steps: string[] = [];
  const call = ({ jobs, work }: Store, name: string, tone: Tone, count: number) => {
    const logged: Store['work']['change'] = async (client, request, author) => {
      steps.push(`${name} ${request.stories.length}`);
      return work.change(client, request, author);
    };
    const request = {
      stories: stories.slice(0, count).map((storyId) => ({ storyId, version: null })),
      change: { tone },
      batchId: null,
      taker: 0,
    };
    return changeStories({ jobs, work: { ...work, change: logged } }, clientId, request, by(name));
  };
  const [first, second, small] = await Promise.all([
    call(opened.store, 'a', 'positive', 250),
    call(await opened.openAnother(), 'b', 'negative', 101),
    call(opened.store, 'c', 'neutral', 1),
  ]);
  expect([first, second, small].map((reply) => reply?.results.length)).toEqual([250, 101, 1]);
  const many = steps.filter((step) => !step.startsWith('c')).join(', ');
  expect(['a 100, a 100, a 50, b 100, b 1', 'b 100, b 1, a 100, a 100, a 50']).toContain(many);
  expect(steps.indexOf('c 1')).toBeLessThan(3);
  expect(new Set([first?.batchId, second?.batchId]).size).toBe(2);
});

test('a story has notes up to the limit, 50 a page', async () => {
  const { work } = opened.store;
  const [story = 0] = await arrive(1);
  const add = (text: string) => work.createNote(clientId, { storyId: story, text, person: 0 }, by(), 51);
  for (let note = 1; note <= 51; note += 1) expect(await add(`Заметка ${note}`)).toMatchObject({ outcome: 'saved' });
  expect(await add('Ещё')).toEqual({ outcome: 'too-many' });
  const first = await work.story(clientId, story);
  expect([first?.notesTotal, first?.notes.length, first?.notes[0]?.text]).toEqual([51, 50, 'Заметка 51']);
  const last = await work.story(clientId, story, { limit: 50, offset: 50 });
  expect([last?.notesTotal, last?.notes.map(({ text }) => text)]).toEqual([51, ['Заметка 1']]);
});

test('old changes are deleted, except the newest of each field and tag, so that rules still read what people set', async () => {
  const { work, workRules } = opened.store;
  const added = await work.createTag(clientId, { name: 'Дороги', color: 'red' }, by());
  const tag = 'id' in added ? added.id : 0;
  const [story = 0, recent = 0] = await arrive(2);
  await change([story], { addTags: [tag] });
  await change([story], { removeTags: [tag] });
  await change([story], { tone: 'negative' });
  await change([story], { state: 'in-progress' });
  await change([story], { tone: 'positive' });
  await change([recent], { tone: 'positive' });
  now += 100 * dayMs;
  await change([story], { tone: 'neutral' });
  await change([recent], { tone: 'negative' });
  const history = async (of: number) =>
    (await work.story(clientId, of))?.history.map(({ after }) =>
      Object.keys(after).filter((name) => name !== 'firstReactionAt'),
    );
  const logger = pino({ level: 'silent' });
  const faults = createFaultLog({ faultOf: opened.store.faultOf, logger });
  const job = startWorkHistory({
    store: opened.store,
    logger,
    faults,
    now: () => now,
    pause: () => new Promise(setImmediate),
    days: 30,
    timeZone: 'UTC',
  });
  await expectSoon(() => history(story).then((left) => left?.length)).toBe(3);
  await expectSoon(() => history(recent).then((left) => left?.length)).toBe(1);
  await job.close();
  expect([await history(story), await history(recent)]).toEqual([
    [['tone'], ['state', 'assignee'], ['tags']],
    [['tone']],
  ]);
  const rule = { addTags: [tag], state: 'resolved', hidden: true } as const;
  expect(await workRules.countUntouched(clientId, [story], rule)).toEqual({ tag: 0, person: 0, state: 0, hidden: 1 });
});

test('the first reaction is dated from the first row of the client’s phrases, since it has them', async () => {
  const { posts, wordClients, work } = opened.store;
  const other = await opened.createClient();
  const foreign = await opened.createWord(other);
  const copy = (of: number, id: number) =>
    newPost({
      wordId: of,
      postId: id,
      ownerId: -id,
      userId: id,
      text: 'Дамбу закроют на ремонт весной',
      postedAt: now,
    });
  const startedAt = now;
  const scope = viewing({ clientId });
  const viewer = { type: 'client', clientId } as const;
  const reaction = async () => (await posts.measureWork(viewer, scope)).reaction;
  await posts.save([copy(foreign, 9001)]);
  now = startedAt + 600 * 60_000;
  await posts.save([copy(wordId, 9002)]);
  const [story = 0] = await posts.listStories(viewer, scope);
  now += 10 * 60_000;
  await work.change(
    clientId,
    { stories: [{ storyId: story, version: 0 }], change: { state: 'resolved' }, batchId: null, taker: 0 },
    by(),
  );
  expect(await reaction()).toEqual({ stories: 1, median: 10 * 60_000 });
  const { id } = (await wordClients.forWord(wordId))[0] ?? { id: 0 };
  await wordClients.delete(id);
  now = startedAt + 605 * 60_000;
  await wordClients.create(foreign, clientId, by());
  expect(await reaction()).toEqual({ stories: 1, median: 5 * 60_000 });
});
