import { pino } from 'pino';
import { createFaultLog } from '../../platform/fault-log.ts';
import { persistent } from './wait-for-database.ts';

const lost = new Error('lost');
const faultOf = (error: unknown) => (error === lost ? 'the database cannot be reached' : null);

/** A store whose methods fail with these errors, one after another, and then return their argument. */
function open(errors: Error[], stop = new AbortController()) {
  const log: string[] = [];
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    if (pauses === 3) stop.abort();
  };
  const logger = pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line).msg) });
  const faults = createFaultLog({ faultOf, logger });
  const write = async (value: number) => {
    const error = errors.shift();
    if (error) throw error;
    return value;
  };
  const read = async () => log.length;
  return { store: persistent({ read, write }, { name: 'collection', faults, pause }, stop.signal), log };
}

test('a call is retried while the database is unavailable, which is logged once, and its end, when it has succeeded', async () => {
  const { store, log } = open([lost, lost]);
  const writing = store.write(7);
  // Succeeds at once, because the disk is full.
  while ((await store.read()) === 0);
  expect(await store.read()).toBe(1);
  expect(await writing).toBe(7);
  expect(log).toEqual(['waiting for the database', 'works again']);
});

test('another error is thrown at once', async () => {
  await expect(open([new Error('a bug'), lost]).store.write(7)).rejects.toThrow('a bug');
});

test('after the abort signal a call is not retried', async () => {
  const { store } = open([lost, lost, lost, lost, lost]);
  await expect(store.write(7)).rejects.toBe(lost);
  await expect(store.write(7)).rejects.toBe(lost);
  expect(await store.write(7)).toBe(7);
});
