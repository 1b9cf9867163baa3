import type { KeyState } from '../store/call-budget-store.ts';
import { callLimit, callsLeft } from './call-budget.ts';

const key = (id: string, calls: number, state: KeyState['state'] = 'working'): KeyState => ({
  id,
  calls,
  state,
  until: null,
  code: null,
  message: null,
  redirectUri: null,
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

  test('broken keys and calls above the limit do not count as left', () => {
    expect(callsLeft([key('a', 40), key('b', 120), key('c', 0, 'resting'), key('d', 0, 'broken')], 100)).toBe(160);
  });
});
