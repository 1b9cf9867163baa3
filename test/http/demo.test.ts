/** `npm run demo`: the printed address and passwords work. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makeTemporaryFolder } from '../support/server-process.ts';

const root = path.join(import.meta.dirname, '../..');

async function listen(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Returns a port that was free when it was checked. */
async function takeFreePort(): Promise<number> {
  const server = await listen();
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type Demo = { child: ChildProcess; url: string; output: string };

/** Starts the demo and waits for all its output. */
async function startDemo(dataDir: string, port: number): Promise<Demo> {
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (line.startsWith('Остановить')) break;
  }
  const url = /http:\/\/\S+/.exec(output)?.[0];
  if (!url) throw new Error(`The demo ended without an address: ${output}`);
  return { child, url, output };
}

async function stopDemo({ child }: Demo): Promise<number | null> {
  child.kill('SIGINT');
  await once(child, 'exit');
  return child.exitCode;
}

/** Signs in with the printed account of `who` and returns the page that follows. */
async function signIn({ url, output }: Demo, who: 'Администратор' | 'Клиент'): Promise<string | null> {
  const [, name = '', password = ''] = new RegExp(`${who}: (\\S+), пароль (\\S+)`).exec(output) ?? [];
  const type = who === 'Клиент' ? 'client' : 'admin';
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ type, [type === 'client' ? 'client_id' : 'username']: name, password }),
    redirect: 'manual',
  });
  return response.headers.get('Location');
}

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

test('the demo prints an address and working passwords, exits cleanly, and runs again on the same data', async () => {
  const port = await takeFreePort();
  for (const round of ['first', 'second']) {
    const demo = await startDemo(path.join(folder, 'twice'), port);
    try {
      expect([round, demo.url]).toEqual([round, `http://localhost:${port}`]);
      expect(demo.output.match(/Клиент: /g)).toHaveLength(2);
      expect(await signIn(demo, 'Администратор')).toBe('/ldserver/clients');
      expect(await signIn(demo, 'Клиент')).toBe('/ldvknf/posts');
    } finally {
      expect(await stopDemo(demo)).toBe(0);
    }
  }
}, 60_000);

test('a demo whose port is in use says so and uses the next free one', async () => {
  const other = await listen();
  const { port } = other.address() as AddressInfo;
  const demo = await startDemo(path.join(folder, 'busy'), port);
  try {
    expect(demo.output).toContain(`Порт ${port} занят`);
    expect(await signIn(demo, 'Администратор')).toBe('/ldserver/clients');
  } finally {
    await stopDemo(demo);
    other.close();
  }
}, 60_000);
