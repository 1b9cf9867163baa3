// Proves: alerts#atom, people#api-keys
/** Atom feeds of views and rules (docs/product/alerts.md): what they contain, and whom a link lets read. */
import { accountOf, clientAccount } from '../../server/backend/rules/account.ts';
import type { AlertRule, Finding, NewRule } from '../../server/backend/rules/alerts/rule.ts';
import type { AtomFeed } from '../../server/backend/store/atom-feeds.ts';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { tokenOf } from '../support/atom-token.ts';
import { backendSecret, clientPassword } from '../support/backend.ts';
import { noon } from '../support/seed-posts.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

const formerSecret = 'former-secret-'.repeat(4);

let app: TwoClients;
let now: number;
let account: string;

beforeEach(async () => {
  now = noon;
  app = await startTwoClients({ config: { SESSION_SECRET: [backendSecret, formerSecret] }, now: () => now });
  account = clientAccount(app.clientIds.client);
});
afterEach(() => app.close());

const alerts = () => app.backend.store.alerts;

/** Reads a feed as a feed reader does, without a session. */
const read = (token: string) => app.backend.call('GET', `/vknf/alerts/feed?token=${encodeURIComponent(token)}`);

type Contents = { FeedID: string; Title: string; entries: Record<string, unknown>[] };
const contentsOf = async (feed: AtomFeed) => (await read(tokenOf(feed))).body as Contents;

let views = 0;
async function addView(query = '', clientId: string | null = null, owner = account): Promise<number> {
  views += 1;
  const saved = await app.backend.store.views.create({ account: owner, clientId, name: `Вид ${views}`, query }, now);
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  return saved.id;
}

async function addFeed(query?: string): Promise<AtomFeed> {
  const view = await addView(query);
  return feedOf(({ viewId }) => viewId === view);
}

async function feedOf(matches: (feed: AtomFeed) => boolean): Promise<AtomFeed> {
  const feed = (await alerts().feeds(account)).find(matches);
  if (!feed) throw new Error('There is no such feed');
  return feed;
}

const stored = (id: number) => feedOf(({ feedId }) => feedId === id);

describe('the feed of a view', () => {
  test('has the newest stories of the account, with its filters and mutes, each once, read or not', async () => {
    const { metro, vote, backend } = app;
    const post = { wordId: metro.wordId, text: 'Открыли станцию' };
    await app.save(
      { ...post, postId: 1, postedAt: noon - 3000 },
      { ...post, postId: 2, postedAt: noon - 2000 },
      { ...post, postId: 3, postedAt: noon - 1000, text: 'Закрыли станцию\nнадолго' },
      { ...post, postId: 4, text: 'Без совпадений' },
      { ...post, postId: 5, ownerId: 8, text: 'Станция чужого источника' },
      { wordId: vote.wordId, postId: 6, text: 'Станция другого клиента' },
    );
    await backend.store.mutes.create({ account, createdBy: account, kind: 'owner', targetId: 8 }, now);
    const { Title, entries } = await contentsOf(await addFeed('?text=станция&unread=1&copies=show'));
    expect(Title).toMatch(/^Вид \d+$/);
    expect(entries.map(({ Key }) => String(Key).split('_')[1])).toEqual(['3', '2']);
    expect(entries[0]).toMatchObject({
      Title: expect.stringMatching(/: Закрыли станцию надолго$/),
      Text: 'Закрыли станцию\nнадолго\n\nФраза: метро',
      PublishedAt: new Date(noon - 1000).toISOString(),
    });
  });

  test('has at most 50 entries', async () => {
    await app.save(
      ...Array.from({ length: 60 }, (_, index) => ({
        wordId: app.metro.wordId,
        postId: index + 1,
        postedAt: noon - index * 1000,
        text: `Новость номер ${index}`,
      })),
    );
    expect((await contentsOf(await addFeed())).entries).toHaveLength(50);
  });

  test('opens with every secret of the list, and stores its last use to the minute', async () => {
    const feed = await addFeed();
    expect((await read(tokenOf(feed, formerSecret))).status).toBe(200);
    expect((await stored(feed.feedId)).usedAt).toBe(now);
    now += minuteMs - 1;
    await contentsOf(feed);
    expect((await stored(feed.feedId)).usedAt).toBe(noon);
    now += 1;
    await contentsOf(feed);
    expect((await stored(feed.feedId)).usedAt).toBe(now);
  });

  test('is not found with another token, and after its link was revoked', async () => {
    const feed = await addFeed();
    const token = tokenOf(feed);
    const forged = tokenOf(feed, 'another-secret-'.repeat(4));
    for (const wrong of [forged, token.replace(/^\d+/, '999'), '', 'x', `${token}x`]) {
      expect((await read(wrong)).status).toBe(404);
    }
    await alerts().renewFeed(feed);
    expect((await read(token)).status).toBe(404);
    expect((await read(tokenOf(await stored(feed.feedId)))).status).toBe(200);
  });

  test.each([
    [
      'the client',
      'client',
      '/client/password/change',
      { current_password: clientPassword, new_password: 'another-password-7' },
    ],
    ['an administrator', 'admin', '/server/clients/password/set', { password: 'another-password-7' }],
  ] as const)(
    'is not found after %s has changed the password, until its link is made again',
    async (_, who, path, body) => {
      const feed = await addFeed();
      const id = who === 'admin' ? `?id=${app.clientIds.client}` : '';
      expect((await app.post(path + id, who, body)).status).toBe(200);
      expect((await read(tokenOf(feed))).status).toBe(404);
      const listed = async () => (await app.get('/vknf/alerts/feeds', 'client')).body as { feeds: object[] };
      expect((await listed()).feeds).toMatchObject([{ Path: null, Revoked: true }]);
      expect((await app.post(`/vknf/alerts/feeds/renew?id=${feed.feedId}`, 'client')).status).toBe(200);
      expect((await listed()).feeds).toMatchObject([{ Path: expect.any(String), Revoked: false }]);
      expect((await read(tokenOf(feed))).status).toBe(404);
      expect((await read(tokenOf(await stored(feed.feedId)))).status).toBe(200);
    },
  );

  test('rests when the directory has not confirmed its account for 7 days, until it does', async () => {
    const anna = { source: 'oidc', subject: '7', login: 'anna', name: 'Анна', groups: null } as const;
    const seat = { clientId: app.clientIds.client, role: 'reader', mayExport: false } as const;
    const confirm = () => app.backend.store.directory.admit(anna, { administrator: null, seats: [seat] }, now, null);
    const admitted = await confirm();
    if ('refused' in admitted) throw new Error(admitted.refused);
    const owners = admitted.identities.map(accountOf);
    await addView('', null, owners[0]);
    const [feed] = await alerts().feeds(owners[0] ?? '');
    const token = feed === undefined ? '' : tokenOf(feed);
    const statusIn = async (ms: number) => {
      now += ms;
      return (await read(token)).status;
    };
    expect([await statusIn(7 * dayMs - 1), await statusIn(1)]).toEqual([200, 404]);
    await confirm();
    expect(await statusIn(0)).toBe(200);
  });

  test('has its uses from addresses that are not the account’s in the journal, once a day each, and not too many', async () => {
    const token = tokenOf(await addFeed());
    const readFrom = (address: string) =>
      app.backend.call('GET', `/vknf/alerts/feed?token=${token}`, { headers: { 'x-forwarded-for': address } });
    const recorded = () =>
      app
        .query("SELECT who, event, address FROM journal WHERE action = 'feed-read' ORDER BY record_id")
        .map(({ who, event, address }) => [who, JSON.parse(String(event)), address]);
    await app.backend.signInClient(app.clientIds.client);
    expect((await read(token)).status).toBe(200);
    expect(recorded()).toEqual([]);
    for (const address of ['203.0.113.7', '203.0.113.7', '2001:db8::1', '2001:db8::2']) await readFrom(address);
    const feed = { of: 'feed', rule: false, name: expect.stringMatching(/^Вид \d+$/), clientId: app.clientIds.client };
    const uses = ['203.0.113.7', '2001:db8::1'].map((address) => ['Ссылка Atom', feed, address]);
    expect(recorded()).toEqual(uses);
    now += 24 * 60 * minuteMs;
    await readFrom('203.0.113.7');
    expect(recorded()).toHaveLength(3);
    for (let last = 1; last < 60; last += 1) await readFrom(`198.51.100.${last}`);
    expect(recorded()).toHaveLength(2 + 20);
    expect(recorded().join()).not.toContain(token);
  });

  test('is not found without its view, or when the client is deleted', async () => {
    const { views: viewsStore, clients } = app.backend.store;
    const own = await addFeed();
    const sharedView = await addView('', app.clientIds.client, 'admin:1');
    const shared = await feedOf(({ viewId }) => viewId === sharedView);
    const view = (await viewsStore.list(account)).find(({ viewId }) => viewId === own.viewId);
    if (view) await viewsStore.delete(view);
    expect((await read(tokenOf(own))).status).toBe(404);
    expect((await read(tokenOf(shared))).status).toBe(200);
    await clients.delete(app.clientIds.client, now);
    expect((await read(tokenOf(shared))).status).toBe(404);
  });

  test('no record of the log has the token', async () => {
    const feed = await addFeed();
    await contentsOf(feed);
    expect(JSON.stringify(app.backend.log)).not.toContain(tokenOf(feed).slice(`${feed.feedId}-`.length));
  });
});

describe('the feed of a rule', () => {
  const at = (since: number): Finding => ({
    at: noon,
    since,
    until: since + 6,
    count: 5,
    from: null,
    to: null,
    usual: null,
    reached: null,
  });
  /** A wave; findings of waves are not joined. */
  const wave = (since: number): Finding => ({ ...at(since), from: noon, to: noon + 60 * minuteMs, usual: 1 });

  /** Puts the findings into one message, and sends it to the feed or leaves it waiting. */
  async function report({ ruleId }: AlertRule, findings: Finding[], sent = true): Promise<void> {
    for (const finding of findings) {
      const rule = (await alerts().rules(account)).find((other) => other.ruleId === ruleId);
      const progress = { evaluated: finding.until, fired: 0, firedHour: 0 };
      if (rule) await alerts().advance(rule, progress, { finding, dueAt: now });
    }
    const [due] = sent ? await alerts().due(now, 1) : [];
    const claimed = due && (await alerts().claim(due.deliveryId, now, now + minuteMs));
    if (!claimed) return;
    await alerts().setContent(claimed, `Срабатываний: ${findings.length}`);
    await alerts().finish(claimed, { state: 'sent', at: now, error: null });
  }

  test('has the messages that are sent, the newest first, and each leads to exactly its posts', async () => {
    const fields: NewRule = {
      account,
      viewId: await addView('?text=go'),
      name: 'Метро',
      condition: 'every',
      least: 1,
      period: 'hour',
      channel: 'atom',
      address: '',
      schedule: 'now',
      quietFrom: null,
      quietTo: null,
      secret: null,
    };
    await alerts().create(fields, now);
    const [rule] = await alerts().rules(account);
    if (!rule) throw new Error('There is no rule');
    await report(rule, [at(3)]);
    now += minuteMs;
    await report(rule, [wave(20), wave(40)]);
    await report(rule, [at(60)], false);
    const { Title, entries } = await contentsOf(await feedOf(({ ruleId }) => ruleId === rule.ruleId));
    expect(Title).toBe('Метро');
    expect(entries).toMatchObject([
      {
        Title: 'Метро: 10 новых постов',
        Address: '/ldvknf/alerts',
        Text: 'Срабатываний: 2',
        Links: [20, 40].map((since) => ({
          Text: '5 постов',
          Address: expect.stringContaining(`&since=${since}&until=${since + 6}&`),
        })),
        PublishedAt: new Date(now).toISOString(),
        UpdatedAt: new Date(now).toISOString(),
      },
      {
        Title: 'Метро: 5 новых постов',
        Address: '/ldvknf/posts?text=go&since=3&until=9&sort=-post_dt',
        Key: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
      },
    ]);
    const { views } = app.backend.store;
    const view = (await views.list(account)).find(({ viewId }) => viewId === rule.viewId);
    if (view) await views.update(view, { query: '?text=stop' });
    const changed = await contentsOf(await feedOf(({ ruleId }) => ruleId === rule.ruleId));
    expect(changed.entries).toEqual(entries);
  });
});
