/** A clock that a test advances. */
export type TestClock = { now: () => number; advance(milliseconds: number): void };

export function createTestClock(start = Date.parse('2026-11-20T09:00:00Z')): TestClock {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
