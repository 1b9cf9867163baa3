import { jest } from '@jest/globals';
import { startPolling } from './start-polling.ts';

const minute = 60_000;

class Tab extends EventTarget {
  hidden = false;

  show(visible: boolean) {
    this.hidden = !visible;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let tab: Tab;
let stop: () => void;
/** The minutes of all calls. */
let calls: number[];
let failing: boolean;

const pass = (minutes: number) => jest.advanceTimersByTimeAsync(minutes * minute);

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  tab = new Tab();
  calls = [];
  failing = false;
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

function start() {
  const task = async () => {
    calls.push(Date.now() / minute);
    if (failing) throw new Error('down');
  };
  stop = startPolling(task, { intervalMs: minute, maxMs: 15 * minute, tab: tab as unknown as Document });
}

test('calls at once and then every minute, until it is stopped', async () => {
  start();
  await pass(2.5);
  stop();
  await pass(5);
  expect(calls).toEqual([0, 1, 2]);
});

test('makes no call while the tab is hidden, and one at once when it is shown after more than a minute', async () => {
  start();
  await pass(0.5);
  tab.show(false);
  await pass(5);
  tab.show(true);
  await pass(1.5);
  expect(calls).toEqual([0, 5.5, 6.5]);
});

test('keeps the minute when the tab is shown earlier', async () => {
  start();
  await pass(0.2);
  tab.show(false);
  await pass(0.2);
  tab.show(true);
  await pass(0.7);
  expect(calls).toEqual([0, 1]);
});

test('a tab that starts hidden makes its first call when it is shown', async () => {
  tab.hidden = true;
  start();
  await pass(3);
  expect(calls).toEqual([]);
  tab.show(true);
  await pass(0);
  expect(calls).toEqual([3]);
});

test('pauses 2, 4, 8 and then 15 minutes after failures, and one minute after a success', async () => {
  failing = true;
  start();
  await pass(45);
  expect(calls).toEqual([0, 2, 6, 14, 29, 44]);
  failing = false;
  await pass(16);
  expect(calls.slice(6)).toEqual([59, 60, 61]);
});

test('showing the tab does not shorten the pause after a failure, and causes no second call during one', async () => {
  failing = true;
  start();
  tab.show(false);
  tab.show(true);
  await pass(1.5);
  tab.show(false);
  tab.show(true);
  await pass(0.4);
  expect(calls).toEqual([0]);
});
