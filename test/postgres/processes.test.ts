/** A short run of `npm run bench -- processes`: real processes on one database, killed one after the other. */
import { runProcesses } from '../../scripts/bench/processes/run-processes.ts';
import { openTestStore, testDatabaseUrl } from '../support/test-store.ts';

test('two backends and two collectors that are killed lose, double and miscount nothing', async () => {
  const fixture = await openTestStore();
  try {
    const options = { kills: 3, pauseMs: 500, users: 2, userPauseMs: 20, posts: 10, endsLeases: true };
    const { problems, errors, figures } = await runProcesses({ url: testDatabaseUrl(), ...options });
    expect([...problems, ...errors]).toEqual([]);
    expect(figures.authors).toBeGreaterThan(0);
    expect(figures.messages).toBeGreaterThan(0);
  } finally {
    await fixture.close();
  }
});
