// Proves: limits#values, stories#mutes
/** «За 30 дней» and «7 дней» (docs/product/limits.md): one meaning in every call that counts posts of these days. */
import { measureHealth } from '../../server/backend/jobs/background.ts';
import type { Reply } from '../support/backend.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

/** 01:30 on 11 June in Moscow: in UTC it is still 10 June. */
const now = Date.parse('2026-06-11T01:30:00+03:00');
const perTime = 3;

/** Local times of posts. */
const before = ['2026-05-12T23:59:59', '2026-05-12T12:00:00'];
const ofMonth = ['2026-05-13T00:00:00', '2026-06-04T23:59:59'];
const ofWeek = ['2026-06-05T00:00:00', '2026-06-11T00:00:00', '2026-06-11T01:29:59', '2026-06-11T23:59:59'];
const future = ['2026-06-12T00:00:00', '2026-06-12T01:30:00'];
/** More than a day ahead: they get the time of receipt. */
const untrue = ['2026-06-12T12:00:00', '2027-01-01T00:00:00'];
const inWeek = perTime * (ofWeek.length + untrue.length);
const inMonth = perTime * ofMonth.length + inWeek;

let stage: TwoClients;

beforeAll(async () => {
  stage = await startTwoClients({ now: () => now });
  const times = [...before, ...ofMonth, ...ofWeek, ...future, ...untrue].flatMap((time) =>
    Array<string>(perTime).fill(time),
  );
  await stage.save(
    ...times.map((time, index) => ({
      ownerId: -5,
      postId: index,
      wordId: stage.metro.wordId,
      text: `Метро, новость номер ${index * 7919}`,
      postedAt: Date.parse(`${time}+03:00`),
    })),
  );
  await measureHealth(stage.backend.store, now);
});
afterAll(() => stage.close());

type Body = Record<string, unknown>;

async function read<T>(path: string, pick: (body: never) => T): Promise<T> {
  const reply: Reply = await stage.get(path, 'admin');
  expect([path, reply.status]).toEqual([path, 200]);
  return pick(reply.body as never);
}

test('the feed has the posts of the days', async () => {
  const count = (from: string) => `/vknf/posts/count?postDtFrom=${from}&postDtTo=2026-06-11`;
  expect(await read(count('2026-05-13'), (body: Body) => body.total)).toBe(inMonth);
  expect(await read(count('2026-06-05'), (body: Body) => body.total)).toBe(inWeek);
});

test('the column «Динамика» and analytics have the same number', async () => {
  const days = `/vknf/posts/count/words/days?wordIds=${stage.metro.wordId}`;
  expect(await read(days, (body: { From: string; Days: Body[] }) => [body.From, body.Days[0]?.Total])).toEqual([
    '2026-05-13',
    inMonth,
  ]);
  expect(await read('/vknf/analytics', (body: Body) => [body.From, body.To, body.Total])).toEqual([
    '2026-05-13',
    '2026-06-11',
    inMonth,
  ]);
});

test('the preview of a phrase has the same average', async () => {
  const path = `/vknf/posts/preview?text=${encodeURIComponent('метро')}`;
  expect(await read(path, (body: Body) => body.PerDay)).toBe(inMonth / 30);
});

test('mutes and their preview have the same number', async () => {
  const preview = '/vknf/mutes/preview?kind=owner&targetId=-5';
  expect(await read(preview, (body: Body) => body.total)).toBe(inMonth);
  await stage.post('/vknf/mutes/create', 'admin', { Kind: 'owner', TargetID: -5, ClientID: null });
  const [mute] = await read('/vknf/mutes', (body: { mutes: { MuteID: number; Hidden: number }[] }) => body.mutes);
  expect(mute?.Hidden).toBe(inMonth);
  await stage.post(`/vknf/mutes/delete?id=${mute?.MuteID}`, 'admin');
});

test('the column of clients has the same number', async () => {
  const counts = await read('/server/clients/paginated', (body: { clients: Body[] }) =>
    body.clients.map((client) => [client.client_id, client.recent_posts]),
  );
  expect(Object.fromEntries(counts)).toEqual({ [stage.clientIds.client]: inMonth, [stage.clientIds.other]: 0 });
});

test('the card of the phrase has the same numbers', async () => {
  const path = `/vknf/words/health?wordIds=${stage.metro.wordId}`;
  expect(await read(path, (body: { health: Body[] }) => body.health)).toMatchObject([
    { WeekStories: inWeek, MonthStories: inMonth, MonthRows: inMonth },
  ]);
});
