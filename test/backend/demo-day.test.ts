/** The working day of the demo's first client, on a Monday, a Saturday and 1 January. */

import { alertRules } from '../../scripts/demo/day/team.ts';
import { fillDemo } from '../../scripts/demo/fill-demo.ts';
import { demoAccounts } from '../../scripts/demo/world/accounts.ts';
import { startOfDay } from '../../scripts/demo/world/days.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';

const startOfHour = (time: number) => time - (time % hourMs);

const origin = 'http://127.0.0.1:1';
const [{ client_id: clientId, password }] = demoAccounts.clients;

describe.each([
  ['a Monday morning', '2026-11-30T07:20:00Z'],
  ['a Saturday', '2026-11-28T12:00:00Z'],
  ['1 January', '2027-01-01T15:45:00Z'],
])('on %s', (_, time) => {
  const now = Date.parse(time);
  let backend: TestBackend;
  let read: <T>(target: string) => Promise<T>;
  beforeAll(async () => {
    backend = await startTestBackend({ now: () => now });
    await fillDemo(backend.store, { now, origin });
    const cookie = await backend.signIn('client', clientId, password);
    read = async <T>(target: string) => (await backend.call('GET', target, { cookie })).body as T;
  });
  afterAll(() => backend.close());

  test('38 stories are new since the last visit, in two of six saved filters', async () => {
    expect((await read<{ Total: number }>('/vknf/posts/visit')).Total).toBe(38);
    const { views } = await read<{ views: { Pinned: boolean; New: number }[] }>('/vknf/views');
    expect(views.map(({ Pinned, New }) => [Pinned, New > 0])).toEqual([
      ...Array(2).fill([true, true]),
      ...Array(4).fill([false, false]),
    ]);
  });

  test('60 stories are worked on, in every state, and enough are marked for suggestions', async () => {
    const states: Record<string, number> = {};
    for (const state of ['in-progress', 'postponed', 'resolved', 'rejected', 'returned', 'overdue']) {
      states[state] = (await read<{ total: number }>(`/vknf/posts/count?state=${state}&copies=hide`)).total;
    }
    expect(states).toEqual({ 'in-progress': 13, postponed: 3, resolved: 34, rejected: 6, returned: 2, overdue: 2 });
    const tones = await Promise.all(
      ['positive', 'neutral', 'negative'].map((tone) =>
        read<{ total: number }>(`/vknf/posts/count?tone=${tone}&copies=hide`),
      ),
    );
    expect(tones.reduce((sum, { total }) => sum + total, 0)).toBeGreaterThanOrEqual(50);
    const { posts } = await read<{ posts: { Work: { Growing: boolean } | null }[] }>(
      '/vknf/posts/details?limit=100&copies=hide',
    );
    expect(posts.filter(({ Work }) => Work?.Growing)).toHaveLength(2);
  });

  test('it has people, tags, reasons, a muted source and rules with runs and messages', async () => {
    const { people } = await read<{ people: { Active: boolean }[] }>('/vknf/people');
    expect(people.map(({ Active }) => Active).sort()).toEqual([false, true, true, true, true]);
    const { tags, reasons } = await read<{ tags: unknown[]; reasons: unknown[] }>('/vknf/work');
    expect([tags.length, reasons.length]).toEqual([6, 4]);
    expect((await read<{ mutes: unknown[] }>('/vknf/mutes')).mutes).toHaveLength(1);
    const { deliveries } = await read<{ deliveries: { State: string }[] }>('/vknf/alerts/deliveries');
    const states = deliveries.map(({ State }) => State);
    expect(states.length).toBeGreaterThanOrEqual(12);
    expect(states.filter((state) => state !== 'sent')).toEqual(['failed']);
    const { runs } = await read<{ runs: { CanUndo: boolean; Changed: number }[] }>('/vknf/work/rules/runs');
    expect(runs.map(({ CanUndo, Changed }) => [CanUndo, Changed > 0])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test('yesterday at 14:00 had a spike of stories about one phrase', async () => {
    const day = new Date(now - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const countAt = async (hour: number) =>
      (
        await read<{ total: number }>(
          `/vknf/posts/count?text=метро&copies=hide&postDtFrom=${day}T${hour}:00:00%2B03:00&postDtTo=${day}T${hour}:59:59%2B03:00`,
        )
      ).total;
    expect(await countAt(14)).toBeGreaterThan(3 * (await countAt(12)) + 8);
  });

  test('alert rules have found the spike of yesterday and a week of silence', async () => {
    const { deliveries } = await read<{ deliveries: { Rule: string; At: string }[] }>('/vknf/alerts/deliveries');
    const timesOf = (rule: string) =>
      deliveries.filter(({ Rule }) => Rule === rule).map(({ At }) => startOfHour(Date.parse(At)));
    expect(timesOf(alertRules.spike)).toEqual([startOfDay(now) - 9 * hourMs]);
    const [silentAt = 0, ...more] = timesOf(alertRules.silence);
    expect(more).toEqual([]);
    expect(silentAt).toBeGreaterThan(now - 6 * dayMs);
    expect(silentAt).toBeLessThan(now - 2 * dayMs);
  });

  test('posts have figures at several ages, and two phrases miss hours of this week', async () => {
    type Row = { Measures: { Age: number }[]; Ratio: number | null };
    const week = new Date(now - 7 * dayMs).toISOString();
    const { posts } = await read<{ posts: Row[] }>(`/vknf/posts/details?limit=1000&kind=posts&postDtTo=${week}`);
    const recent = posts.slice(0, 50);
    expect(recent.map(({ Measures }) => Measures.map(({ Age }) => Age))).toEqual(recent.map(() => [1, 6, 24, 72, 168]));
    const ratios = posts.flatMap(({ Ratio }) => Ratio ?? []);
    const high = ratios.filter((ratio) => ratio >= 2).length / ratios.length;
    expect(high).toBeGreaterThan(0.02);
    expect(high).toBeLessThan(0.2);
    const counted = async (filter: string) =>
      (await read<{ total: number }>(`/vknf/posts/count?${filter}&postDtFrom=${week}`)).total;
    expect([await counted('edited=true'), await counted('deleted=true')]).toEqual([3, 2]);
    const missing = (await backend.store.words.listOfClient(clientId)).map(({ wordId }) =>
      backend.store.collection.phrase(wordId, now),
    );
    const incomplete = (await Promise.all(missing)).filter((phrase) =>
      phrase?.windows.some(({ complete }) => !complete),
    );
    expect(incomplete).toHaveLength(2);
  });

  test('the journal covers two weeks', async () => {
    const { rows } = await backend.store.journal.page({
      who: '',
      action: null,
      from: null,
      to: null,
      limit: 1000,
      offset: 0,
    });
    const times = rows.map(({ at }) => at);
    expect(rows.length).toBeGreaterThan(150);
    expect(now - Math.min(...times)).toBeGreaterThan(13 * 24 * 60 * 60 * 1000);
    expect(Math.max(...times.filter((at) => at < now))).toBeGreaterThan(now - 24 * 60 * 60 * 1000);
  });
});
