/**
 * The whole service with everything on: collection, alerts by mail and webhook, imports, exports, marks and writers. It is killed
 * with SIGKILL at random moments and started again. At the end nothing acknowledged is lost, each message was sent with one
 * content, and the collection has resumed in time after every restart.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createServerProcess, type ServerProcess } from '../servers.ts';
import { numberOf } from './check-database.ts';
import { runTrial, type Stage, until } from './run-trial.ts';
import { workBeside } from './side-work.ts';

/** `url`: an empty database of PostgreSQL; null: SQLite. */
type Options = { url: string | null; kills: number; log?: (line: string) => void };

/** What the collection needs at most to resume. */
const resumeMs = 30_000;
const waitMs = 35_000;
/** Kills come up to so much later than the collection has resumed; one of `earlyEvery` comes during the start. */
const laterMs = 3000;
const earlyEvery = 5;
/** A session's access ends after 15 minutes. */
const signInEvery = 10;

type Killing = Pick<Stage, 'rows' | 'lastCall' | 'signInAgain'> & {
  service: ServerProcess;
  log: (line: string) => void;
};

/** Starts the service, and waits until the collection has resumed and runs of the killed process are over. */
async function restart({ service, rows, lastCall }: Killing) {
  const killedRuns = await numberOf(rows, 'SELECT coalesce(max(run_id), 0) FROM collection_runs');
  const begun = performance.now();
  const listening = service.start();
  const hasEnded = async () =>
    (await numberOf(rows, `SELECT count(*) FROM collection_phrases WHERE run_id <= ${killedRuns}`)) === 0;
  const [resumed, released] = await Promise.all([
    until(() => lastCall() > begun, waitMs),
    until(hasEnded, waitMs),
    listening,
  ]);
  return { resumed, released };
}

async function killAgainAndAgain(stage: Killing, kills: number) {
  const [resumedMs, releasedMs]: [number[], number[]] = [[], []];
  const problems: string[] = [];
  const note = (times: number[], ms: number | null, made: number, what: string) => {
    times.push(ms ?? waitMs);
    if (ms === null || ms > resumeMs) problems.push(`after kill ${made} ${what} after ${resumeMs / 1000} s`);
  };
  for (let made = 1; made <= kills; made += 1) {
    await stage.service.kill();
    if (made % earlyEvery === 0) {
      const early = stage.service.start();
      await sleep(Math.random() * 1500);
      await stage.service.kill();
      await early;
    }
    const { resumed, released } = await restart(stage);
    note(resumedMs, resumed, made, 'VK was not called');
    note(releasedMs, released, made, 'a run of the killed process was open');
    stage.log(
      `kill ${made}: resumed after ${Math.round(resumed ?? waitMs)} ms, runs over after ${Math.round(released ?? waitMs)} ms`,
    );
    if (made % signInEvery === 0) await stage.signInAgain();
    await sleep(Math.random() * laterMs);
  }
  const ascending = (times: number[]) => times.toSorted((a, b) => a - b);
  return { resumedMs: ascending(resumedMs), releasedMs: ascending(releasedMs), problems };
}

export async function runKills({ url, kills, log = () => {} }: Options) {
  let environment: Record<string, string> = {};
  let times: { resumedMs: number[]; releasedMs: number[] } = { resumedMs: [], releasedMs: [] };
  const result = await runTrial({
    url,
    log,
    // Slow calls let kills hit runs.
    vk: { posts: 20, delayMs: 800 },
    // Something is due soon after each restart.
    users: { count: 3, pauseMs: 300, writesPerPhrase: 16 },
    backends: 1,
    services(settings, collecting) {
      environment = { ...settings, ...collecting };
      return [createServerProcess('the service', environment, { bundle: 'main.js' })];
    },
    async act({ services, over, ...stage }) {
      const service = services[0] as ServerProcess;
      const besides = workBeside(service, { environment, cookie: stage.cookie, signal: over.signal });
      const { problems, ...measured } = await killAgainAndAgain({ ...stage, service, log }, kills);
      times = measured;
      over.abort();
      const { imported, failedImports, exports, problems: differences } = await besides;
      return {
        problems: [...problems, ...differences],
        imported,
        figures: {
          kills,
          'posts imported': imported.size,
          'imports broken off': failedImports,
          'exports complete': exports.complete,
          'exports broken off': exports.broken,
        },
      };
    },
    async finish({ services }) {
      await services[0]?.kill('SIGTERM');
      return [];
    },
  });
  return { ...result, ...times };
}
