// Proves: security#statements
/** Statements 14, 15 (docs/product/security.md): a thousand backend faults in a row, and stops during requests. */
import { existsSync } from 'node:fs';
import { Agent, type ClientRequest, get } from 'node:http';
import path from 'node:path';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import * as messages from '../../shared/messages.ts';
import { routes } from '../../shared/routes.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { type Misbehaviour, misbehaviours } from '../support/misbehaviours.ts';
import { Random } from '../support/random.ts';
import { listen } from '../support/raw-http.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin } from '../support/test-console.ts';

const faults = 1000;
const atOnce = 32;

type Answer = { status: number; text: string } | 'cut off';

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Sends a GET request and reads the response to its end. */
const sendRequest = (port: number, agent: Agent, address: string, cookie: string): Promise<Answer> =>
  new Promise((resolve) => {
    get({ port, agent, path: address, headers: { Host: 'console.test', Cookie: cookie } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => {
        text = (text + chunk).slice(0, 200_000);
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text })).on('error', () => resolve('cut off'));
    }).on('error', () => resolve('cut off'));
  });

/** What /readyz calls them. */
const faultsOf: Record<Misbehaviour, string> = {
  'status 500': 'status 500',
  'status 302': 'status 302',
  html: 'unreadable',
  garbage: 'unreadable',
  truncated: 'unreadable',
  reset: 'unreachable',
  hang: 'timeout',
  trickle: 'timeout',
  huge: 'unreadable',
};

describe('[14] a faulty backend', () => {
  let backend: StandIn;
  beforeEach(async () => {
    backend = await startStandIn();
  });
  afterEach(() => backend.close());

  const lists = [
    ['/ldvknf/words', messages.loadWords],
    ['/ldvknf/owners', messages.loadOwners],
    ['/ldvknf/posts', messages.loadPosts],
    ['/ldserver/clients', messages.loadClients],
  ] as const;

  test(`after ${faults} faults in a row every page had its message, no socket leaked, and pages work at once`, async () => {
    const { app, log } = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '600' } });
    const visitor = createVisitor(app);
    await signInAsAdmin(visitor);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const server = await listen(app);
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const random = new Random(14);
    // 50 MB each: a few are enough, and more would only take time.
    const usual = misbehaviours.filter((how) => how !== 'huge');
    let faultCount = 0;
    const pick = (): Misbehaviour => {
      faultCount += 1;
      return faultCount % 250 === 0 ? 'huge' : random.pick(usual);
    };
    backend.misbehaveBy(pick);

    const wrong: string[] = [];
    const loop = async () => {
      while (faultCount < faults) {
        const [page, message] = random.pick(lists);
        const answer = await sendRequest(server.port, agent, page, cookie);
        const isComplete = answer !== 'cut off' && answer.status === 503;
        if (!isComplete || !answer.text.includes(message) || !answer.text.includes(messages.retry)) {
          wrong.push(`${page}: ${JSON.stringify(answer).slice(0, 300)}`);
        }
        const called = await sendRequest(server.port, agent, `/api/v1/vknf/words/paginated?try=${faultCount}`, cookie);
        if (called !== 'cut off' && ![200, 500, 502, 504].includes(called.status)) wrong.push(`call: ${called.status}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, loop));
    expect(faultCount).toBeGreaterThanOrEqual(faults);
    expect(wrong).toEqual([]);

    backend.misbehave(null);
    backend.on('GET /vknf/owners/details', () => ({ body: { owners: null, total: 0 } }));
    const after = await Promise.all(lists.slice(0, 2).map(([page]) => sendRequest(server.port, agent, page, cookie)));
    for (const answer of after) expect(answer).toMatchObject({ status: 200 });
    expect(JSON.stringify(after)).not.toContain(messages.retry);
    expect(backend.openSockets()).toBeLessThanOrEqual(2 * atOnce);
    agent.destroy();
    // Idle connections are closed after a while; leaked ones are not.
    await until(() => backend.openSockets() === 0 && server.openSockets() === 0);
    expect(log.filter(({ shown }) => shown === messages.unexpected)).toEqual([]);
    await server.close();
  });

  test.each(routes.filter(({ access, on }) => access !== 'public' && on === 'both'))(
    '$path renders its shell while nothing listens at the backend’s address',
    async ({ path: address }) => {
      const { app } = createTestConsole({ apiUrl: backend.url });
      const visitor = createVisitor(app);
      await signInAsAdmin(visitor);
      await backend.close();
      const page = await visitor.get(address);
      const message = lists.find(([list]) => list === address)?.[1];
      expect(page.status).toBe(message ? 503 : 200);
      expect(page.text).toContain('<nav');
      if (message) expect(page.text).toContain(message);
      backend = await startStandIn();
    },
  );

  test('names of filters are not asked for when the calls before them have used the time of the page', async () => {
    const { app } = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '600' } });
    const visitor = createVisitor(app);
    await signInAsAdmin(visitor);
    backend.misbehave('hang', '/vknf');
    const page = await visitor.get('/ldvknf/posts?word=3&owner=-5&city=2');
    expect([page.status, page.text]).toEqual([503, expect.stringContaining(messages.loadPosts)]);
    const asked = backend.calls.map(({ path: address }) => address.split('?')[0]);
    expect(asked).toContain('/vknf/posts/details');
    for (const name of ['/vknf/words/3', '/vknf/owners/-5', '/vknf/cities']) expect(asked).not.toContain(name);
  });

  test.each(misbehaviours)(
    'with the fault «%s» /readyz returns 503 and the kind of fault, /healthz 200, console_ready is 0, and all recover at once',
    async (how) => {
      const { app } = createTestConsole({ apiUrl: backend.url, environment: { METRICS: 'on' } });
      const visitor = createVisitor(app);
      const status = async (address: string) => (await visitor.get(address)).status;
      const metrics = async () => (await visitor.get('/metrics')).text;
      backend.misbehave(how);
      const { status: readiness, body } = await visitor.get('/readyz');
      expect([how, readiness, body.fault]).toEqual([how, 503, faultsOf[how]]);
      expect(await status('/healthz')).toBe(200);
      expect(await metrics()).toContain('\nconsole_ready 0\n');
      backend.misbehave(null);
      expect(await status('/readyz')).toBe(200);
      expect(await metrics()).toContain('\nconsole_ready 1\n');
    },
  );
});

describe('[15] SIGTERM', () => {
  let backend: StandIn;
  let server: ServerProcess;
  let request: ClientRequest | undefined;

  const start = async (timeoutMs: number) => {
    backend = await startStandIn();
    server = await startServerProcess('main.js', {
      HOST: '127.0.0.1',
      PORT: '0',
      API_URL: backend.url,
      API_TIMEOUT_MS: String(timeoutMs),
      SESSION_SECRET: 'test-secret-'.repeat(4),
    });
  };
  afterEach(async () => {
    request?.destroy();
    await server.stop('SIGKILL');
    await backend.close();
  });

  /** Sends a call and waits until the backend has received it; the backend does not reply. */
  async function sendHanging(agent: Agent): Promise<Promise<Answer>> {
    backend.misbehave('hang');
    const earlier = backend.calls.length;
    const answer = sendRequest(server.port, agent, '/api/v1/vknf/words', '');
    await until(() => backend.calls.length > earlier);
    return answer;
  }

  test('finishes running requests, accepts no new ones, and exits with 0, also after several signals', async () => {
    await start(1500);
    const agent = new Agent({ keepAlive: true });
    const answer = sendHanging(agent);
    await until(() => backend.calls.length > 0);
    const ended = server.stop('SIGTERM');
    await until(() => server.logs.some((line) => line.includes('"stopping"')));
    // As npm sends them for Ctrl+C.
    void server.stop('SIGINT');
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    expect(await answer).toMatchObject({ status: 504 });
    expect(await ended).toBe(0);
    // The last line may be read after the exit.
    await until(() => server.logs.some((line) => line.includes('"stopped"')));
    agent.destroy();
  });

  test('a second signal a second later exits at once', async () => {
    await start(60_000);
    const agent = new Agent();
    const answer = sendHanging(agent);
    await until(() => backend.calls.length > 0);
    let code: number | null | undefined;
    const ended = server.stop('SIGTERM').then((exitCode) => {
      code = exitCode;
    });
    await until(() => {
      void server.stop('SIGTERM');
      return code !== undefined;
    });
    await ended;
    expect(code).toBe(1);
    expect(await answer).toBe('cut off');
  });
});

describe('[15] SIGTERM of an embedded backend', () => {
  test('closes its database, leaves no write-ahead log and exits with 0, also when nobody reads the log any more', async () => {
    const running: RunningConsole = await startConsole();
    const file = path.join(running.dataDir, databaseFileName);
    const { name: username, password } = adminAccount;
    await fetch(`${running.url}/login`, {
      method: 'POST',
      headers: { Origin: running.url },
      body: new URLSearchParams({ type: 'admin', username, password }),
      redirect: 'manual',
    });
    expect(existsSync(`${file}-wal`)).toBe(true);
    running.closeLog();
    expect(await running.stop('SIGTERM')).toBe(0);
    expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([true, false]);
    await running.close();
  });
});
