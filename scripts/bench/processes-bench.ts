/** `npm run bench -- processes`: see processes/run-trial.ts. Fails when anything is lost. */
import { startPostgres } from '../../test/support/postgres-server.ts';
import { buildIfChanged } from '../build.ts';
import { printTable, quantile } from './figures.ts';
import { runTrial } from './processes/run-trial.ts';

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Throws when there are problems. */
async function run(url: string | null, kills: number): Promise<void> {
  const { resumedMs, releasedMs, figures, errors, problems } = await runTrial({
    url,
    kills,
    pauseMs: 3000,
    resumeMs: 30_000,
    vk: { posts: 20, delayMs: 800 },
    // A short pause, so that something is due soon after each restart.
    users: { count: 3, pauseMs: 300, writesPerPhrase: 16 },
    // As many as kills, each of which takes at least this time.
    reports: { count: kills, everyMs: 5000 },
    endsLeases: false,
    log: console.log,
  });
  printTable(
    ['seconds from the restart', 'p50', 'p95', 'longest'],
    Object.entries({ 'to the next call of VK': resumedMs, 'until killed runs are over': releasedMs }).map(
      ([name, times]) => [name, ...[0.5, 0.95, 1].map((share) => seconds(quantile(times, share)))],
    ),
  );
  printTable(
    ['what', 'number'],
    Object.entries(figures).map(([name, value]) => [name, String(value)]),
  );
  for (const line of errors) console.log(line);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  if (problems.length > 0) throw new Error(`${problems.length} problems`);
  console.log('Nothing is lost, doubled or changed.');
}

/** A kill takes about 5 s, at most 40 s. */
export async function benchProcesses(engine: string, kills: number): Promise<void> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine is sqlite or postgres');
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills is a whole number from 1');
  await buildIfChanged({ mode: 'production' });
  if (engine === 'sqlite') return run(null, kills);
  const server = await startPostgres();
  await run(server.url('postgres'), kills).finally(() => server.stop());
}
