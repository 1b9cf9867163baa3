/** What the log states about failures of background work. */
import { pino } from 'pino';
import { logFailure } from './logger.ts';

function logged(error: Error, fault: string | null): Record<string, unknown> {
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(line) });
  logFailure({ store: { faultOf: () => fault }, logger }, error, 'sweep failed');
  return JSON.parse(lines.join(''));
}

test('a fault of the database is logged with its remedy, without a stack', () => {
  const line = logged(new Error('connect ECONNREFUSED'), 'Start the server.');
  expect(line).toMatchObject({ fault: 'Start the server.', msg: 'sweep failed' });
  expect(line).not.toHaveProperty('err');
});

test('any other error is logged with its stack', () => {
  const error = new Error('of the program');
  expect(logged(error, null)).toMatchObject({
    err: { message: error.message, stack: error.stack },
    msg: 'sweep failed',
  });
});
