/** `npm run bench -- processes` and `-- kills`: see processes/run-processes.ts and processes/run-kills.ts. Both fail on any loss. */
import { startPostgres } from '../../test/support/postgres-server.ts';
import { buildIfChanged } from '../build.ts';
import { printTable, quantile } from './figures.ts';
import { runKills } from './processes/run-kills.ts';
import { runProcesses } from './processes/run-processes.ts';

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

type Result = Awaited<ReturnType<typeof runProcesses>>;

/** Throws when there are problems. */
function report({ figures, errors, problems }: Result): void {
  printTable(
    ['what', 'number'],
    Object.entries(figures).map(([name, value]) => [name, String(value)]),
  );
  for (const line of errors) console.log(line);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  if (problems.length > 0) throw new Error(`${problems.length} problems`);
  console.log('Nothing is lost, doubled or changed.');
}

/** Calls `act` with the connection string of an empty database. */
async function withPostgres(act: (url: string) => Promise<void>): Promise<void> {
  const server = await startPostgres();
  await act(server.url('postgres')).finally(() => server.stop());
}

/** A kill takes about 5 s, at most 40 s. */
export async function benchKills(engine: string, kills: number): Promise<void> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine is sqlite or postgres');
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills is a whole number from 1');
  await buildIfChanged({ mode: 'production' });
  const run = async (url: string | null) => {
    const { resumedMs, releasedMs, ...result } = await runKills({ url, kills, log: console.log });
    printTable(
      ['seconds from the restart', 'p50', 'p95', 'longest'],
      Object.entries({ 'to the next call of VK': resumedMs, 'until killed runs are over': releasedMs }).map(
        ([name, times]) => [name, ...[0.5, 0.95, 1].map((share) => seconds(quantile(times, share)))],
      ),
    );
    report(result);
  };
  await (engine === 'postgres' ? withPostgres(run) : run(null));
}

/** Kills a process after each pause, then waits for the leases, which takes up to six minutes. */
const pauseMs = 5000;

export async function benchProcesses(seconds: number): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const kills = Math.floor((seconds * 1000) / pauseMs);
  const options = { kills, pauseMs, users: 4, userPauseMs: 100, posts: 60, endsLeases: false, log: console.log };
  await withPostgres(async (url) => report(await runProcesses({ url, ...options })));
}
