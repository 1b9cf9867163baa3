// Proves: embedded-backend#calls
/** Every changing call, made twice and with a counter-call at once: it ends as if the calls had been made one by one. */
import { apiTable } from '../../server/backend/api-table.ts';
import {
  type Compared,
  close,
  findCompared,
  listen,
  type Outcome,
  prepareWorld,
  runCalls,
  type Side,
} from '../support/call-outcomes.ts';
import { createPostgresEngine, createSqliteEngine } from '../support/calls-engine.ts';
import { type ChangingCall, callPairs, ofProvider } from '../support/changing-calls.ts';

const { storeEngine } = globalThis as { storeEngine?: 'postgres' };
/** The orders in which calls are made one by one need no second engine. */
let inTurn: Side;
let atOnce: Side;
let compared: Compared;

beforeAll(async () => {
  await listen();
  const engine = createSqliteEngine();
  inTurn = { engine, world: await prepareWorld(engine) };
  if (storeEngine === undefined) atOnce = inTurn;
  else {
    const postgres = await createPostgresEngine();
    atOnce = { engine: postgres, world: await prepareWorld(postgres) };
  }
  compared = await findCompared([inTurn.engine, atOnce.engine]);
});
afterAll(async () => {
  close();
  await inTurn.engine.close();
  if (atOnce !== inTurn) await atOnce.engine.close();
});

const pathOf = ({ path }: { path: string }) => path.replace(/\?.*/, '');

test('there is a pair for every changing call', () => {
  const changing = apiTable.filter(({ method, path }) => method !== 'GET' && !ofProvider(path)).map(({ path }) => path);
  expect(callPairs.map(({ call }) => pathOf(call)).toSorted()).toEqual(changing.toSorted());
});

/** All different orders of two equal calls and two equal counter-calls, the most frequent first. */
const orders = ['abab', 'aabb', 'abba', 'baab', 'baba', 'bbaa'];

const differences = (a: Outcome, b: Outcome): number =>
  Object.keys(a.tables).filter((name) => JSON.stringify(a.tables[name]) !== JSON.stringify(b.tables[name])).length +
  (JSON.stringify(a.statuses) === JSON.stringify(b.statuses) ? 0 : 1);

/** Tries one order after the other. Shows how the nearest one differs if none is equal. */
async function expectOneOf(calls: ChangingCall[], possible: ChangingCall[][]): Promise<void> {
  const seen = await runCalls(atOnce, compared, calls, 'at once');
  const truths: Outcome[] = [];
  for (const order of possible) {
    const truth = await runCalls(inTurn, compared, order, 'in turn');
    if (differences(seen, truth) === 0) return;
    truths.push(truth);
  }
  expect(seen).toEqual(truths.toSorted((a, b) => differences(seen, a) - differences(seen, b))[0]);
}

test.each(callPairs)('$call.as $call.path, against $counter.as $counter.path', async ({ call, counter }) => {
  const possible = orders.map((order) => [...order].map((letter) => (letter === 'a' ? call : counter)));
  await expectOneOf([call, counter, call, counter], possible);
});
