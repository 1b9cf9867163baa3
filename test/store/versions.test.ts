// Proves: embedded-backend#calls, pages#anothers-change
/** Changes with the version that their author saw, by two people and in two processes. */
import type { Identity } from '../../server/backend/rules/account.ts';
import { type Answer, type Post, postsOn } from '../support/calls-on-store.ts';
import { addReport } from '../support/report-values.ts';
import { contact, hash, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
let fixture: TestStore;
let clientId: string;
/** Two people, each in another process. */
let anna: Post;
let boris: Post;

const admin = (username: string, adminId: number): Identity => ({ type: 'admin', adminId, username });

async function addOwner(name: string, login: string): Promise<Identity> {
  const { people } = fixture.store;
  const fields = { name, login, role: 'owner', mayExport: true } as const;
  await people.invite(clientId, fields, { hash: hash(login.length), until: now + 1 }, null);
  await people.accept(hash(login.length), 'hash', null);
  const person = await people.findByLogin(login);
  if (!person) throw new Error(`${login} is missing`);
  return person.person;
}

beforeEach(async () => {
  fixture = await openTestStore(() => now);
  const { administrators, clients } = fixture.store;
  await administrators.createFirst('root', 'hash', now);
  ({ clientId } = await clients.create({ name: 'Завод', ...contact }, now));
});
afterEach(() => fixture.close());

/** What two people may change: how it is added, where it is changed, and values of two of its fields. */
type Kind = {
  by: 'admins' | 'owners' | 'one owner';
  path: string;
  add: () => Promise<number | string>;
  first: object;
  second: object;
  /** The name of the version in bodies and lists. */
  version?: 'version';
};

const idOf = (answer: Answer): number => Number(Object.values(answer.body)[0]);
const addView = async (name = 'Город') => idOf(await anna('/vknf/views/create', { Name: name, Query: '' }));
const addPhrase = async () => idOf(await boris('/vknf/words/create', { Text: 'метро' }));

const kinds: Record<string, Kind> = {
  client: {
    by: 'admins',
    path: '/server/clients',
    add: async () => clientId,
    first: { export_access: 'allowed' },
    second: { note: 'Перезвонить' },
    version: 'version',
  },
  person: {
    by: 'owners',
    path: '/vknf/people',
    add: async () => {
      const person = { Name: 'Вера', Login: 'vera', Role: 'owner', MayExport: true };
      return idOf(await anna('/vknf/people/invite', person));
    },
    first: { Role: 'reader', MayExport: false },
    second: { Name: 'Вера Павловна' },
  },
  'saved filter': {
    by: 'one owner',
    path: '/vknf/views',
    add: () => addView(),
    first: { Name: 'Область' },
    second: { Query: '?text=метро' },
  },
  'rule of alerts': {
    by: 'owners',
    path: '/vknf/alerts/rules',
    add: async () => {
      const rule = {
        Condition: 'least',
        Least: 50,
        Period: 'hour',
        Channel: 'atom',
        QuietFrom: '22:00',
        QuietTo: '08:00',
      };
      return idOf(await anna('/vknf/alerts/rules/create', { Name: 'Всплеск', ViewID: await addView(), ...rule }));
    },
    first: { Condition: 'least', Least: 10, Period: 'day' },
    second: { Name: 'Много' },
  },
  report: {
    by: 'owners',
    path: '/vknf/reports',
    async add() {
      await fixture.store.clients.update(clientId, { exportAccess: 'allowed' }, now);
      return addReport(fixture.store, `client:${clientId}`, { viewIds: [await addView()] }, null, now);
    },
    first: { Time: '10:00', Recipients: ['vera@example.ru'] },
    second: { Name: 'Итоги' },
  },
  'work rule': {
    by: 'owners',
    path: '/vknf/work/rules',
    add: async () =>
      idOf(await anna('/vknf/work/rules/create', { Name: 'Спам', ViewID: await addView(), State: 'resolved' })),
    first: { Paused: true },
    second: { Name: 'Не наше', State: 'rejected', Reason: 'Реклама' },
  },
  tag: {
    by: 'owners',
    path: '/vknf/work/tags',
    add: async () => idOf(await anna('/vknf/work/tags/create', { Name: 'Жалоба', Color: 'red' })),
    first: { Color: 'blue' },
    second: { Name: 'Жалобы' },
  },
  'phrase of a client': {
    by: 'owners',
    path: '/vknf/words',
    add: addPhrase,
    first: { Text: 'метро москвы' },
    second: { State: 'freeze', FullSearch: true },
  },
  'phrase of an administrator': {
    by: 'admins',
    path: '/vknf/words',
    add: () => fixture.createWord(clientId),
    first: { Text: 'метро москвы' },
    second: { State: 'freeze', FullSearch: true },
  },
};

async function openSessions(by: Kind['by']) {
  const owners = async () => [await addOwner('Анна', 'anna'), await addOwner('Борис', 'boris')] as const;
  const [first, second] = by === 'admins' ? ([admin('root', 1), admin('other', 1)] as const) : await owners();
  anna = await postsOn(fixture.store, first, () => now);
  boris = await postsOn(await fixture.openAnother(), by === 'one owner' ? first : second, () => now);
}

const changesOf = async () =>
  (await recordsOf(fixture.store)).filter(({ action }) => /(changed|deleted)$/.test(action)).length;

describe.each(Object.keys(kinds))('a %s', (name) => {
  const kind = kinds[name] as Kind;
  const { path, first, second, version = 'Version' } = kind;
  let id: number | string;
  const update = (post: Post, body: object) => post(`${path}/update?id=${id}`, body);

  beforeEach(async () => {
    await openSessions(kind.by);
    id = await kind.add();
  });

  test('that somebody has changed is not changed by the author of an older version, who is told by whom', async () => {
    expect(await update(anna, { ...first, [version]: 1 })).toMatchObject({ status: 200 });
    const refused = await update(boris, { ...second, [version]: 1 });
    const by = kind.by === 'admins' ? 'root' : 'Анна (anna)';
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: `Изменено другим: ${by}, 20.11.2026, 12:00`,
        Conflict: { By: by, At: '2026-11-20T09:00:00.000Z', Now: { ...first, [version]: 2 } },
      },
    });
    expect(await update(boris, { ...second, [version]: 2 })).toMatchObject({ status: 200 });
    const after = (await update(anna, { ...first, ...second, [version]: 1 })) as Answer;
    expect(after.status).toBe(200);
    expect(await changesOf()).toBe(2);
  });

  test('that two people change at once is changed by one of them, and recorded once', async () => {
    const answers = await Promise.all([
      update(anna, { ...first, [version]: 1 }),
      update(boris, { ...second, [version]: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await changesOf()).toBe(1);
  });

  test('keeps the fields that a change without a version does not name', async () => {
    expect(await update(anna, first)).toMatchObject({ status: 200 });
    expect(await update(boris, second)).toMatchObject({ status: 200 });
    expect(await update(boris, { ...second, ...first, [version]: 3 })).toMatchObject({ status: 200 });
    expect(await changesOf()).toBe(2);
  });

  test('that was deleted cannot be changed or deleted again, and no record says so', async () => {
    const remove = (post: Post) => post(`${path}/delete?id=${id}`);
    const answers = await Promise.all([remove(anna), remove(boris), remove(anna), remove(boris)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await update(anna, first)).toMatchObject({ status: 404 });
    expect(await changesOf()).toBe(1);
  });
});

describe('of calls at once that delete or change the same thing', () => {
  const statuses = async (calls: readonly Promise<Answer>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).sort();
  const recorded = async (wanted: string) =>
    (await recordsOf(fixture.store)).filter(({ action }) => action === wanted).length;

  beforeEach(() => openSessions('one owner'));

  test('only one changes a phrase whose text both have seen, and repeating it changes nothing', async () => {
    const id = await addPhrase();
    const change = (post: Post, Text: string) => post(`/vknf/words/update?id=${id}`, { Text, OldText: 'метро' });
    expect(await statuses([change(anna, 'метро москвы'), change(boris, 'метро казани')])).toEqual([200, 409]);
    const text = (await fixture.store.words.listOfClient(clientId))[0]?.text ?? '';
    expect((await change(anna, text)).status).toBe(200);
    expect(await recorded('word-changed')).toBe(1);
  });

  test('one shows a hidden author again', async () => {
    await fixture.store.users.create({ userId: 7, name: 'Автор', domain: null, photoUrl: null });
    const id = idOf(await anna('/vknf/mutes/create', { Kind: 'user', TargetID: 7 }));
    const remove = (post: Post) => post(`/vknf/mutes/delete?id=${id}`);
    expect(await statuses([remove(anna), remove(boris), remove(anna)])).toEqual([200, 404, 404]);
    expect(await recorded('unmuted')).toBe(1);
  });

  test('one pauses a rule of alerts, the others find it paused, and none changes a deleted one', async () => {
    const rule = { Name: 'Всплеск', ViewID: await addView(), Condition: 'every', Channel: 'atom' };
    const id = idOf(await anna('/vknf/alerts/rules/create', rule));
    const pause = (post: Post) => post(`/vknf/alerts/rules/pause?id=${id}`, { Paused: true });
    expect(await statuses([pause(anna), pause(boris), pause(anna)])).toEqual([200, 200, 200]);
    expect(await recorded('rule-changed')).toBe(1);
    await anna(`/vknf/alerts/rules/delete?id=${id}`);
    const late = [pause(boris), boris(`/vknf/alerts/rules/trial?id=${id}`)];
    expect(await statuses(late)).toEqual([404, 404]);
  });

  test('a work rule is not moved, applied or changed once it is deleted', async () => {
    const rule = { ViewID: await addView(), State: 'resolved' };
    const [first, id] = [
      idOf(await anna('/vknf/work/rules/create', { ...rule, Name: 'Первое' })),
      idOf(await anna('/vknf/work/rules/create', { ...rule, Name: 'Второе' })),
    ];
    const call = (post: Post, name: string, body = {}) => post(`/vknf/work/rules/${name}?id=${id}`, body);
    const deleted = call(anna, 'delete');
    const others = [call(boris, 'delete'), call(anna, 'delete')];
    expect(await statuses([deleted, ...others])).toEqual([200, 404, 404]);
    const late = [
      call(anna, 'move', { Direction: 'up' }),
      call(boris, 'apply'),
      call(boris, 'update', { Paused: true }),
    ];
    expect(await statuses(late)).toEqual([404, 404, 404]);
    expect([await recorded('rule-deleted'), await recorded('rule-changed')]).toEqual([1, 0]);
    expect((await fixture.store.workRules.list(clientId)).map(({ ruleId }) => ruleId)).toEqual([first]);
  });

  test('a deleted filter is not pinned, and no rule is added to it', async () => {
    const id = await addView();
    const calls = [
      anna(`/vknf/views/delete?id=${id}`),
      boris('/vknf/alerts/rules/create', { Name: 'Всплеск', ViewID: id, Condition: 'every', Channel: 'atom' }),
      anna('/vknf/work/rules/create', { Name: 'Спам', ViewID: id, State: 'resolved' }),
      boris(`/vknf/views/pin?id=${id}`, { Pinned: true }),
    ];
    for (const { status } of await Promise.all(calls)) expect([200, 201, 404]).toContain(status);
    expect(await statuses([boris(`/vknf/views/pin?id=${id}`, { Pinned: true })])).toEqual([404]);
    expect(await fixture.store.alerts.rules(`client:${clientId}`)).toEqual([]);
  });
});

test('a conflict names to clients their own people, the service and the directory, and no administrator', async () => {
  await openSessions('owners');
  const root = await postsOn(fixture.store, admin('root', 1), () => now);
  const phrase = await addPhrase();
  await root(`/vknf/words/update?id=${phrase}`, { State: 'freeze' });
  const byOf = ({ body }: Answer) => (body.Conflict as { By: string }).By;
  const late = { FullSearch: true, Version: 1 };
  expect(byOf(await anna(`/vknf/words/update?id=${phrase}`, late))).toBe('администратор');
  const rule = { Name: 'Спам', ViewID: await addView(), State: 'resolved' };
  const id = idOf(await anna('/vknf/work/rules/create', rule));
  const [stored] = await fixture.store.workRules.list(clientId);
  const service = { who: 'Служба', onBehalfOf: null, address: '', at: now };
  if (stored) await fixture.store.workRules.pause(stored, 'view-gone', service);
  expect(byOf(await boris(`/vknf/work/rules/update?id=${id}`, { Name: 'Не наше', Version: 1 }))).toBe('Служба');
  expect((await fixture.store.workRules.list(clientId)).map(({ fault }) => fault)).toEqual(['view-gone']);
  await boris(`/vknf/work/rules/update?id=${id}`, { Name: 'Спам', Version: 2 });
  expect((await fixture.store.workRules.list(clientId)).map(({ fault }) => fault)).toEqual([null]);
});

test('changes of many and hand-overs raise the version; pins, moves and sign-ins do not', async () => {
  await openSessions('owners');
  const { store } = fixture;
  const root = await postsOn(store, admin('root', 1), () => now);
  await root('/server/clients/export-access', { ids: [clientId], export_access: 'allowed', batch: '0'.repeat(32) });
  expect(await store.clients.get(clientId, now)).toMatchObject({ version: 2, changedBy: 'root', changedAt: now });
  const phrase = await addPhrase();
  await boris('/vknf/words/bulk', { Action: 'freeze', WordIDs: [phrase], Batch: '0'.repeat(32) });
  expect(await store.words.listOfClient(clientId)).toMatchObject([{ version: 2, changedBy: 'Борис (boris)' }]);
  expect(await store.words.get(phrase)).toMatchObject({ version: 2, state: 'freeze' });

  const viewId = await addView();
  await anna(`/vknf/views/pin?id=${viewId}`, { Pinned: true });
  await anna(`/vknf/views/open?id=${viewId}`);
  const rules = ['Первое', 'Второе'].map((Name) => ({ Name, ViewID: viewId, State: 'resolved' }));
  for (const rule of rules) await anna('/vknf/work/rules/create', rule);
  const [first] = await store.workRules.list(clientId);
  await anna(`/vknf/work/rules/move?id=${first?.ruleId}`, { Direction: 'down' });
  expect((await store.workRules.list(clientId)).map(({ version }) => version)).toEqual([1, 1]);
  const people = await store.people.list(clientId);
  expect(people.map(({ version }) => version)).toEqual([2, 2]);
  const [owner] = await store.views.list(`client:${clientId}/${people[0]?.personId}`);
  expect(owner).toMatchObject({ viewId, version: 1 });
  await boris(`/vknf/people/delete?id=${people[0]?.personId}`);
  expect(await store.views.list(`client:${clientId}`)).toMatchObject([
    { viewId, version: 2, changedBy: 'Борис (boris)' },
  ]);
});
