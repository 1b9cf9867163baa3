/**
 * Two backends and two collectors, each in its own process with alerts, on one PostgreSQL. Users write, posts arrive, and one
 * process after the other is killed with SIGKILL and started again. At the end everything must be consistent.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConfiguredStore } from '../../../server/backend/open-store.ts';
import type { NewRule } from '../../../server/backend/rules/alerts/rule.ts';
import type { Store } from '../../../server/backend/store/store.ts';
import { checkDatabase, isDone, numberOf, openRows, type Rows } from './check-database.ts';
import { createServiceProcess, type ServiceProcess } from './service-process.ts';
import { startAlertReceiver, startSimulatedVk } from './stand-ins.ts';
import { callService, writeUntil } from './writing-users.ts';

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

export const account = { username: 'admin', password: 'admin-password-1' };

type Target = Pick<NewRule, 'channel' | 'address' | 'secret'>;

/** A client with a phrase, and rules that report all its stories to the targets. */
export async function prepare(store: Store, targets: readonly Target[]): Promise<string> {
  const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
  const now = Date.now();
  const { clientId } = await store.clients.create({ name: 'Клиент', ...contact, exportAccess: 'denied' }, now);
  await store.words.create({ text: 'первая', state: 'ready', fullSearch: false }, clientId);
  const owner = `client:${clientId}`;
  const view = await store.views.create({ account: owner, clientId: null, name: 'Всё', query: '' }, now);
  if (view.outcome !== 'saved') throw new Error(view.outcome);
  const rule = { name: 'Всё', condition: 'every', least: 1, period: 'hour', schedule: 'now', quiet: null } as const;
  for (const target of targets)
    await store.alerts.create({ account: owner, viewId: view.viewId, ...rule, ...target }, now);
  return clientId;
}

export async function signIn(process: ServiceProcess | undefined): Promise<string> {
  const { headers } = await callService(process, '/admin/auth/login', { body: account });
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Longer than a lease. */
export const settleMs = 8 * 60_000;
const pollMs = 100;

/** Returns the milliseconds until the condition is true; null when it is not within `ms`. */
export async function until(condition: () => Promise<boolean> | boolean, ms: number): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < ms) {
    if (await condition()) return performance.now() - begun;
    await sleep(pollMs);
  }
  return null;
}

/** Waits until everything is collected, reported and sent. */
async function settle(rows: Rows, endsLeases: boolean): Promise<void> {
  if (endsLeases) {
    await rows.read('UPDATE collection_phrases SET lease_until = 0 WHERE run_id IS NOT NULL');
    await rows.read("UPDATE deliveries SET due_at = 0 WHERE state = 'waiting'");
  }
  await until(() => isDone(rows), settleMs);
}

async function withRows<T>(url: string, act: (rows: Rows) => Promise<T>): Promise<T> {
  const rows = await openRows(url);
  return act(rows).finally(() => rows.close());
}

/** The counts of each backend, by its replica, are those of the database. */
async function findDifferentReplicas(rows: Rows, backends: readonly ServiceProcess[], cookie: string) {
  const stories = await numberOf(rows, 'SELECT count(DISTINCT story_id) FROM posts');
  const problems: string[] = [];
  for (const backend of backends) {
    const { body } = await callService(backend, '/vknf/posts/count?copies=hide', { cookie });
    const counted = (body as { total?: number } | null)?.total;
    if (counted !== stories) problems.push(`${backend.name} counts ${counted} stories of ${stories}`);
  }
  return problems;
}

export async function runProcesses({
  url,
  kills,
  pauseMs,
  users,
  userPauseMs,
  posts,
  endsLeases,
  log = () => {},
}: Options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-processes-'));
  const [vk, receiver] = await Promise.all([startSimulatedVk(posts), startAlertReceiver()]);
  const common = {
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: '4',
    SESSION_SECRET: randomUUID().repeat(2),
    ADMIN_PASSWORD: account.password,
    FULL_SEARCH_DAYS: '2',
    WEBHOOK_ALLOW: new URL(receiver.url).host,
    PUBLIC_URL: 'http://monitor.example.ru',
    LOG_LEVEL: 'info',
  };
  const collecting = { VK_SERVICE_KEY: 'service-key', VK_API_ORIGIN: vk.origin, COLLECTION_DAILY_CALLS: '1000000' };
  const named = (name: string, extra = {}) =>
    createServiceProcess(name, { ...common, ...extra, DATA_DIR: path.join(folder, name) });
  const backends = [named('backend-1'), named('backend-2')];
  const all = [...backends, named('collector-1', collecting), named('collector-2', collecting)];
  const over = new AbortController();
  try {
    const store = await openConfiguredStore({ DATA_DIR: path.join(folder, 'own'), DATABASE_URL: url });
    const clientId = await prepare(store, [{ channel: 'webhook', address: `${receiver.url}/hook`, secret: null }]);
    await store.close();
    await Promise.all(all.map((one) => one.start()));
    const cookie = await signIn(backends[0]);
    const writing = writeUntil({
      backends,
      cookie: () => cookie,
      clientId,
      count: users,
      pauseMs: userPauseMs,
      writesPerPhrase: 25,
      signal: over.signal,
    });
    const starts = new Map<ServiceProcess, Promise<void>>();
    for (let made = 0; made < kills; made += 1) {
      await sleep(pauseMs);
      const victim = all[Math.floor(Math.random() * all.length)] as ServiceProcess;
      log(`killing ${victim.name}`);
      await victim.kill();
      starts.set(victim, victim.start());
    }
    await Promise.all(starts.values());
    over.abort();
    const { acknowledged, unexpected } = await writing;
    log('waiting until all is collected and sent');
    const { received } = receiver;
    const problems = await withRows(url, async (rows) => {
      await settle(rows, endsLeases);
      return [
        ...(await checkDatabase(rows, { acknowledged, imported: new Set(), received, vkCalls: vk.calls.length })),
        ...(await findDifferentReplicas(rows, backends, cookie)),
      ];
    });
    const repeated = [...received.values()].filter(({ length }) => length > 1).length;
    return {
      problems: [...unexpected.map((what) => `unexpected: ${what}`), ...problems],
      errors: all.flatMap(({ name, errors }) => errors.map((line) => `${name}: ${line}`)),
      figures: {
        authors: acknowledged.authors.size,
        phrases: acknowledged.phrases.size,
        marks: acknowledged.marks.size,
        'calls of VK': vk.calls.length,
        messages: received.size,
        'received twice': repeated,
      },
    };
  } finally {
    over.abort();
    await Promise.all(all.map((one) => one.kill()));
    receiver.close();
    await vk.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
