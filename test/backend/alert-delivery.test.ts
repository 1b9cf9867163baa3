// Proves: alerts#channels, alerts#delivery
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { createChannels } from '../../server/backend/jobs/sending/channels.ts';
import { leaseMs, type SenderDeps } from '../../server/backend/jobs/sending/deliver.ts';
import { createSender, triesMax } from '../../server/backend/jobs/sending/sender.ts';
import { clientAccount } from '../../server/backend/rules/account.ts';
import type { AlertRule } from '../../server/backend/rules/alerts/rule.ts';
import { parseAllowList } from '../../server/platform/allow-list.ts';
import { hourMs } from '../../shared/durations.ts';
import * as messages from '../../shared/messages.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { type MailFault, type MailServer, type MailStep, startMailServer } from '../support/mail-server.ts';
import { type QueuedAlerts, queueAlerts } from '../support/queued-alerts.ts';
import { writeSelfSigned } from '../support/self-signed.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';
import { createTestClock } from '../support/test-clock.ts';
import {
  startWebhookReceiver,
  type WebhookFault,
  type WebhookReceiver,
  type WebhookStep,
} from '../support/webhook-receiver.ts';

const clock = createTestClock();
const mailbox = 'anna@example.ru';
const secret = 'webhook-secret';
/** A fault ends by itself after this time. */
const shortMs = 300;

let backend: TestBackend;
let mails: MailServer;
let hooks: WebhookReceiver;
let queued: QueuedAlerts;
let byMail: AlertRule;
let byWebhook: AlertRule;
const log: string[] = [];

beforeAll(async () => {
  [backend, mails, hooks] = await Promise.all([
    startTestBackend({ now: clock.now }),
    startMailServer(),
    startWebhookReceiver(),
  ]);
  const { clientId } = await backend.createClient();
  const { wordId } = await backend.createWord(clientId, { text: 'метро' });
  queued = queueAlerts(backend.store, { account: clientAccount(clientId), wordId, now: clock.now });
  byMail = await queued.addRule({ channel: 'email', address: mailbox, name: 'Метро' });
  byWebhook = await queued.addRule({ channel: 'webhook', address: `${hooks.url}/hook`, secret });
});
afterAll(() => Promise.all([mails.close(), hooks.close(), backend.close()]));
beforeEach(() => {
  mails.received.length = 0;
  hooks.received.length = 0;
  mails.onStep = () => null;
  hooks.onStep = () => null;
  log.length = 0;
});

const hostOf = ({ url }: { url: string }): string => new URL(url).host;

type Options = {
  timeoutMs?: number;
  smtpUrl?: string;
  allowed?: string;
  mailDomains?: string[];
  deps?: Partial<SenderDeps>;
};

function senderDeps({ timeoutMs = 30_000, smtpUrl, allowed, mailDomains = [], deps }: Options = {}): SenderDeps {
  const settings = {
    PORT: 3000,
    PUBLIC_URL: 'https://monitor.example.ru',
    SMTP_URL: smtpUrl ?? mails.url,
    SMTP_FROM: 'LDVK Монитор <monitor@example.ru>',
    MAIL_DOMAINS: mailDomains,
    WEBHOOK_ALLOW: parseAllowList(allowed ?? hostOf(hooks)),
  };
  return {
    alerts: backend.store.alerts,
    posts: backend.store.posts,
    channels: createChannels(settings, clock.now, timeoutMs),
    mails: null,
    settings: { consoleUrl: 'https://monitor.example.ru', product: 'LDVK Монитор', timeZone: 'Europe/Moscow' },
    now: clock.now,
    logger: pino({ base: null }, { write: (line: string) => void log.push(line) }),
    ...deps,
  };
}

function fail(error: unknown): never {
  throw error;
}

/** Sends due messages until none is left. */
async function deliver(options: Options = {}, signal = new AbortController().signal): Promise<void> {
  const sender = createSender(senderDeps(options), signal, fail);
  await sender.tick();
  await sender.settled();
}

/** Passes the pause before the next try. */
async function deliverLater(options?: Options): Promise<void> {
  clock.advance(Math.max(0, (await queued.newest()).dueAt - clock.now()));
  await deliver(options);
}

/** A fault after the end repeats a received message. On a busy machine this may take a short time. */
function expectReceived(
  received: readonly object[],
  at: MailStep | WebhookStep,
  fault: MailFault | WebhookFault,
): void {
  const repeated = at === 'end' ? 2 : 1;
  if (fault !== 'hang') expect(received).toHaveLength(repeated);
  else expect([1, repeated]).toContain(received.length);
}

describe('an e-mail', () => {
  test('has one recipient, the posts of the message, and headers of an automatic message', async () => {
    await queued.queue(byMail, ['Первая станция метро', 'Вторая станция метро']);
    // A weekly message may wait for days. Filters of junk mail distrust a date in the past.
    clock.advance(6 * 24 * hourMs);
    await deliver();
    const { key, state, tries, error } = await queued.newest();
    expect({ state, tries, error }).toEqual({ state: 'sent', tries: 1, error: null });
    const [{ mail, recipients, raw } = { mail: null, recipients: [], raw: '' }] = mails.received;
    expect(recipients).toEqual([mailbox]);
    expect(mail).toMatchObject({
      subject: 'Метро: 2 новых поста',
      messageId: `<${key}@monitor.example.ru>`,
      from: { text: '"LDVK Монитор" <monitor@example.ru>' },
      to: { text: mailbox },
      date: new Date(clock.now()),
    });
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.text).toMatch(/since=\d+&until=\d+/);
    expect(mail?.text).toContain('Первая станция метро');
    expect(mail?.html).toContain('Вторая станция метро');
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    expect(log.join('')).not.toMatch(/anna|станция|Метро/);
  });

  test('is not sent again when the database fails for a moment after it has left', async () => {
    await queued.queue(byMail);
    const { alerts } = backend.store;
    let faults = 2;
    const finish: typeof alerts.finish = async (...call) => {
      faults -= 1;
      if (faults >= 0) throw new Error('The connection is lost');
      await alerts.finish(...call);
    };
    await deliver({ deps: { alerts: { ...alerts, finish } } });
    expect(mails.received).toHaveLength(1);
    expect((await queued.newest()).state).toBe('sent');
  });

  test('cannot get headers or recipients from the name of a rule or a text', async () => {
    const rule = await queued.addRule({
      channel: 'email',
      address: mailbox,
      name: 'A\r\nBcc: eve@example.ru\r\n\r\nB',
    });
    await queued.queue(rule, ['метро\r\n.\r\nMAIL FROM:<eve@example.ru>']);
    await deliver();
    const [received] = mails.received;
    expect(mails.received).toHaveLength(1);
    expect(received?.recipients).toEqual([mailbox]);
    expect(received?.mail.subject).toBe('A Bcc: eve@example.ru B: 1 новый пост');
    expect(received?.mail.headers.has('bcc')).toBe(false);
  });

  test.each(['a@example.ru, b@example.ru', 'a@example.ru\r\nRCPT TO:<b@example.ru>', '', 'Anna <a@example.ru>'])(
    'is not sent to %j',
    async (address) => {
      await queued.queue(await queued.addRule({ channel: 'email', address }));
      await deliver();
      expect(await queued.newest()).toMatchObject({ state: 'failed', error: 'Неверный email' });
      expect(mails.received).toEqual([]);
    },
  );

  const interrupted = 'Соединение с получателем прервано';
  const silent = 'Получатель не ответил вовремя';
  test('to a domain that is no longer allowed is not sent', async () => {
    await queued.queue(byMail);
    await deliver({ mailDomains: ['example.org'] });
    const error = 'Можно указать адрес только в домене example.org';
    expect(await queued.newest()).toMatchObject({ state: 'failed', error });
    expect(mails.received).toEqual([]);
  });

  test.each<[string, MailStep, MailFault, string, 'waiting' | 'failed']>([
    ['is silent at first', 'connect', 'hang', silent, 'waiting'],
    ['is busy', 'connect', 421, 'Почтовый сервер вернул ошибку 421', 'waiting'],
    ['refuses the sender', 'from', 550, 'Почтовый сервер отказал отправителю: ошибка 550', 'waiting'],
    ['is silent after the sender', 'from', 'hang', silent, 'waiting'],
    ['defers the recipient', 'recipient', 450, 'Почтовый сервер отказал получателю: ошибка 450', 'waiting'],
    ['refuses the recipient', 'recipient', 550, 'Почтовый сервер отказал получателю: ошибка 550', 'failed'],
    ['closes the connection in the message', 'half', 'cut', interrupted, 'waiting'],
    ['defers the message', 'end', 451, 'Почтовый сервер вернул ошибку 451', 'waiting'],
    ['refuses the message', 'end', 554, 'Почтовый сервер вернул ошибку 554', 'failed'],
    ['is silent after the message', 'end', 'hang', silent, 'waiting'],
    ['closes the connection after the message', 'end', 'cut', interrupted, 'waiting'],
  ])('whose server %s is tried again, unless that is useless', async (_, at, fault, error, state) => {
    mails.onStep = (step) => (step === at ? fault : null);
    await queued.queue(byMail);
    await deliver(fault === 'hang' ? { timeoutMs: shortMs } : {});
    const failed = await queued.newest();
    expect(failed).toMatchObject({ state, error, tries: 1 });
    expect(log.join('')).not.toMatch(/example|станци/);
    if (state === 'failed') return;
    expect(failed.dueAt - clock.now()).toBe(30_000);
    await deliver();
    expect((await queued.newest()).tries).toBe(1);

    mails.onStep = () => null;
    await deliverLater();
    expect(await queued.newest()).toMatchObject({ state: 'sent', tries: 2 });
    expectReceived(mails.received, at, fault);
    // Messages that were received completely before are the same, to the byte.
    expect(new Set(mails.received.map(({ raw }) => raw)).size).toBe(1);
  });

  test('whose server is down is tried 8 times with growing pauses', async () => {
    const down = await startMailServer();
    await down.close();
    await queued.queue(byMail);
    const pauses: number[] = [];
    for (let tries = 1; tries <= 8; tries += 1) {
      await deliverLater({ smtpUrl: down.url });
      const { state, dueAt } = await queued.newest();
      if (state === 'waiting') pauses.push((dueAt - clock.now()) / 60_000);
    }
    expect(pauses).toEqual([0.5, 2, 10, 30, 60, 180, 360]);
    expect(await queued.newest()).toMatchObject({
      state: 'failed',
      tries: 8,
      error: messages.receiverRefused,
      endedAt: clock.now(),
    });
  });
});

describe('a webhook', () => {
  test('is signed, and has the key of the message', async () => {
    await queued.queue(byWebhook);
    await deliver();
    const { key, state } = await queued.newest();
    expect(state).toBe('sent');
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = hooks.received;
    expect(path).toBe('/hook');
    expect(JSON.parse(body)).toMatchObject({ id: key, count: 1, posts: [{ OwnerType: '' }] });
    const timestamp = headers['x-ldvk-timestamp'];
    expect(timestamp).toBe(String(clock.now() / 1000));
    expect(headers).toMatchObject({
      'idempotency-key': key,
      'content-type': 'application/json; charset=utf-8',
      'x-ldvk-signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    });
  });

  test('to a chat is Markdown', async () => {
    await queued.queue(await queued.addRule({ channel: 'chat', address: `${hooks.url}/hooks/key`, name: 'Чат' }));
    await deliver();
    expect(hooks.received.map(({ path, body }) => [path, Object.keys(JSON.parse(body))])).toEqual([
      ['/hooks/key', ['text']],
    ]);
    expect(JSON.parse(hooks.received[0]?.body ?? '').text).toMatch(/^\*\*Чат: 1 новый пост\*\*\n/);
    expect(log.join('')).not.toMatch(/hooks|127\.0\.0\.1/);
  });

  const silent = 'Получатель не ответил вовремя';
  const cut = 'Соединение с получателем прервано';
  test.each<[string, WebhookStep, WebhookFault, string, 'waiting' | 'failed']>([
    ['is silent', 'head', 'hang', silent, 'waiting'],
    ['is silent after half of the body', 'half', 'hang', silent, 'waiting'],
    ['is silent after the body', 'end', 'hang', silent, 'waiting'],
    ['closes the connection at once', 'head', 'cut', cut, 'waiting'],
    ['closes the connection in the body', 'half', 'cut', cut, 'waiting'],
    ['closes the connection after the body', 'end', 'cut', cut, 'waiting'],
    ['speaks no HTTP', 'end', 'garbage', 'Не удалось соединиться с получателем', 'waiting'],
    ['is broken', 'end', 500, 'Получатель вернул ошибку 500', 'waiting'],
    ['is busy', 'end', 429, 'Получатель вернул ошибку 429', 'waiting'],
    ['is slow', 'end', 408, 'Получатель вернул ошибку 408', 'waiting'],
    ['redirects', 'end', 307, 'Получатель вернул ошибку 307', 'waiting'],
    ['is gone', 'end', 404, 'Получатель вернул ошибку 404', 'failed'],
    ['refuses the body', 'head', 413, 'Получатель вернул ошибку 413', 'failed'],
  ])('whose receiver %s is tried again, unless that is useless', async (_, at, fault, error, state) => {
    hooks.onStep = (step) => (step === at ? fault : null);
    await queued.queue(byWebhook);
    await deliver(fault === 'hang' ? { timeoutMs: shortMs } : {});
    expect(await queued.newest()).toMatchObject({ state, error, tries: 1 });
    expect(log.join('')).not.toMatch(/\/hook|127\.0\.0\.1|станци/);
    if (state === 'failed') return;

    hooks.onStep = () => null;
    await deliverLater();
    const { key, ...sent } = await queued.newest();
    expect(sent).toMatchObject({ state: 'sent', tries: 2 });
    expectReceived(hooks.received, at, fault);
    expect(
      new Set(hooks.received.map(({ path, headers, body }) => [path, headers['idempotency-key'], body].join())).size,
    ).toBe(1);
    expect(hooks.received[0]?.headers['idempotency-key']).toBe(key);
  });

  test('to a target that is no longer allowed is not sent', async () => {
    await queued.queue(byWebhook);
    await deliver({ allowed: '10.0.0.0/8' });
    expect(await queued.newest()).toMatchObject({ state: 'failed', error: expect.stringMatching(/^Адрес не входит/) });
    expect(hooks.received).toEqual([]);
  });
});

test('a receiver whose certificate nobody signed gets nothing; one line names the remedy', async () => {
  const { folder, remove } = makeTemporaryFolder();
  const { key, certificate } = writeSelfSigned(folder, '127.0.0.1');
  const secure = await startWebhookReceiver(() => null, { key: readFileSync(key), cert: readFileSync(certificate) });
  try {
    const rule = await queued.addRule({ channel: 'webhook', address: `${secure.url}/hook` });
    await queued.queue(rule);
    await deliver({ allowed: hostOf(secure) });
    expect(await queued.newest()).toMatchObject({ state: 'waiting', error: messages.badCertificate });
    expect(secure.received).toEqual([]);
    await backend.store.alerts.setPaused(rule, true, clock.now());
    const byOwnMail = await queued.addRule({ channel: 'email', address: mailbox });
    await queued.queue(byOwnMail);
    await deliver({ smtpUrl: secure.url.replace('https', 'smtps') });
    expect(await queued.newest()).toMatchObject({ state: 'waiting', error: messages.badCertificate });
    await backend.store.alerts.setPaused(byOwnMail, true, clock.now());
    const remedy = 'is not trusted. Name its authority in NODE_EXTRA_CA_CERTS.';
    const faults = log.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
    expect(faults.map(({ msg, fault, bug }) => [msg, fault, bug])).toEqual([
      ['alert not sent', `the certificate of the receiver ${remedy}`, undefined],
      ['alert not sent', `the certificate of the mail server ${remedy}`, undefined],
    ]);
  } finally {
    await secure.close();
    remove();
  }
});

test('a message whose next try falls into quiet hours waits for their end, and a trial does not', async () => {
  const minuteOfDay = () => Math.floor(clock.now() / 60_000 + 3 * 60) % 1440;
  const [quietFrom, quietTo] = [(minuteOfDay() + 2) % 1440, (minuteOfDay() + 62) % 1440];
  const rule = await queued.addRule({ channel: 'webhook', address: `${hooks.url}/night`, quietFrom, quietTo });
  hooks.onStep = () => 500;
  await queued.queue(rule);
  for (let tries = 1; tries <= 2; tries += 1) await deliverLater();
  const { dueAt } = await queued.newest();
  hooks.onStep = () => null;
  hooks.received.length = 0;
  await deliverLater();
  expect(clock.now()).toBe(dueAt);
  await backend.store.alerts.addTrial(rule, clock.now());
  await deliver();
  expect(hooks.received.map(({ body }) => JSON.parse(body).trial)).toEqual([true]);
  const waiting = (await backend.store.alerts.deliveries(null, { limit: 2, offset: 0 })).rows.find(
    ({ kind }) => kind === 'alert',
  );
  expect(waiting).toMatchObject({ state: 'waiting', tries: 2 });
  clock.advance((waiting?.dueAt ?? 0) - clock.now());
  expect(minuteOfDay()).toBe(quietTo);
  await deliver();
  expect(hooks.received.map(({ body }) => JSON.parse(body).trial)).toEqual([true, false]);
});

test('an entry of an Atom feed states its reason, and quotes the posts', async () => {
  const rule = await queued.addRule({ channel: 'atom', address: '', name: 'Лента' });
  await queued.queue(rule, ['Первая станция метро', 'Вторая станция метро']);
  await deliver();
  const [entry] = await backend.store.alerts.feedEntries(rule.ruleId, 1);
  expect(entry?.content?.split('\n')).toEqual([
    'Правило «Лента»: каждый пост; пришло 2 поста.',
    expect.stringMatching(/^.+, \d\d\.\d\d\.\d{4}, \d\d:\d\d, фраза «метро»: Вторая станция метро /),
    expect.stringMatching(/фраза «метро»: Первая станция метро /),
  ]);
});

describe('a silent receiver', () => {
  /** Counts the requests that it never answers. */
  async function startSilent() {
    const silent = { hanging: 0, url: '', close: async () => {} };
    const { url, close } = await startWebhookReceiver((step) => {
      if (step === 'head') silent.hanging += 1;
      return 'hang';
    });
    return Object.assign(silent, { url, close });
  }

  test('delays no message of another account, however many there are, and neither does a silent mail server', async () => {
    const silent = await startSilent();
    const stopping = new AbortController();
    const allowed = `${hostOf(silent)},${hostOf(hooks)}`;
    const sender = createSender(senderDeps({ allowed }), stopping.signal, fail);
    mails.onStep = () => 'hang';
    await queued.queue(byMail);
    for (let index = 0; index < 6; index += 1) {
      await queued.queue(await queued.addRule({ channel: 'webhook', address: `${silent.url}/${index}` }));
    }
    await sender.tick();
    await expectSoon(() => silent.hanging).toBe(triesMax.account);

    const { clientId } = await backend.createClient();
    const { wordId } = await backend.createWord(clientId, { text: 'рынок' });
    const others = queueAlerts(backend.store, { account: clientAccount(clientId), wordId, now: clock.now });
    for (const path of ['/healthy', '/too']) {
      await others.queue(await others.addRule({ channel: 'webhook', address: hooks.url + path }));
    }
    await sender.tick();
    await expectSoon(() => hooks.received.map(({ path }) => path)).toEqual(['/healthy', '/too']);
    const { rows } = await backend.store.alerts.deliveries(queued.account, { limit: 7, offset: 0 });
    expect(rows.map(({ state, error }) => [state, error])).toEqual(Array(7).fill(['waiting', null]));
    expect(silent.hanging).toBe(triesMax.account);

    stopping.abort();
    await sender.settled();
    await silent.close();
    for (const rule of await backend.store.alerts.rules(queued.account)) {
      if (![byMail.ruleId, byWebhook.ruleId].includes(rule.ruleId))
        await backend.store.alerts.delete(rule, clock.now());
    }
    mails.onStep = () => null;
    await deliver();
  });

  test('rests: its other messages wait with growing pauses, a trial does not, and an answer ends the rest', async () => {
    const address = `${hooks.url}/resting`;
    const [first, second] = [
      await queued.addRule({ channel: 'webhook', address, name: 'Первое' }),
      await queued.addRule({ channel: 'webhook', address, name: 'Второе' }),
    ];
    const sender = createSender(senderDeps(), new AbortController().signal, fail);
    let requests = 0;
    hooks.onStep = (step) => {
      requests += step === 'end' ? 1 : 0;
      return step === 'end' ? 503 : null;
    };
    async function requestsAfter(pauseMs: number): Promise<number> {
      clock.advance(pauseMs);
      await sender.tick();
      await sender.settled();
      return requests;
    }
    await queued.queue(first);
    clock.advance(1);
    await queued.queue(second);
    expect(await requestsAfter(0)).toBe(1);
    expect(await requestsAfter(29_999)).toBe(1);
    expect(await requestsAfter(1)).toBe(2);
    expect(await requestsAfter(119_999)).toBe(2);
    await backend.store.alerts.addTrial(second, clock.now());
    expect(await requestsAfter(0)).toBe(3);
    hooks.onStep = () => null;
    await requestsAfter(600_000);
    expect(
      hooks.received
        .slice(-3)
        .map(({ body }) => JSON.parse(body).rule)
        .sort(),
    ).toEqual(['Второе', 'Второе', 'Первое']);
  });
});

describe('the outbox', () => {
  test('tries a message again that a sender left, with the same contents and key', async () => {
    const { alerts } = backend.store;
    await queued.queue(byWebhook);
    const { deliveryId } = await queued.newest();
    hooks.onStep = (step) => (step === 'end' ? 500 : null);
    await deliver();
    clock.advance(30_000);
    // The process ends after the claim.
    expect(await alerts.claim(deliveryId, clock.now(), clock.now() + leaseMs)).toMatchObject({ tries: 2 });
    hooks.onStep = () => null;
    await deliver();
    expect(await queued.newest()).toMatchObject({ state: 'waiting' });
    clock.advance(leaseMs);
    await deliver();
    expect(await queued.newest()).toMatchObject({ state: 'sent', tries: 3 });
    expect(new Set(hooks.received.map(({ headers, body }) => `${headers['idempotency-key']}${body}`)).size).toBe(1);
  });

  test('fails a message whose tries crash the process', async () => {
    const { alerts } = backend.store;
    await queued.queue(byWebhook);
    const { deliveryId } = await queued.newest();
    for (let tries = 1; tries <= 8; tries += 1) {
      await alerts.claim(deliveryId, clock.now(), clock.now() + leaseMs);
      clock.advance(leaseMs);
    }
    await deliver();
    expect(await queued.newest()).toMatchObject({ state: 'failed', error: 'Отправка прерывалась слишком много раз' });
    expect(hooks.received).toEqual([]);
  });

  test('sends the other messages when one cannot be written', async () => {
    await queued.queue(await queued.addRule({ channel: 'email', address: mailbox, name: 'Сбой' }));
    clock.advance(1);
    await queued.queue(byMail);
    let calls = 0;
    const { posts } = backend.store;
    const page: typeof posts.page = (...query) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error(`secret text ${mailbox}`)) : posts.page(...query);
    };
    await deliver({ deps: { posts: { ...posts, page } } });
    expect(mails.received.map(({ mail }) => mail.subject)).toEqual(['Метро: 1 новый пост']);
    expect(log.join('')).not.toContain('secret text');
    await deliverLater();
    clock.advance(30_000);
    await deliver();
    expect(mails.received).toHaveLength(2);
  });

  test('keeps messages of a channel that is not configured', async () => {
    await queued.queue(byMail);
    await deliver({ deps: { channels: {} } });
    expect(await queued.newest()).toMatchObject({ state: 'waiting', error: expect.stringMatching(/не настроен/) });
    await deliverLater();
    expect(await queued.newest()).toMatchObject({ state: 'sent' });
  });

  test('releases entries of an Atom feed at their time', async () => {
    await queued.queue(await queued.addRule({ channel: 'atom', address: '' }));
    await deliver();
    expect(await queued.newest()).toMatchObject({ state: 'sent', channel: 'atom' });
  });

  test('leaves an interrupted try to the next process, and does not count it', async () => {
    await queued.queue(byMail);
    for (let stops = 1; stops <= 9; stops += 1) {
      const stopping = new AbortController();
      mails.onStep = (step) => {
        if (step !== 'from') return null;
        stopping.abort();
        return 'hang';
      };
      await deliver({}, stopping.signal);
      expect(await queued.newest()).toMatchObject({ state: 'waiting', tries: 0, error: null, dueAt: clock.now() });
    }
    mails.onStep = () => null;
    await deliver();
    expect(await queued.newest()).toMatchObject({ state: 'sent', tries: 1 });
  });

  test('does not add to a message whose only try was interrupted: its receiver may have it', async () => {
    const rule = await queued.addRule({ channel: 'webhook', address: `${hooks.url}/broken-off` });
    await queued.queue(rule, ['Первая']);
    const stopping = new AbortController();
    hooks.onStep = (step) => {
      if (step === 'end') stopping.abort();
      return step === 'end' ? 'hang' : null;
    };
    await deliver({}, stopping.signal);
    await queued.queue(rule, ['Вторая']);
    hooks.onStep = () => null;
    await deliver();
    const [first, again, second] = hooks.received.map(({ headers, body }) => ({
      key: headers['idempotency-key'],
      body,
    }));
    expect(hooks.received).toHaveLength(3);
    expect(again).toEqual(first);
    expect(second?.body).toContain('Вторая');
    expect(second?.key).not.toBe(first?.key);
  });

  test('begins no try that would outlast its lease: the next claim sends the composed content', async () => {
    await queued.queue(byWebhook);
    const { posts } = backend.store;
    const page: typeof posts.page = (...query) => {
      clock.advance(leaseMs - 1000);
      return posts.page(...query);
    };
    await deliver({ deps: { posts: { ...posts, page } } });
    expect(await queued.newest()).toMatchObject({ state: 'sent', tries: 1 });
    expect(hooks.received).toHaveLength(1);
  });
});
