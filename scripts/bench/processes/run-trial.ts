/**
 * What all trials of killed processes share: receivers, a client with rules, users who write while processes are killed, and the
 * check of the database at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConfiguredStore } from '../../../server/backend/open-store.ts';
import { databaseFileName } from '../../../server/backend/store/sqlite/database.ts';
import type { Store } from '../../../server/backend/store/store.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { type ServerProcess, signIn } from '../servers.ts';
import { checkDatabase, isDone, numberOf, openRows, type Rows } from './check-database.ts';
import { type AlertReceiver, startAlertReceiver, startSimulatedVk } from './stand-ins.ts';
import { type WritingOptions, writeUntil } from './writing-users.ts';

type Settings = Record<string, string>;

/** `over` ends the work of the users. `lastCall`: when VK was called last. */
export type Stage = {
  services: readonly ServerProcess[];
  rows: Rows;
  cookie(): string;
  signInAgain(): Promise<void>;
  lastCall(): number;
  over: AbortController;
};

/** `imported`: IDs of posts of imports that have ended. */
type Acted = { problems: string[]; imported: ReadonlySet<number>; figures: Record<string, number> };

type Trial = {
  /** An empty database of PostgreSQL; null: SQLite. */
  url: string | null;
  log?: ((line: string) => void) | undefined;
  /** New posts of each search, and how long a call takes. */
  vk: { posts: number; delayMs?: number };
  users: Pick<WritingOptions, 'count' | 'pauseMs' | 'writesPerPhrase'>;
  /** Ends the leases of killed processes, instead of waiting for their end. */
  endsLeases?: boolean;
  /** The users write to the first `backends` ones. `collecting`: settings of those that collect. */
  services(settings: Settings, collecting: Settings): ServerProcess[];
  backends: number;
  /** Kills processes while users write. */
  act(stage: Stage): Promise<Acted>;
  /** Runs when all is collected and sent. Returns problems. */
  finish(stage: Stage): Promise<string[]>;
};

const account = { username: 'admin', password: 'admin-password-1' };

/** A client with a phrase, and rules that report all its stories by webhook and mail. */
async function prepare(store: Store, hook: string): Promise<string> {
  const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
  const now = Date.now();
  const { clientId } = await store.clients.create({ name: 'Клиент', ...contact, exportAccess: 'denied' }, now);
  await store.words.create({ text: 'первая', state: 'ready', fullSearch: false }, clientId);
  const owner = `client:${clientId}`;
  const view = await store.views.create({ account: owner, clientId: null, name: 'Всё', query: '' }, now);
  if (view.outcome !== 'saved') throw new Error(view.outcome);
  const rule = { condition: 'every', least: 1, period: 'hour', schedule: 'now', quiet: null, secret: null } as const;
  const all = { ...rule, account: owner, viewId: view.viewId };
  await store.alerts.create({ ...all, name: 'Всё', channel: 'webhook', address: `${hook}/hook` }, now);
  await store.alerts.create({ ...all, name: 'Всё почтой', channel: 'email', address: 'anna@example.ru' }, now);
  return clientId;
}

/** Longer than a lease. */
const settleMs = 8 * 60_000;
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
async function settle(rows: Rows, endsLeases: boolean, rest: () => void): Promise<void> {
  if (endsLeases) {
    await rows.read('UPDATE collection_phrases SET lease_until = 0 WHERE run_id IS NOT NULL');
    await rows.read("UPDATE deliveries SET due_at = 0 WHERE state = 'waiting'");
  }
  // Phrases without posts are collected before there is nothing new.
  await until(async () => (await numberOf(rows, 'SELECT count(*) FROM words WHERE total_posts = 0')) === 0, settleMs);
  rest();
  await until(() => isDone(rows), settleMs);
}

function receivedBy(hooks: AlertReceiver, mails: MailServer): Map<string, string[]> {
  const received = new Map(hooks.received);
  for (const { mail, raw } of mails.received) {
    const key = /^<([^@]+)@/.exec(mail.messageId ?? '')?.[1] ?? `without a key: ${mail.subject}`;
    received.set(key, [...(received.get(key) ?? []), raw]);
  }
  return received;
}

type Receivers = { hooks: AlertReceiver; mails: MailServer };

const settingsOf = (url: string | null, folder: string, { hooks, mails }: Receivers): Settings => ({
  DATA_DIR: folder,
  ...(url !== null && { DATABASE_URL: url }),
  ADMIN_PASSWORD: account.password,
  FULL_SEARCH_DAYS: '2',
  WEBHOOK_ALLOW: new URL(hooks.url).host,
  SMTP_URL: mails.url,
  SMTP_FROM: 'monitor@example.ru',
  PUBLIC_URL: 'http://monitor.example.ru',
  LIMIT_PHRASES: '100000',
});

export async function runTrial(trial: Trial) {
  const { url, log = () => {}, users, backends: backendCount } = trial;
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-trial-'));
  let calledAt = 0;
  const onCall = () => {
    calledAt = performance.now();
  };
  const { posts, delayMs = 0 } = trial.vk;
  const vk = await startSimulatedVk(posts, { onCall, delayMs });
  const [hooks, mails] = await Promise.all([startAlertReceiver(), startMailServer()]);
  const store = await openConfiguredStore({ DATA_DIR: folder, DATABASE_URL: url });
  const clientId = await prepare(store, hooks.url).finally(() => store.close());
  const rows = await openRows(url, path.join(folder, databaseFileName));
  const collecting = { VK_SERVICE_KEY: 'service-key', VK_API_ORIGIN: vk.origin, COLLECTION_DAILY_CALLS: '1000000' };
  const services = trial.services(settingsOf(url, folder, { hooks, mails }), collecting);
  const backends = services.slice(0, backendCount);
  const over = new AbortController();
  let session = '';
  const cookie = () => session;
  const signInAgain = async () => {
    session = await signIn(backends[0]?.url() ?? '', 'admin', account);
  };
  const stage = { services, rows, cookie, signInAgain, lastCall: () => calledAt, over };
  try {
    await Promise.all(services.map((one) => one.start()));
    await signInAgain();
    const writing = writeUntil({ ...users, backends, cookie, clientId, signal: over.signal });
    const acted = await trial.act(stage).finally(() => over.abort());
    const { acknowledged, unexpected } = await writing;
    log('waiting until all is collected and sent');
    await settle(rows, trial.endsLeases ?? false, vk.rest);
    const finished = await trial.finish(stage);
    const received = receivedBy(hooks, mails);
    const facts = { acknowledged, imported: acted.imported, received, vkCalls: vk.calls.length };
    const kept = await checkDatabase(rows, facts);
    return {
      problems: [...acted.problems, ...unexpected.map((what) => `unexpected: ${what}`), ...finished, ...kept],
      errors: services.flatMap(({ name, errors }) => errors.map((line) => `${name}: ${line}`)),
      figures: {
        ...acted.figures,
        authors: acknowledged.authors.size,
        phrases: acknowledged.phrases.size,
        marks: acknowledged.marks.size,
        'calls of VK': vk.calls.length,
        messages: received.size,
        'received more than once': [...received.values()].filter(({ length }) => length > 1).length,
      },
    };
  } finally {
    await Promise.all(services.map((one) => one.kill()));
    await rows.close();
    hooks.close();
    await Promise.all([vk.close(), mails.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
