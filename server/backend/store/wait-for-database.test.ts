import { pino } from 'pino';
import { persistent } from './wait-for-database.ts';

const lost = new Error('lost');
const faultOf = (error: unknown) => (error === lost ? 'the database cannot be reached' : null);

/** A store whose method fails with these errors, one after another, and then returns its argument. */
function open(errors: Error[], stop = new AbortController()) {
  const log: string[] = [];
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    if (pauses === 3) stop.abort();
  };
  const logger = pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line).msg) });
  const read = async (value: number) => {
    const error = errors.shift();
    if (error) throw error;
    return value;
  };
  return { store: persistent({ read }, { faultOf, pause, logger }, stop.signal), log };
}

test('a call is retried while the database is unavailable, which is logged once', async () => {
  const { store, log } = open([lost, lost]);
  expect(await store.read(7)).toBe(7);
  expect(log).toEqual(['waiting for the database', 'the database is available']);
});

test('another error is thrown at once', async () => {
  await expect(open([new Error('a bug'), lost]).store.read(7)).rejects.toThrow('a bug');
});

test('after the abort signal a call is not retried', async () => {
  const { store } = open([lost, lost, lost, lost, lost]);
  await expect(store.read(7)).rejects.toBe(lost);
  await expect(store.read(7)).rejects.toBe(lost);
  expect(await store.read(7)).toBe(7);
});
