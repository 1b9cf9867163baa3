/**
 * `npm run bench -- processes [--seconds 180]`: see processes/run-processes.ts. Kills a process every 5 s, then waits for the leases,
 * which takes up to six minutes. Fails on any loss.
 */
import pg from 'pg';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { buildIfChanged } from '../build.ts';
import { runProcesses } from './processes/run-processes.ts';

const pauseMs = 5000;

export async function benchProcesses(seconds = 180): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const server = await startPostgres();
  try {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query('CREATE DATABASE processes').finally(() => client.end());
    const { problems, errors, figures } = await runProcesses({
      url: server.url('processes'),
      kills: Math.floor((seconds * 1000) / pauseMs),
      pauseMs,
      users: 4,
      userPauseMs: 100,
      posts: 60,
      endsLeases: false,
      log: console.log,
    });
    for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
    for (const line of errors) console.log(line);
    for (const problem of problems) console.log(`PROBLEM ${problem}`);
    if (problems.length > 0) throw new Error(`${problems.length} problems`);
    console.log('Everything is consistent.');
  } finally {
    await server.stop();
  }
}
