/**
 * Runs the whole service with collection, alerts by mail and webhook, reports, imports, exports, marks and writers, and kills it
 * repeatedly. At the end no acknowledged change is lost, each message was sent with one content, and all counts are correct.
 */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openConfiguredStore } from '../../../server/backend/open-store.ts';
import { databaseFileName } from '../../../server/backend/store/sqlite/database.ts';
import type { Store } from '../../../server/backend/store/store.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { everyStory } from '../../../test/support/queued-alerts.ts';
import { addReport } from '../../../test/support/report-values.ts';
import { createServerProcess, type ServerProcess, signIn } from '../servers.ts';
import { checkDatabase, isDone, numberOf, openRows, type Rows } from './check-database.ts';
import { type Killing, killServices, until } from './kill-services.ts';
import { workBeside } from './side-work.ts';
import { type AlertReceiver, startAlertReceiver, startSimulatedVk } from './stand-ins.ts';
import { callService, type WritingOptions, writeUntil } from './writing-users.ts';

type Options = Pick<Killing, 'kills' | 'pauseMs' | 'resumeMs'> & {
  /** An empty database of PostgreSQL, for two services; null: one service on SQLite. */
  url: string | null;
  /** The new posts of each search, and the duration of a call: slow calls let kills hit runs. */
  vk: { posts: number; delayMs: number };
  users: Pick<WritingOptions, 'count' | 'pauseMs' | 'writesPerPhrase'>;
  /** How many reports there are, and the time between their dates, from the start on. */
  reports: { count: number; everyMs: number };
  /** Expires the leases of killed processes instead of waiting for them. */
  endsLeases: boolean;
  log?: (line: string) => void;
};

const account = { username: 'admin', password: 'admin-password-1' };

/** Each report is sent once: its next date is a day later. */
async function addReports(store: Store, account: string, viewId: number, { count, everyMs }: Options['reports']) {
  const now = Date.now();
  for (let index = 0; index < count; index += 1) {
    const fields = { name: `Отчёт ${index}`, viewIds: [viewId], weekdays: [1, 2, 3, 4, 5, 6, 7] };
    await addReport(store, account, { ...fields, period: 'yesterday' }, now + index * everyMs, now);
  }
}

/** A client with a phrase, rules that report all its stories by webhook and mail, and reports by mail. */
async function prepare(store: Store, hook: string, reports: Options['reports']): Promise<string> {
  const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
  const now = Date.now();
  const { clientId } = await store.clients.create({ name: 'Клиент', ...contact, exportAccess: 'allowed' }, now);
  await store.words.create({ text: 'первая', state: 'ready', fullSearch: false }, clientId);
  const owner = `client:${clientId}`;
  const view = await store.views.create({ account: owner, clientId: null, name: 'Всё', query: '' }, now);
  if (view.outcome !== 'saved') throw new Error(view.outcome);
  const all = { ...everyStory, account: owner, viewId: view.id };
  await store.alerts.create({ ...all, name: 'Всё', channel: 'webhook', address: `${hook}/hook` }, now);
  await store.alerts.create({ ...all, name: 'Всё почтой', channel: 'email', address: 'anna@example.ru' }, now);
  await addReports(store, owner, view.id, reports);
  return clientId;
}

/** Longer than a lease. */
const settleMs = 8 * minuteMs;

async function settle(rows: Rows, endsLeases: boolean, rest: () => void): Promise<void> {
  if (endsLeases) {
    await rows.read('UPDATE collection_phrases SET lease_until = 0 WHERE run_id IS NOT NULL');
    await rows.read("UPDATE deliveries SET due_at = 0 WHERE state = 'waiting'");
    await rows.read('UPDATE report_sendings SET make_at = 0 WHERE make_at IS NOT NULL');
  }
  // Collect all phrases at least once before searches stop finding posts.
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

/** All services have the same settings and, on PostgreSQL, separate folders. */
function createServices(url: string | null, folder: string, hook: string, { url: smtp }: MailServer, vk: string) {
  const settings: Record<string, string> = {
    ADMIN_PASSWORD: account.password,
    FULL_SEARCH_DAYS: '2',
    WEBHOOK_ALLOW: new URL(hook).host,
    SMTP_URL: smtp,
    SMTP_FROM: 'monitor@example.ru',
    PUBLIC_URL: 'http://monitor.example.ru',
    LIMIT_PHRASES: '100000',
    VK_SERVICE_KEY: 'service-key',
    VK_API_ORIGIN: vk,
    COLLECTION_DAILY_CALLS: '1000000',
    SESSION_SECRET: randomUUID().repeat(2),
    ...(url !== null && { DATABASE_URL: url, DATABASE_CONNECTIONS: '4' }),
  };
  const environments = (url === null ? [''] : ['service-1', 'service-2']).map((name) => ({
    ...settings,
    DATA_DIR: path.join(folder, name),
  }));
  const services = environments.map((environment, index) => createServerProcess(`service-${index + 1}`, environment));
  return { services, environment: environments[0] ?? settings };
}

/** Finds services whose counts of stories differ from the database. Each may have its own replica, which may be behind for a while. */
async function findDifferentCounts(rows: Rows, services: readonly ServerProcess[], cookie: string): Promise<string[]> {
  const stories = await numberOf(rows, 'SELECT count(DISTINCT story_id) FROM posts');
  const problems: string[] = [];
  for (const service of services) {
    let counted: number | undefined;
    const isEqual = async () => {
      const { body } = await callService(service, '/vknf/posts/count?copies=hide', { cookie });
      counted = (body as { total?: number } | null)?.total;
      return counted === stories;
    };
    if ((await until(isEqual, minuteMs)) === null)
      problems.push(`${service.name} counts ${counted} stories of ${stories}`);
  }
  return problems;
}

/**
 * On a busy machine the database or the search copy answers later than a call, a job or a new connection waits, and the service
 * says so. It goes on afterwards: what such a fault loses is found in the database.
 */
const isLate = (line: string): boolean =>
  /"fault":"[^"]*(did not answer in time|cannot be reached|is being built)/.test(line) ||
  /"status":503,.*"msg":"request"/.test(line);

export async function runTrial({
  url,
  users,
  reports,
  vk: { posts, delayMs },
  endsLeases,
  log = () => {},
  ...killing
}: Options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-trial-'));
  let calledAt = 0;
  const onCall = () => {
    calledAt = performance.now();
  };
  const vk = await startSimulatedVk(posts, { onCall, delayMs });
  const [hooks, mails] = await Promise.all([startAlertReceiver(), startMailServer()]);
  const store = await openConfiguredStore({ DATA_DIR: folder, DATABASE_URL: url });
  const clientId = await prepare(store, hooks.origin, reports).finally(() => store.close());
  const rows = await openRows(url, path.join(folder, databaseFileName));
  const { services, environment } = createServices(url, folder, hooks.origin, mails, vk.origin);
  const [first] = services as [ServerProcess];
  const over = new AbortController();
  const { signal } = over;
  let session = '';
  const cookie = () => session;
  const signInAgain = async () => {
    session = await signIn(first.url() ?? '', 'admin', account);
  };
  try {
    await Promise.all(services.map((one) => one.start()));
    await signInAgain();
    const writing = writeUntil({ ...users, backends: services, cookie, clientId, signal });
    const besides = workBeside(first, { environment, cookie, signal });
    const lastCall = () => calledAt;
    const trial = { ...killing, services, rows, lastCall, signInAgain, log };
    const killed = await killServices(trial).finally(() => over.abort());
    const { acknowledged, unexpected } = await writing;
    const { imported, failedImports, exports, problems: differences } = await besides;
    log('waiting until all is collected and sent');
    await settle(rows, endsLeases, vk.rest);
    const counts = await findDifferentCounts(rows, services, cookie());
    const reportsSent = await numberOf(rows, 'SELECT count(*) FROM report_sendings');
    await Promise.all(services.map((one) => one.kill('SIGTERM')));
    const received = receivedBy(hooks, mails);
    const kept = await checkDatabase(rows, { acknowledged, imported, received, vkCalls: vk.calls.length });
    const lines = services.flatMap(({ name, errors }) => errors.map((line) => `${name}: ${line}`));
    const strange = unexpected.map((what) => `unexpected: ${what}`);
    return {
      ...killed,
      problems: [...killed.problems, ...differences, ...strange, ...counts, ...kept],
      errors: lines.filter((line) => !isLate(line)),
      figures: {
        kills: killing.kills,
        authors: acknowledged.authors.size,
        phrases: acknowledged.phrases.size,
        marks: acknowledged.marks.size,
        'posts imported': imported.size,
        'imports broken off': failedImports,
        'exports complete': exports.complete,
        'exports broken off': exports.broken,
        'calls of VK': vk.calls.length,
        messages: received.size,
        'sendings of reports': reportsSent,
        'lines about late answers': lines.filter(isLate).length,
        'received more than once': [...received.values()].filter(({ length }) => length > 1).length,
      },
    };
  } finally {
    await Promise.all(services.map((one) => one.kill()));
    await rows.close();
    await Promise.all([vk.close(), hooks.close(), mails.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
