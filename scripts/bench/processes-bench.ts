/**
 * `npm run bench -- processes` and `-- kills`: see processes/run-processes.ts and processes/run-kills.ts. Both fail on any
 * loss.
 */
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import { buildIfChanged } from '../build.ts';
import { printTable, quantile } from './figures.ts';
import { runKills } from './processes/run-kills.ts';
import { runProcesses } from './processes/run-processes.ts';

async function createDatabase(server: PostgresServer): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE bench').finally(() => client.end());
  return server.url('bench');
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Throws when there are problems. */
function report(errors: readonly string[], problems: readonly string[]): void {
  for (const line of errors) console.log(line);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  if (problems.length > 0) throw new Error(`${problems.length} problems`);
}

function print({ figures, resumedMs, releasedMs, errors, problems }: Awaited<ReturnType<typeof runKills>>): void {
  printTable(
    ['what', 'number'],
    Object.entries(figures).map(([name, value]) => [name, String(value)]),
  );
  printTable(
    ['seconds from the restart', 'p50', 'p95', 'longest'],
    Object.entries({ 'to the next call of VK': resumedMs, 'until killed runs are over': releasedMs }).map(
      ([name, times]) => [name, ...[0.5, 0.95, 1].map((share) => seconds(quantile(times, share)))],
    ),
  );
  report(errors, problems);
}

/** A kill takes about 5 s, at most 40 s. */
export async function benchKills(engine: string, kills: number): Promise<void> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine is sqlite or postgres');
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills is a whole number from 1');
  await buildIfChanged({ mode: 'production' });
  const server = engine === 'postgres' ? await startPostgres() : null;
  try {
    const url = server && (await createDatabase(server));
    const result = await runKills({ url, kills, log: console.log });
    print(result);
    console.log(`${kills} kills on ${engine}: nothing is lost, doubled or changed.`);
  } finally {
    await server?.stop();
  }
}

/**
 * `npm run bench -- processes [--seconds 180]`: see processes/run-processes.ts. Kills a process every 5 s, then waits for the leases,
 * which takes up to six minutes. Fails on any loss.
 */
const pauseMs = 5000;

export async function benchProcesses(seconds: number): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const server = await startPostgres();
  try {
    const { problems, errors, figures } = await runProcesses({
      url: await createDatabase(server),
      kills: Math.floor((seconds * 1000) / pauseMs),
      pauseMs,
      users: 4,
      userPauseMs: 100,
      posts: 60,
      endsLeases: false,
      log: console.log,
    });
    for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
    report(errors, problems);
    console.log('Everything is consistent.');
  } finally {
    await server.stop();
  }
}
