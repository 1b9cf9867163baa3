/**
 * Two backends and two collectors, each in its own process with alerts, on one PostgreSQL. Users write, posts arrive, and one
 * process after the other is killed with SIGKILL and started again. At the end everything must be consistent.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServerProcess, type ServerProcess } from '../servers.ts';
import { numberOf } from './check-database.ts';
import { runTrial, type Stage } from './run-trial.ts';
import { callService } from './writing-users.ts';

type Options = {
  /** The connection string of an empty database. */
  url: string;
  /** Kills one process after each pause. */
  kills: number;
  pauseMs: number;
  users: number;
  /** Between two writes of a user. */
  userPauseMs: number;
  /** New posts of each search. */
  posts: number;
  /** Ends the leases of killed processes, instead of waiting for their end. */
  endsLeases: boolean;
  log?: (line: string) => void;
};

const backends = 2;

/** The counts of each backend, by its replica, are those of the database. */
async function findDifferentReplicas({ rows, services, cookie }: Stage): Promise<string[]> {
  const stories = await numberOf(rows, 'SELECT count(DISTINCT story_id) FROM posts');
  const problems: string[] = [];
  for (const backend of services.slice(0, backends)) {
    const { body } = await callService(backend, '/vknf/posts/count?copies=hide', { cookie: cookie() });
    const counted = (body as { total?: number } | null)?.total;
    if (counted !== stories) problems.push(`${backend.name} counts ${counted} stories of ${stories}`);
  }
  return problems;
}

export async function runProcesses({ url, kills, pauseMs, users, userPauseMs, posts, endsLeases, log }: Options) {
  return runTrial({
    url,
    log,
    vk: { posts },
    users: { count: users, pauseMs: userPauseMs, writesPerPhrase: 25 },
    endsLeases,
    backends,
    services({ DATA_DIR: folder = '', ...settings }, collecting) {
      const common = { ...settings, DATABASE_CONNECTIONS: '4', SESSION_SECRET: randomUUID().repeat(2) };
      const named = (name: string, extra = {}) =>
        createServerProcess(name, { ...common, ...extra, DATA_DIR: path.join(folder, name) });
      const collectors = [named('collector-1', collecting), named('collector-2', collecting)];
      return [named('backend-1'), named('backend-2'), ...collectors];
    },
    async act({ services }) {
      const starts = new Map<ServerProcess, Promise<void>>();
      for (let made = 0; made < kills; made += 1) {
        await sleep(pauseMs);
        const victim = services[Math.floor(Math.random() * services.length)] as ServerProcess;
        log?.(`killing ${victim.name}`);
        await victim.kill();
        starts.set(victim, victim.start());
      }
      await Promise.all(starts.values());
      return { problems: [], imported: new Set(), figures: {} };
    },
    finish: findDifferentReplicas,
  });
}
