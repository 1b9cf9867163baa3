import { endOfFault } from './run-phrase.ts';
import { type FaultKind, SourceFault } from './search-source.ts';

const now = Date.parse('2026-03-01T09:00:00Z');
const minute = 60_000;

describe('a run with a fault', () => {
  test.each<[FaultKind, string, number]>([
    ['temporary', 'waiting', 5 * minute],
    ['budget', 'waiting', 0],
    ['keys', 'waiting', minute],
    ['object', 'waiting', 60 * minute],
    ['request', 'failed', 24 * 60 * minute],
  ])('of kind %s ends as %s, and the phrase is due again after %i ms', (kind, outcome, delayMs) => {
    expect(endOfFault(new SourceFault(kind, 'reason'), now)).toEqual({
      outcome,
      reason: 'reason',
      dueAt: now + delayMs,
    });
  });

  test('with a time for the next try waits until then', () => {
    const fault = new SourceFault('temporary', 'Flood control', { until: now + 7 * minute });
    expect(endOfFault(fault, now).dueAt).toBe(now + 7 * minute);
  });

  test('because no calls are left is due at once, whenever the next call expires', () => {
    const fault = new SourceFault('budget', 'No calls left', { until: now + 7 * minute });
    expect(endOfFault(fault, now).dueAt).toBe(now);
  });

  test('of the program waits, and hides the details', () => {
    const end = endOfFault(new TypeError('x is undefined'), now);
    expect(end).toEqual({
      outcome: 'waiting',
      reason: expect.not.stringContaining('undefined'),
      dueAt: now + 60 * minute,
    });
  });
});
