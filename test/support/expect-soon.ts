/** Expectations for a page whose state changes in a later task: React renders some updates after the event that caused them. */
import { setTimeout } from 'node:timers/promises';
import { waitLimitMs } from './browser.ts';

type Matchers<T> = jest.AndNot<jest.Matchers<Promise<void>, T>>;

/** Reading takes time that the page needs, so that pauses grow. */
const pauseMs = { first: 20, longest: 100 };

/**
 * Reads until the matcher accepts the value: `await expectSoon(() => field.inputValue()).toBe('метро')`. At the time limit of
 * all waits it fails for the last value as `expect` does, at the line of the test.
 */
export function expectSoon<T>(read: () => T | Promise<T>, negated = false): Matchers<T> {
  const repeat = (matcher: string | symbol) =>
    async function check(...expected: unknown[]): Promise<void> {
      const end = Date.now() + waitLimitMs;
      for (let pause = pauseMs.first; ; pause = Math.min(1.5 * pause, pauseMs.longest)) {
        try {
          const value = expect(await read());
          return Reflect.get(negated ? value.not : value, matcher)(...expected);
        } catch (error) {
          if (Date.now() >= end) {
            Error.captureStackTrace(error as Error, check);
            throw error;
          }
          await setTimeout(pause);
        }
      }
    };
  return new Proxy({} as Matchers<T>, {
    get: (_, matcher) => (matcher === 'not' ? expectSoon(read, true) : repeat(matcher)),
  });
}
