/**
 * The whole service with everything on: collection, alerts by mail and webhook, imports, exports, marks and writers. It is killed
 * with SIGKILL at random moments and started again. At the end nothing acknowledged is lost, each message was sent with one
 * content, and the collection has resumed in time after every restart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConfiguredStore } from '../../../server/backend/open-store.ts';
import { databaseFileName } from '../../../server/backend/store/sqlite/database.ts';
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts';
import { checkDatabase, isDone, numberOf, openRows, type Rows } from './check-database.ts';
import { account, prepare, settleMs, signIn, until } from './run-processes.ts';
import { createServiceProcess, type ServiceProcess } from './service-process.ts';
import { workBeside } from './side-work.ts';
import { type AlertReceiver, type SimulatedVk, startAlertReceiver, startSimulatedVk } from './stand-ins.ts';
import { writeUntil } from './writing-users.ts';

/** `url`: an empty database of PostgreSQL; null: SQLite. */
type Options = { url: string | null; kills: number; log?: (line: string) => void };

const users = 3;
const userPauseMs = 300;
/** Something is due soon after each restart. */
const writesPerPhrase = 16;
const postsPerSearch = 20;
/** Slow calls let kills hit runs. */
const callMs = 800;
/** What the collection needs at most to resume. */
const resumeMs = 30_000;
const waitMs = 35_000;
/** Kills come up to so much later than the collection has resumed; one of `earlyEvery` comes during the start. */
const laterMs = 3000;
const earlyEvery = 5;
/** A session's access ends after 15 minutes. */
const signInEvery = 10;

type Stage = { service: ServiceProcess; rows: Rows; lastCall: () => number; log: (line: string) => void };

/** Starts the service, and waits until the collection has resumed and runs of the killed process are over. */
async function restart({ service, rows, lastCall }: Stage) {
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

async function killAgainAndAgain(stage: Stage, kills: number, onRestart: (made: number) => Promise<void>) {
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
    await onRestart(made);
    await sleep(Math.random() * laterMs);
  }
  const ascending = (times: number[]) => times.toSorted((a, b) => a - b);
  return { resumedMs: ascending(resumedMs), releasedMs: ascending(releasedMs), problems };
}

async function settle(rows: Rows, vk: SimulatedVk): Promise<void> {
  // Phrases without posts are collected before there is nothing new.
  const empty = async () => (await numberOf(rows, 'SELECT count(*) FROM words WHERE total_posts = 0')) === 0;
  await until(empty, settleMs);
  vk.rest();
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

type Receivers = { vk: SimulatedVk; hooks: AlertReceiver; mails: MailServer };

const settingsOf = (url: string | null, folder: string, { vk, hooks, mails }: Receivers): Record<string, string> => ({
  DATA_DIR: folder,
  ...(url !== null && { DATABASE_URL: url }),
  ADMIN_PASSWORD: account.password,
  FULL_SEARCH_DAYS: '2',
  VK_SERVICE_KEY: 'service-key',
  VK_API_ORIGIN: vk.origin,
  COLLECTION_DAILY_CALLS: '1000000',
  WEBHOOK_ALLOW: new URL(hooks.url).host,
  SMTP_URL: mails.url,
  SMTP_FROM: 'monitor@example.ru',
  PUBLIC_URL: 'http://monitor.example.ru',
  LIMIT_PHRASES: '100000',
});

async function runOn(
  url: string | null,
  folder: string,
  receivers: Receivers & Pick<Stage, 'lastCall'>,
  options: Options,
) {
  const { vk, hooks, mails, lastCall } = receivers;
  const { kills, log = () => {} } = options;
  const environment = settingsOf(url, folder, receivers);
  const store = await openConfiguredStore({ DATA_DIR: folder, DATABASE_URL: url });
  const clientId = await prepare(store, [
    { channel: 'webhook', address: `${hooks.url}/hook`, secret: null },
    { channel: 'email', address: 'anna@example.ru', secret: null },
  ]);
  await store.close();
  const service = createServiceProcess('the service', environment, 'main.js');
  const rows = await openRows(url, path.join(folder, databaseFileName));
  const over = new AbortController();
  try {
    await service.start();
    let session = await signIn(service);
    const cookie = () => session;
    const writing = writeUntil({
      backends: [service],
      cookie,
      clientId,
      count: users,
      pauseMs: userPauseMs,
      writesPerPhrase,
      signal: over.signal,
    });
    const besides = workBeside(service, { environment, cookie, signal: over.signal });
    const { problems, ...times } = await killAgainAndAgain({ service, rows, lastCall, log }, kills, async (made) => {
      if (made % signInEvery === 0) session = await signIn(service);
    });
    over.abort();
    const [{ acknowledged, unexpected }, beside] = await Promise.all([writing, besides]);
    log('waiting until all is collected and sent');
    await settle(rows, vk);
    await service.kill('SIGTERM');
    const received = receivedBy(hooks, mails);
    const kept = await checkDatabase(rows, {
      acknowledged,
      imported: beside.imported,
      received,
      vkCalls: vk.calls.length,
    });
    return {
      ...times,
      errors: service.errors,
      problems: [...problems, ...unexpected.map((what) => `unexpected: ${what}`), ...beside.problems, ...kept],
      figures: {
        kills,
        'authors acknowledged': acknowledged.authors.size,
        'phrases acknowledged': acknowledged.phrases.size,
        'stories marked': acknowledged.marks.size,
        'posts imported': beside.imported.size,
        'imports broken off': beside.failedImports,
        'exports complete': beside.exports.complete,
        'exports broken off': beside.exports.broken,
        'calls of VK': vk.calls.length,
        'messages received': received.size,
        'received more than once': [...received.values()].filter(({ length }) => length > 1).length,
      },
    };
  } finally {
    over.abort();
    await service.kill();
    await rows.close();
  }
}

export async function runKills(options: Options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-kills-'));
  let calledAt = 0;
  const onCall = () => {
    calledAt = performance.now();
  };
  const [vk, hooks, mails] = await Promise.all([
    startSimulatedVk(postsPerSearch, { onCall, delayMs: callMs }),
    startAlertReceiver(),
    startMailServer(),
  ]);
  try {
    return await runOn(options.url, folder, { vk, hooks, mails, lastCall: () => calledAt }, options);
  } finally {
    hooks.close();
    await Promise.all([vk.close(), mails.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
