// Proves: collection#collection-page
import { hourMs } from '../../../../shared/durations.ts';
import type { KeyState } from './quota.ts';
import { quotaOf } from './quota.ts';

const now = Date.UTC(2026, 10, 20);
const key = (calls: number, state: KeyState['state'] = 'working'): KeyState => ({
  id: 'a',
  calls,
  callsInHour: 0,
  state,
  until: null,
  code: null,
  message: null,
  redirectUri: null,
  lookUps: { calls: 0, rest: null },
  walls: { calls: 0, rest: null },
  comments: { calls: 0, rest: null },
});

test.each([
  ['the phrases need less than the limit', [key(900)], 950, { callsLeft: 50, lastsUntil: null }],
  ['they need more', [key(0)], 1900, { callsLeft: 950, lastsUntil: now + 12 * hourMs }],
  ['calls of the last day expire before that', [key(500)], 1400, { callsLeft: 450, lastsUntil: now + 12 * hourMs }],
  ['nothing is left', [key(1000)], 2000, { callsLeft: 0, lastsUntil: now }],
  ['nothing is left, and as much is needed', [key(1000)], 1000, { callsLeft: 0, lastsUntil: now }],
  ['two keys share the work', [key(0), key(0)], 3800, { callsLeft: 1900, lastsUntil: now + 12 * hourMs }],
  ['a broken key does not count', [key(0), key(0, 'broken')], 1900, { callsLeft: 950, lastsUntil: now + 12 * hourMs }],
  ['no key works', [key(0, 'broken')], 1900, { callsLeft: 0, lastsUntil: null }],
] as const)('when %s', (_, keys, callsPerDay, quota) => {
  expect(quotaOf(keys, 1000, callsPerDay, now)).toEqual(quota);
});
