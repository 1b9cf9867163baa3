/** The data of an account about the feed: mutes, saved views, visits and marks. */
import { minute, start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { by, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
let clientId: string;
let account: string;
let wordId: number;
beforeEach(async () => {
  fixture = await openTestStore();
  clientId = await fixture.createClient();
  account = `client:${clientId}`;
  wordId = await fixture.createWord(clientId, { text: 'метро' });
});
afterEach(() => fixture.close());

/** Saves a post as a separate story; returns the newest story. */
async function savePost(postId: number, fields: { wordId?: number } = {}): Promise<number> {
  await fixture.store.posts.save([newPost({ wordId, postId, text: `станция номер ${postId}`, ...fields })]);
  return fixture.store.alerts.newestArrival();
}
const actions = async () => (await recordsOf(fixture.store)).map(({ action }) => action);

describe('mutes', () => {
  const mute = (targetId: number, kind: 'owner' | 'user' = 'owner', createdBy = account) =>
    fixture.store.mutes.create({ account, kind, targetId, createdBy }, start, by);

  test('need a target that is stored or has a post of the account', async () => {
    await savePost(1);
    const foreign = await fixture.createWord(await fixture.createClient(), { text: 'выборы' });
    await fixture.store.posts.save([newPost({ wordId: foreign, postId: 2, ownerId: -2, userId: 2 })]);
    await fixture.store.users.create({ userId: 5, name: 'Анна', domain: null, photoUrl: null });
    expect((await mute(-1)).outcome).toBe('created');
    expect((await mute(5, 'user')).outcome).toBe('created');
    expect([await mute(-2), await mute(2, 'user')]).toEqual([
      { outcome: 'unknown-target' },
      { outcome: 'unknown-target' },
    ]);
  });

  test('exist once, are listed newest first with the name of their target, and are removed', async () => {
    const { mutes, owners, users } = fixture.store;
    await owners.save([{ ownerId: 5, ownerType: 'user', name: 'Анна П.', domain: null, photoUrl: null }]);
    await users.create({ userId: 6, name: 'Олег', domain: null, photoUrl: null });
    const first = await mute(5);
    expect(await mute(5)).toEqual(first);
    await mute(6, 'user');
    const row = { account, clientId: null, createdAt: start };
    expect(await mutes.list(account)).toMatchObject([
      { ...row, kind: 'user', targetId: 6, name: 'Олег' },
      { ...row, kind: 'owner', targetId: 5, name: 'Анна П.' },
    ]);
    await mutes.delete('muteId' in first ? first.muteId : 0, by);
    expect(await mutes.list(account)).toHaveLength(1);
    expect(await actions()).toEqual(['muted', 'muted', 'unmuted']);
  });

  test('that an administrator makes for a client are in the lists of both', async () => {
    await savePost(1);
    await mute(-1);
    await mute(-1, 'owner', 'admin:1');
    const { mutes } = fixture.store;
    expect(await mutes.list('admin:2')).toMatchObject([{ targetId: -1, clientId }]);
    expect(await mutes.list(account)).toMatchObject([{ targetId: -1, clientId }]);
    await mute(-1);
    expect(await mutes.list('admin:1')).toHaveLength(1);
  });
});

describe('saved views', () => {
  const save = (name: string, sharedWith: string | null = null, owner = account) =>
    fixture.store.views.create({ account: owner, clientId: sharedWith, name, query: `?text=${name}` }, start, by);

  test('are listed by their folded names, with the views shared with the client', async () => {
    for (const name of ['Ёж', 'жук', 'go']) await save(name);
    await save('общий', clientId, 'admin:1');
    await save('чужой', null, 'admin:1');
    const names = async (owner: string) => (await fixture.store.views.list(owner)).map(({ name }) => name);
    expect(await names(account)).toEqual(['go', 'Ёж', 'жук', 'общий']);
    expect(await names('admin:1')).toEqual(['общий', 'чужой']);
  });

  test('of an account have different names, ignoring case and ё', async () => {
    await save('Ёж');
    expect([await save('еж'), await save('еж', null, 'admin:1')]).toMatchObject([
      { outcome: 'duplicate' },
      { outcome: 'saved' },
    ]);
    await save('жук');
    const [hedgehog, beetle] = await fixture.store.views.list(account);
    if (!hedgehog || !beetle) throw new Error();
    expect(await fixture.store.views.update(beetle, { name: 'ЁЖ' }, by)).toEqual({ outcome: 'duplicate' });
    expect(await fixture.store.views.update(hedgehog, { name: 'ЕЖ' }, by)).toEqual({
      outcome: 'saved',
      id: hedgehog.viewId,
    });
    expect(await fixture.store.views.list(account)).toMatchObject([{ name: 'ЕЖ' }, { name: 'жук' }]);
  });

  test('have the newest story when the account last opened them', async () => {
    const { views } = fixture.store;
    const first = await savePost(1);
    await save('общий', clientId, 'admin:1');
    const second = await savePost(2);
    const [view] = await views.list(account);
    expect(view).toMatchObject({ account: 'admin:1', clientId, query: '?text=общий', seenStory: first });
    await views.open(view?.viewId ?? 0, account);
    expect([await views.list(account), await views.list('admin:1')]).toMatchObject([
      [{ seenStory: second }],
      [{ seenStory: first }],
    ]);
  });

  test('are deleted with their rules', async () => {
    await save('Ёж');
    const [view] = await fixture.store.views.list(account);
    if (!view) throw new Error();
    await fixture.store.views.delete(view, by);
    expect(await fixture.store.views.list(account)).toEqual([]);
    expect(await actions()).toEqual(['view-saved', 'view-deleted']);
  });
});

test('a visit begins after 30 minutes without a request, and `since` is the newest arrival before it', async () => {
  const { visits } = fixture.store;
  const first = await savePost(1);
  expect(await visits.since(account)).toBe(first);
  await visits.touch(account, start);
  const second = await savePost(2);
  await visits.touch(account, start + 30_000);
  expect(await visits.since(account)).toBe(first);
  await visits.touch(account, start + 2 * minute);
  await savePost(3);
  await visits.touch(account, start + 32 * minute);
  expect(await visits.since(account)).toBe(second);
  await visits.begin(account, start + 33 * minute);
  expect(await visits.since(account)).toBe(second + 1);
});

test('marks are set and removed for stories that the viewer may see, and changed stories are returned', async () => {
  const { marks } = fixture.store;
  const foreign = await fixture.createWord(await fixture.createClient(), { text: 'выборы' });
  const [one, two] = [await savePost(1), await savePost(2)];
  const three = await savePost(3, { wordId: foreign });
  const client = { type: 'client', clientId } as const;
  const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
  const mark = async (viewer: typeof client | typeof admin, ids: number[], read: boolean) =>
    (await marks.mark(viewer, ids, read)).toSorted((a, b) => a - b);
  expect(await mark(client, [one, three, 99], true)).toEqual([one]);
  expect(await mark(client, [one, two, two], true)).toEqual([two]);
  expect(await mark(admin, [one, three], true)).toEqual([one, three]);
  expect(await mark(client, [one], false)).toEqual([one]);
  expect(await mark(client, [one], false)).toEqual([]);
  await fixture.store.words.markDeleted(wordId, start);
  expect(await mark(admin, [two], true)).toEqual([]);
});
