/** A short run of `npm run bench -- processes --engine postgres`. */
import { runTrial } from '../../scripts/bench/processes/run-trial.ts';
import { openTestStore, testDatabaseUrl } from '../support/test-store.ts';

/** In milliseconds: six starts of a service take a busy machine a minute and a half. */
const limitMs = 300_000;

test(
  'two services that are killed lose, duplicate and miscount nothing',
  async () => {
    const fixture = await openTestStore();
    try {
      const { problems, errors, figures } = await runTrial({
        url: testDatabaseUrl(),
        kills: 3,
        pauseMs: 500,
        // The test's own limit is shorter.
        resumeMs: 600_000,
        vk: { posts: 10, delayMs: 0 },
        reports: { count: 2, everyMs: 1000 },
        users: { count: 2, pauseMs: 20, writesPerPhrase: 25 },
        endsLeases: true,
      });
      expect([...problems, ...errors]).toEqual([]);
      expect(figures.authors).toBeGreaterThan(0);
      expect(figures.messages).toBeGreaterThan(0);
    } finally {
      await fixture.close();
    }
  },
  limitMs,
);
