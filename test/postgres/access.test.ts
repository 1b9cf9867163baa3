// Proves: embedded-backend#calls
/** A revocation while a call of the account creates a secret or a session: nothing of that outlives it, in either order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';
import pg from 'pg';
import type { ClientIdentity } from '../../server/backend/rules/account.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { type Call, type CookieAnswer, callsOn, openSession } from '../support/calls-on-store.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';

const password = 'start-password-1';
const initial = hashPassword(password);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const start = Date.parse('2026-03-01T12:00:00Z');
let clock: number;
const now = () => clock;

let fixture: TestStore;
let client: pg.Client;
let call: Call;
let others: Call;
let person: ClientIdentity & { person: { personId: number } };
let own: string;
let owner: string;

beforeEach(async () => {
  clock = start;
  fixture = await openTestStore(now);
  client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  call = callsOn(fixture.store, now);
  others = callsOn(await fixture.openAnother(), now);
  const { passwords, people } = fixture.store;
  const clientId = await fixture.createClient();
  const account = { type: 'client', clientId } as const;
  await passwords.set(account, await initial);
  const fields = { name: 'Анна', login: 'anna', role: 'editor', mayExport: false } as const;
  const personId = (await people.invite(clientId, fields, { hash: Buffer.from('a'), until: start }, null)) ?? 0;
  person = { ...account, person: { ...fields, personId } };
  await passwords.set(person, await initial);
  own = await openSession(fixture.store, person, now);
  owner = await openSession(fixture.store, account, now);
});
afterEach(async () => {
  await client.end();
  await fixture.close();
});

/** `prepare` returns the input of the call. `remains`: the access that works afterwards. */
type Giving = {
  prepare: () => Promise<string>;
  give: (prepared: string) => Promise<CookieAnswer>;
  remains: (reply: CookieAnswer) => Promise<unknown>;
};

const accountName = () => `client:${person.clientId}/${person.person.personId}`;
const code = () => generateSync({ secret, epoch: Math.floor(clock / 1000) });
const login = () => call('/server/auth/login', { client_id: 'anna', password });
const sessionOf = async ({ cookie }: CookieAnswer) =>
  cookie.includes('access_token') && (await call('/server/keys/delete?id=1', {}, cookie)).status !== 401;

const givings: Record<string, Giving> = {
  'API key': {
    prepare: async () => '',
    give: () => call('/server/keys/create', { Name: 'Бот', Scopes: ['read'] }, own),
    remains: async () => (await fixture.store.apiKeys.list(person)).length > 0,
  },
  'Atom link': {
    async prepare() {
      await call('/vknf/views/create', { Name: 'Город' }, own);
      return String((await fixture.store.alerts.feeds(accountName()))[0]?.feedId);
    },
    give: (feedId) => call(`/vknf/alerts/feeds/renew?id=${feedId}`, {}, own),
    remains: async () => (await fixture.store.alerts.feeds(accountName())).some(({ revoked }) => !revoked),
  },
  session: { prepare: async () => '', give: login, remains: sessionOf },
  'session after a second step': {
    async prepare() {
      const enabled = { Secret: secret, Code: code(), Password: password };
      await call('/server/second-factor/enable', enabled, own);
      clock += 60_000;
      return (await login()).cookie;
    },
    give: (pending) => call('/server/second-factor/verify', { Code: code() }, pending),
    remains: sessionOf,
  },
};

const changed = (what: string, body: object) => async () =>
  others(`/vknf/people/${what}?id=${person.person.personId}`, body, owner);
const revocations: Record<string, () => Promise<unknown>> = {
  'a disabling': changed('disable', { Disabled: true }),
  'another role': changed('update', { Role: 'reader' }),
  async 'a new password'() {
    const another = await openSession(fixture.store, person, now);
    const body = { current_password: password, new_password: 'another-password-2' };
    return others('/client/password/change', body, another);
  },
};

async function untilWaiting(count: number): Promise<void> {
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while (((await client.query(waiting)).rowCount ?? 0) < count) await sleep(5);
}

/** Lets the first call wait in the middle of its transaction, then the second one. */
async function overlap<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  await client.query('BEGIN; LOCK TABLE journal IN EXCLUSIVE MODE');
  const started = first();
  await untilWaiting(1);
  const follower = second();
  await untilWaiting(2);
  await client.query('COMMIT');
  return Promise.all([started, follower]);
}

const cases = Object.entries(givings).flatMap(([giving, steps]) =>
  Object.entries(revocations).map(([revocation, revoke]) => [giving, revocation, steps, revoke] as const),
);

test.each(cases)('a new %s does not outlive %s that follows', async (_giving, _revocation, steps, revoke) => {
  const prepared = await steps.prepare();
  const [reply] = await overlap(() => steps.give(prepared), revoke);
  expect(reply.status).toBeLessThan(300);
  expect(await steps.remains(reply)).toBe(false);
});

test.each(cases.filter(([, revocation]) => revocation === 'a disabling'))(
  'there is no new %s after %s that started before',
  async (_giving, _revocation, steps, revoke) => {
    const prepared = await steps.prepare();
    const [, reply] = await overlap(revoke, () => steps.give(prepared));
    expect(reply.status).toBe(401);
    expect(await steps.remains(reply)).toBe(false);
  },
);
