/**
 * `npm run bench -- kills [--engine sqlite|postgres] [--kills 100]`: see kills/run-kills.ts. A kill takes about 5 s, at most 40 s.
 * Fails on any problem.
 */
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import { buildIfChanged } from '../build.ts';
import { runKills } from './kills/run-kills.ts';
import { quantile } from './quantile.ts';
import { printTable } from './table.ts';

async function createDatabase(server: PostgresServer): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE kills').finally(() => client.end());
  return server.url('kills');
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

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
  for (const line of errors) console.log(line);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
}

export async function benchKills({ engine, kills }: { engine: string; kills: number }): Promise<void> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine is sqlite or postgres');
  if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills is a whole number from 1');
  await buildIfChanged({ mode: 'production' });
  const server = engine === 'postgres' ? await startPostgres() : null;
  try {
    const url = server && (await createDatabase(server));
    const result = await runKills({ url, kills, log: console.log });
    print(result);
    if (result.problems.length > 0) throw new Error(`${result.problems.length} problems`);
    console.log(`${kills} kills on ${engine}: nothing is lost, doubled or changed.`);
  } finally {
    await server?.stop();
  }
}
