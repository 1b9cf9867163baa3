import type { KeyState } from './quota.ts';
import { callLimit, mayStart } from './quota.ts';

const key = (calls: number, callsInHour: number): KeyState => ({
  id: 'key',
  calls,
  callsInHour,
  state: 'working',
  until: null,
  code: null,
  message: null,
  redirectUri: null,
  lookUps: { calls: 0, rest: null },
  walls: { calls: 0, rest: null },
  comments: { calls: 0, rest: null },
});

describe('the budget of calls', () => {
  test.each([
    [1000, 950],
    [100, 95],
    [19, 19],
    [1, 1],
  ])('of %i calls a day ordinary runs may make %i, and urgent ones all', (dailyCalls, ordinary) => {
    expect(callLimit(dailyCalls, false)).toBe(ordinary);
    expect(callLimit(dailyCalls, true)).toBe(dailyCalls);
  });

  test('a key in its reserve is for urgent runs only, and a used up key for none', () => {
    const may = (calls: number) => [false, true].map((urgent) => mayStart(key(calls, 0), 1000, urgent));
    expect(may(949)).toEqual([true, true]);
    expect(may(950)).toEqual([false, true]);
    expect(may(1000)).toEqual([false, false]);
  });

  test('in an hour ordinary runs use at most a quarter of the remaining calls, urgent ones do not wait', () => {
    expect(mayStart(key(190, 190), 1000, false)).toBe(true);
    expect(mayStart(key(191, 191), 1000, false)).toBe(false);
    expect(mayStart(key(191, 191), 1000, true)).toBe(true);
  });

  test('an hour in which no run has started allows one, however few calls are left', () => {
    expect(mayStart(key(949, 0), 1000, false)).toBe(true);
  });
});
