import { pino } from 'pino';
import { minuteMs } from '../../shared/durations.ts';
import { done, repeat, startBackground } from './background.ts';
import { createFaultLog, OperatorError } from './fault-log.ts';

const refused = new Error('connect ECONNREFUSED');
const starting = new Error('the database system is starting up');
const remedies = new Map<unknown, string>([
  [refused, 'Start the server.'],
  [starting, 'It is starting.'],
]);

let time: number;
let lines: { level: number; msg: string }[];
let faults: ReturnType<typeof createFaultLog>;
beforeEach(() => {
  time = 0;
  lines = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  faults = createFaultLog({ faultOf: (error) => remedies.get(error) ?? null, logger, now: () => time });
});

const rounds = () => faults.of({ name: 'work', fault: 'changes of stories failed' });
const sweep = () => faults.of({ name: 'sweep', fault: 'sweep failed' });

/** Fails once a second. */
function failFor(seconds: number, error: Error, ...works: ReturnType<typeof rounds>[]): void {
  for (let second = 0; second < seconds; second += 1) {
    for (const work of works) {
      work.fail(error);
      work.endRound();
    }
    time += 1000;
  }
}

test('a fault of the database is shared by all work: a line at once, then one a minute, and one at its end', () => {
  const [work, other] = [rounds(), sweep()];
  failFor(130, refused, work, other);
  const fault = 'Start the server.';
  expect(lines).toEqual([
    { level: 50, msg: 'waiting for the database', fault, count: 1, jobs: ['work'] },
    { level: 50, msg: 'waiting for the database', fault, count: 120, jobs: ['work', 'sweep'] },
    { level: 50, msg: 'waiting for the database', fault, count: 120, jobs: ['work', 'sweep'] },
  ]);
  work.endRound();
  expect(lines).toHaveLength(3);
  other.endRound();
  work.endRound();
  expect(lines.slice(3)).toEqual([
    { level: 30, msg: 'works again', jobs: ['work', 'sweep'], failures: 260, seconds: 130 },
  ]);
});

test('another fault of the database has a separate line at once, and both have one end', () => {
  const work = rounds();
  failFor(10, refused, work);
  failFor(10, starting, work);
  work.endRound();
  expect(lines).toMatchObject([
    { fault: 'Start the server.' },
    { fault: 'It is starting.' },
    { msg: 'works again', failures: 20, seconds: 20 },
  ]);
});

test('an error of the program has its stack, and one for operators its reason, both with the message of the work', () => {
  const bug = new Error('of the program');
  failFor(2, bug, rounds());
  failFor(1, new OperatorError('The disk is full'), sweep());
  expect(lines).toMatchObject([
    { msg: 'changes of stories failed', err: { message: bug.message, stack: bug.stack }, count: 1, jobs: ['work'] },
    { msg: 'sweep failed', reason: 'The disk is full', count: 1, jobs: ['sweep'] },
  ]);
  expect(lines[1]).not.toHaveProperty('err');
});

test('work whose part fails in each round does not work again between the rounds', () => {
  const work = rounds();
  for (let round = 0; round < 5; round += 1) {
    work.fail(refused);
    expect(work.endRound()).toBe(false);
  }
  expect(lines).toHaveLength(1);
  expect(work.endRound()).toBe(true);
  expect(lines[1]).toMatchObject({ msg: 'works again', failures: 5 });
});

test('rounds repeat until the last one; a failed one is followed by the pause for faults, and a stop is not a fault', async () => {
  const pauses: number[] = [];
  const results = [() => 1, () => Promise.reject(refused), () => done];
  const run = async (work: () => unknown) => work();
  const background = startBackground(
    (running) =>
      repeat(running, rounds(), { pauseMs: 5, faultPauseMs: minuteMs }, () => run(results.shift() ?? (() => done))),
    async (ms) => void pauses.push(ms),
  );
  while (results.length > 0) await new Promise(setImmediate);
  await background.close();
  expect(pauses).toEqual([5, minuteMs]);
  expect(lines).toMatchObject([{ msg: 'waiting for the database' }, { msg: 'works again' }]);

  const stopped = startBackground(({ signal, rest }) =>
    repeat({ signal, rest }, rounds(), { pauseMs: 5 }, async () => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw refused;
    }),
  );
  await stopped.close();
  expect(lines).toHaveLength(2);
});
