/** Sessions, their tokens, and impersonations. */
import type { AdminIdentity, ClientIdentity } from '../../server/backend/rules/account.ts';
import { hour, minute, start } from '../support/collection-store.ts';
import { by, grant, hash, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const end = start + 8 * hour;
let fixture: TestStore;
let admin: AdminIdentity;
let client: ClientIdentity;
beforeEach(async () => {
  fixture = await openTestStore();
  const { id: adminId, username } = await fixture.store.administrators.create('admin', 'hash', start);
  admin = { type: 'admin', adminId, username };
  client = { type: 'client', clientId: await fixture.createClient() };
});
afterEach(() => fixture.close());

const open = (owner: AdminIdentity | ClientIdentity, byte: number) =>
  fixture.store.sessions.create(owner, end, grant(byte, start + hour), start, by);
const find = (byte: number, now = start) => fixture.store.sessions.findByAccess(hash(byte), now);

describe('a session', () => {
  test('is found by its access token until the token expires, and never by the refresh token', async () => {
    const id = await open(admin, 1);
    expect(await find(1)).toEqual({ id, owner: admin, viewer: admin, impersonation: null });
    expect([await find(2), await find(3), await find(1, start + hour)]).toEqual([null, null, null]);
    await open(client, 11);
    expect(await find(11)).toMatchObject({ owner: client, viewer: client });
    expect((await recordsOf(fixture.store)).map(({ action }) => action)).toEqual(['sign-in', 'sign-in']);
  });

  test('has tokens that expire with it at the latest', async () => {
    await fixture.store.sessions.create(admin, start + minute, grant(1, start + hour), start);
    expect(await find(1, start + minute - 1)).not.toBeNull();
    expect(await find(1, start + minute)).toBeNull();
  });

  test('rotates: the used refresh token is accepted for the grace time, the new ones work', async () => {
    const { sessions } = fixture.store;
    const id = await open(admin, 1);
    const refresh = (byte: number, now: number) => sessions.findByRefresh(hash(byte), minute, now);
    expect(await refresh(2, start)).toMatchObject({ state: 'current', session: { id } });
    await sessions.rotate(id, hash(2), grant(3, start + 2 * hour), start);
    expect(await refresh(2, start + minute - 1)).toMatchObject({ state: 'current' });
    expect(await refresh(2, start + minute)).toMatchObject({ state: 'reused' });
    expect(await refresh(4, start + hour)).toMatchObject({ state: 'current' });
    expect(await refresh(3, start)).toBeNull();
    expect(await find(3, start + hour)).toMatchObject({ id });
  });

  test('ends once, with its tokens', async () => {
    const { sessions } = fixture.store;
    const id = await open(admin, 1);
    expect(await sessions.end(id, start, by, 'Выход')).toBeNull();
    expect(await sessions.end(id, start, by)).toBeNull();
    expect(await find(1)).toBeNull();
    expect((await recordsOf(fixture.store)).at(-1)).toEqual({ action: 'sign-out', object: 'Выход' });
  });

  test('of a user ends with the user’s others, except one', async () => {
    const kept = await open(client, 1);
    await open(client, 11);
    await open(admin, 21);
    await fixture.store.access.revoke(client, { keeps: kept, parts: [], by });
    expect([await find(1), await find(11), await find(21)]).toMatchObject([{ id: kept }, null, { owner: admin }]);
    await fixture.store.access.revoke(admin, { keeps: null, parts: [], by });
    expect(await find(21)).toBeNull();
  });
});

describe('an impersonation', () => {
  const begin = (sessionId: number, byte: number) =>
    fixture.store.sessions.impersonate(
      sessionId,
      admin,
      { clientId: client.clientId, expiresAt: start + 15 * minute, reason: 'Проверка', readOnly: true },
      grant(byte, start + hour),
      start,
      by,
    );
  const ended = (ending: string) => ({ adminId: admin.adminId, username: 'admin', clientId: client.clientId, ending });

  test('switches the viewer and the tokens, once, and back', async () => {
    const { sessions } = fixture.store;
    const id = await open(admin, 1);
    expect(await begin(id, 11)).toBe(true);
    expect(await begin(id, 21)).toBe(false);
    expect([await find(1), await find(21)]).toEqual([null, null]);
    const impersonation = {
      clientId: client.clientId,
      startedAt: start,
      expiresAt: start + 15 * minute,
      readOnly: true,
    };
    expect(await find(11)).toEqual({
      id,
      owner: admin,
      viewer: client,
      impersonation: { ...impersonation, over: false },
    });
    expect(await find(11, start + 15 * minute)).toMatchObject({ impersonation: { over: true } });
    expect(await sessions.stopImpersonation(id, grant(31, end), start + minute, by)).toEqual(ended('stopped'));
    expect(await sessions.stopImpersonation(id, grant(41, end), start + minute, by)).toBeNull();
    expect(await find(31)).toMatchObject({ viewer: admin, impersonation: null });
    expect(await find(11)).toBeNull();
  });

  test('ends with its session, and as expired when its time is over', async () => {
    const { sessions } = fixture.store;
    const [first, second] = [await open(admin, 1), await open(admin, 51)];
    await begin(first, 11);
    await begin(second, 61);
    expect(await sessions.end(first, start + minute, by)).toEqual(ended('signed-out'));
    expect(await sessions.end(second, start + hour, by)).toEqual(ended('expired'));
  });

  test('is over when its client is deleted', async () => {
    const id = await open(admin, 1);
    await begin(id, 11);
    await fixture.store.clients.delete(client.clientId, start + minute);
    expect(await find(11, start + minute)).toMatchObject({ owner: admin, impersonation: { over: true } });
  });

  test('that has expired is closed once by the sweep, which also deletes expired sessions and tokens', async () => {
    const { sessions } = fixture.store;
    const id = await open(admin, 1);
    await begin(id, 11);
    expect(await sessions.sweep(start + minute)).toEqual([]);
    expect(await sessions.sweep(start + 15 * minute)).toEqual([ended('expired')]);
    expect(await sessions.sweep(start + 15 * minute)).toEqual([]);
    await sessions.sweep(end);
    expect(await sessions.end(id, end)).toBeNull();
    const endings = (await recordsOf(fixture.store)).filter(({ action }) => action === 'impersonation-ended');
    expect(endings).toHaveLength(1);
  });
});
