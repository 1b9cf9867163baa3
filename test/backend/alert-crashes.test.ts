// Proves: alerts#delivery, reports#sending
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { toParts } from '../../server/backend/domain/reports/contents.ts';
import { planOf } from '../../server/backend/domain/reports/plan.ts';
import { clientAccount } from '../../server/backend/rules/account.ts';
import type { NewRule } from '../../server/backend/rules/alerts/rule.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { startTestBackend } from '../support/backend.ts';
import { mailSteps, startMailServer } from '../support/mail-server.ts';
import { queueAlerts } from '../support/queued-alerts.ts';
import { addReport, createFakeMaker } from '../support/report-values.ts';
import { startBundle } from '../support/server-process.ts';
import { startWebhookReceiver, webhookSteps } from '../support/webhook-receiver.ts';

/** Sets the behaviour of a receiver at its steps. */
type SetOnStep<Step> = (onStep: (step: Step) => 'cut' | null) => void;
type Outcome = { state: string; tries: number; key: string; error: string | null };

/** Twelve processes start, one after another. */
const timeoutMs = 120_000;
const folders: string[] = [];
const children = new Set<ChildProcess>();
let over = false;
afterAll(async () => {
  over = true;
  await Promise.all([...children].map(kill));
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Adds a mail of a report, whose files are made. */
async function addReportMail({ clients, reports }: Store, clientId: string): Promise<void> {
  const now = Date.now();
  const account = clientAccount(clientId);
  await clients.update(clientId, { exportAccess: 'allowed' }, now);
  await addReport({ reports }, account, { viewIds: [], recipients: ['anna@example.ru'] }, null, now);
  const [report] = await reports.list(account);
  if (!report) throw new Error('There is no report');
  const plan = planOf(report, now, 0, 'Europe/Moscow');
  await reports.addTrial(report, plan, 'vera@example.ru', now);
  const sending = await reports.claimSending(now, now + 60_000);
  if (sending) await reports.setParts(sending, toParts(await createFakeMaker(Date.now).make(plan)));
}

/** A database with an alert and a trial that are due, and for the channel `email` with the mail of a report. */
async function prepare(rule: Pick<NewRule, 'channel' | 'address'>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-alerts-'));
  folders.push(folder);
  const backend = await startTestBackend({ config: { ...readConfig({}), DATA_DIR: folder } });
  const { clientId } = await backend.createClient();
  const { wordId } = await backend.createWord(clientId);
  const queued = queueAlerts(backend.store, { account: clientAccount(clientId), wordId, now: Date.now });
  const added = await queued.addRule(rule);
  await queued.queue(added);
  await backend.store.alerts.addTrial(added, Date.now());
  if (rule.channel === 'email') await addReportMail(backend.store, clientId);
  await backend.close();
  return folder;
}

/** As when the leases of a killed sender have ended. */
function endLeases(folder: string): void {
  const db = new DatabaseSync(path.join(folder, databaseFileName));
  db.exec('UPDATE deliveries SET due_at = 0');
  db.close();
}

type Receiver = { SMTP_URL?: string; WEBHOOK_ALLOW?: string };

function start(folder: string, receiver: Receiver): ChildProcess {
  if (over) throw new Error('The test has ended');
  const settings = { PUBLIC_URL: 'https://monitor.example.ru', SMTP_FROM: 'monitor@example.ru', LOG_LEVEL: 'silent' };
  const child = startBundle('backend.js', { DATA_DIR: folder, PORT: '0', ...settings, ...receiver });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function untilEnded(folder: string): Promise<Outcome[]> {
  const db = new DatabaseSync(path.join(folder, databaseFileName), { readOnly: true });
  const outcomes = db.prepare('SELECT state, tries, key, error FROM deliveries');
  let found: Outcome[];
  do {
    await pause(20);
    found = outcomes.all() as Outcome[];
  } while (!over && found.some(({ state }) => state === 'waiting'));
  db.close();
  return found;
}

/** Kills the backend at each step in turn, each time in a new process, and then lets one finish. */
async function killAtEachStep<Step extends string>(
  folder: string,
  setOnStep: SetOnStep<Step>,
  steps: readonly Step[],
  receiver: Receiver,
): Promise<Outcome[]> {
  for (const wanted of steps) {
    const child = start(folder, receiver);
    const exit = once(child, 'exit');
    setOnStep((step) => {
      if (step !== wanted) return null;
      child.kill('SIGKILL');
      return step === 'sent' ? null : 'cut';
    });
    expect(await exit).toEqual([null, 'SIGKILL']);
    endLeases(folder);
  }
  setOnStep(() => null);
  const child = start(folder, receiver);
  const outcomes = await untilEnded(folder);
  await kill(child);
  return outcomes;
}

/** Each of the messages was received, always with the same key and contents. */
function expectOnce(
  messages: number,
  outcomes: readonly Outcome[],
  received: readonly { key: string; contents: string }[],
): void {
  const kills = outcomes.reduce((sum, { tries }) => sum + tries, 0) - messages;
  expect(outcomes.map(({ state, error }) => [state, error])).toEqual(Array(messages).fill(['sent', null]));
  expect(kills).toBeGreaterThan(0);
  expect(received.length).toBeGreaterThan(messages);
  expect(new Set(received.map(({ key }) => key))).toEqual(new Set(outcomes.map(({ key }) => key)));
  expect(new Set(received.map(({ contents }) => contents)).size).toBe(messages);
}

describe('a backend killed with SIGKILL at each step of a delivery', () => {
  test.concurrent(
    'by e-mail loses no message, also of a report, and a repeated one has the same Message-ID and contents',
    async () => {
      const mails = await startMailServer();
      const folder = await prepare({ channel: 'email', address: 'anna@example.ru' });
      const outcomes = await killAtEachStep(
        folder,
        (onStep) => {
          mails.onStep = onStep;
        },
        mailSteps,
        { SMTP_URL: mails.url },
      );
      await mails.close();
      const received = mails.received.map(({ mail, raw }) => ({
        key: /^<(.+)@monitor\.example\.ru>$/.exec(mail.messageId ?? '')?.[1] ?? '',
        contents: raw,
      }));
      expectOnce(3, outcomes, received);
    },
    timeoutMs,
  );

  test.concurrent(
    'by webhook loses no message, and a repeated one has the same Idempotency-Key and body',
    async () => {
      const hooks = await startWebhookReceiver();
      const folder = await prepare({ channel: 'webhook', address: `${hooks.url}/hook` });
      const outcomes = await killAtEachStep(
        folder,
        (onStep) => {
          hooks.onStep = onStep;
        },
        webhookSteps,
        { WEBHOOK_ALLOW: new URL(hooks.url).host },
      );
      await hooks.close();
      const received = hooks.received.map(({ headers, body }) => ({
        key: String(headers['idempotency-key']),
        contents: body,
      }));
      expectOnce(2, outcomes, received);
    },
    timeoutMs,
  );
});
