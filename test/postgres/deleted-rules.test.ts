// Proves: alerts#delivery
/** A rule that is deleted while another process adds a message to it: no message waits without its rule. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { AlertRule } from '../../server/backend/rules/alerts/rule.ts';
import { everyStory } from '../support/queued-alerts.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const insertMessage = `
  INSERT INTO deliveries (key, kind, rule_id, rule_name, query, account, channel, findings, state, created_at, due_at)
  VALUES (gen_random_uuid(), $2, $1, 'Станции', '', $3, 'email', '[]', 'waiting', 0, 0)`;

let fixture: TestStore;
let client: pg.Client;
let clientId: string;
let rule: AlertRule;

beforeEach(async () => {
  fixture = await openTestStore();
  client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  clientId = await fixture.createClient();
  const account = `client:${clientId}`;
  const { alerts, views } = fixture.store;
  const view = await views.create({ account, clientId: null, name: 'Город', query: '' }, now);
  if (view.outcome !== 'saved') throw new Error(view.outcome);
  const address = { channel: 'email', address: 'press@example.ru' } as const;
  await alerts.create({ ...everyStory, ...address, account, viewId: view.id, name: 'Станции' }, now);
  [rule] = (await alerts.rules(account)) as [AlertRule];
});
afterEach(async () => {
  await client.end();
  await fixture.close();
});

async function untilItWaits(): Promise<void> {
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await client.query(waiting)).rowCount === 0) await sleep(20);
}

/** Whether messages wait, and for which rules. */
const messages = async () => (await client.query('SELECT state, rule_id FROM deliveries')).rows;

const deletions: [string, () => Promise<unknown>][] = [
  ['the rule', () => fixture.store.alerts.delete(rule, now)],
  ['its view', async () => fixture.store.views.delete((await fixture.store.views.list(rule.account))[0] as never)],
  ['its client', () => fixture.store.clients.delete(clientId, now)],
];

describe.each(deletions)('while %s is deleted', (name, remove) => {
  test.each([
    ['alert', 'UPDATE alert_rules SET evaluated = 1 WHERE rule_id = $1'],
    ['trial', 'SELECT 1 FROM alert_rules WHERE rule_id = $1 FOR KEY SHARE'],
  ])('a message of the kind %s that another connection adds does not wait for ever', async (kind, lock) => {
    await client.query('BEGIN');
    await client.query(lock, [rule.ruleId]);
    await client.query(insertMessage, [rule.ruleId, kind, rule.account]);
    const removed = remove();
    await untilItWaits();
    await client.query('COMMIT');
    await removed;
    const left = await messages();
    expect(left).toEqual(name === 'its client' ? [] : [{ state: 'cancelled', rule_id: null }]);
  });
});

test('a message that has lost its rule is not due', async () => {
  await client.query(insertMessage, [null, 'alert', rule.account]);
  expect(await fixture.store.alerts.due(now, 10)).toEqual([]);
});

test('a trial is not added if its rule is deleted at the same time', async () => {
  await client.query('BEGIN');
  await client.query('DELETE FROM alert_rules WHERE rule_id = $1', [rule.ruleId]);
  const added = fixture.store.alerts.addTrial(rule, now);
  await untilItWaits();
  await client.query('COMMIT');
  expect([await added, await messages()]).toEqual([null, []]);
});
