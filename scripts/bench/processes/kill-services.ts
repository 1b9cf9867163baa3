/** Kills services with SIGKILL at random moments, restarts them, and measures how soon the collection resumes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../servers.ts';
import { numberOf, type Rows } from './check-database.ts';

/** One in this many kills comes during startup. */
const earlyEvery = 5;
/** Kills between two sign-ins: an access token expires after 15 minutes. */
const signInEvery = 10;
const pollMs = 100;

/** Returns the milliseconds until the condition is true; null when it is not within `ms`. */
export async function until(condition: () => Promise<boolean> | boolean, ms: number): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms) {
    if (await condition()) return performance.now() - startedAt;
    await sleep(pollMs);
  }
  return null;
}

export type Killing = {
  services: readonly ServerProcess[];
  rows: Rows;
  kills: number;
  /** Kills come at most this long after the collection has resumed. */
  pauseMs: number;
  /** The collection must resume within this time. */
  resumeMs: number;
  /** When VK was called last. */
  lastCall: () => number;
  signInAgain: () => Promise<void>;
  log: (line: string) => void;
};

/** Starts the service, and waits until it calls VK and the runs of the killed process are over. */
async function restart(service: ServerProcess, { rows, lastCall, resumeMs }: Killing) {
  const killedRuns = await numberOf(rows, 'SELECT coalesce(max(run_id), 0) FROM collection_runs');
  const startedAt = performance.now();
  const listening = service.start();
  const hasEnded = async () =>
    (await numberOf(rows, `SELECT count(*) FROM collection_phrases WHERE run_id <= ${killedRuns}`)) === 0;
  const [resumed, released] = await Promise.all([
    until(() => lastCall() > startedAt, resumeMs),
    until(hasEnded, resumeMs),
    listening,
  ]);
  return { resumed, released };
}

export async function killServices(killing: Killing) {
  const { services, kills, pauseMs, resumeMs, signInAgain, log } = killing;
  const [resumedMs, releasedMs]: [number[], number[]] = [[], []];
  const problems: string[] = [];
  const note = (times: number[], ms: number | null, made: number, what: string) => {
    times.push(ms ?? resumeMs);
    if (ms === null) problems.push(`after kill ${made} ${what} after ${resumeMs / 1000} s`);
  };
  for (let made = 1; made <= kills; made += 1) {
    const victim = services[Math.floor(Math.random() * services.length)] as ServerProcess;
    await victim.kill();
    if (made % earlyEvery === 0) {
      const early = victim.start();
      await sleep(Math.random() * 1500);
      await victim.kill();
      await early;
    }
    const { resumed, released } = await restart(victim, killing);
    note(resumedMs, resumed, made, 'VK was not called');
    note(releasedMs, released, made, 'a run of the killed process was open');
    log(
      `kill ${made} of ${victim.name}: resumed after ${resumed?.toFixed()} ms, runs over after ${released?.toFixed()} ms`,
    );
    if (made % signInEvery === 0) await signInAgain();
    await sleep(Math.random() * pauseMs);
  }
  const ascending = (times: number[]) => times.toSorted((a, b) => a - b);
  return { resumedMs: ascending(resumedMs), releasedMs: ascending(releasedMs), problems };
}
