/** `npm run demo`: the printed address and passwords work. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { alertRules } from '../../scripts/demo/day/team.ts';
import { apiBase } from '../../shared/api/call.ts';
import { cookieOf } from '../support/backend.ts';
import { compileCache, makeTemporaryFolder } from '../support/server-process.ts';

const root = path.join(import.meta.dirname, '../..');

/** Other tests listen on ports from 32768 on, which the system chooses, and could take the one that the demo has found free. */
async function listen(): Promise<Server> {
  const server = createServer().listen(10_000 + (process.pid % 20_000), '127.0.0.1');
  await once(server, 'listening');
  return server;
}

type Demo = { child: ChildProcess; url: string; output: string };

/** Starts the demo and waits for all its output. */
async function startDemo(dataDir: string, port: number): Promise<Demo> {
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { ...compileCache, PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port) },
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

/** Signs in with the printed account of `who`. `page` is the one that follows. */
async function signIn({ url, output }: Demo, who: 'Администратор' | 'Клиент') {
  const [, name = '', password = ''] = new RegExp(`${who}: (\\S+), пароль (\\S+)`).exec(output) ?? [];
  const type = who === 'Клиент' ? 'client' : 'admin';
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ type, [type === 'client' ? 'client_id' : 'username']: name, password }),
    redirect: 'manual',
  });
  return { page: response.headers.get('Location'), cookie: cookieOf(response.headers) };
}

type Word = { WordID: number; Text: string; State: string; FullSearch: boolean; Running: boolean; TotalPosts: number };

/** Signs in and returns a function that calls the API. */
async function openApi(demo: Demo, who: 'Администратор' | 'Клиент') {
  const { cookie } = await signIn(demo, who);
  return async <T>(method: 'GET' | 'POST', target: string, body?: object): Promise<T> => {
    const headers = { cookie, Origin: demo.url, ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const reply = await fetch(`${demo.url}${apiBase}${target}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await reply.json()) as T;
  };
}

/** Reads until the value is as wanted, and returns all values. */
async function readUntil<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T[]> {
  const values: T[] = [];
  for (;;) {
    const value = await read();
    values.push(value);
    if (isWanted(value)) return values;
    await sleep(50);
  }
}

const { folder, remove } = makeTemporaryFolder();
let other: Server;
/** Filling its database takes seconds, so that all tests share it. */
let demo: Demo;

beforeAll(async () => {
  other = await listen();
  demo = await startDemo(folder, (other.address() as AddressInfo).port);
});
afterAll(async () => {
  if (demo?.child.exitCode === null) await stopDemo(demo);
  other?.close();
  remove();
});

/** Signs in with every printed account. */
async function checkAccounts(): Promise<void> {
  expect(demo.output.match(/Клиент: /g)).toHaveLength(3);
  expect((await signIn(demo, 'Администратор')).page).toBe('/ldserver/clients');
  expect((await signIn(demo, 'Клиент')).page).toBe('/ldvknf/posts');
}

test('a demo whose port is in use says so and uses the next free one', async () => {
  const { port } = other.address() as AddressInfo;
  expect(demo.output).toContain(`Порт ${port} занят`);
  expect(Number(new URL(demo.url).port)).toBeGreaterThan(port);
  await checkAccounts();
});

test('/login offers the accounts as buttons, the client first, and each signs in without JavaScript', async () => {
  const html = await (await fetch(`${demo.url}/login`)).text();
  const [, section = ''] = html.split('Учётные записи демонстрации');
  const forms = [...section.matchAll(/<form.*?<\/form>/gs)].map(([form]) => form);
  const pages: [label: string, page: string | null][] = [];
  for (const form of forms) {
    const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]): [string, string] => {
      const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? '';
      return [attribute('name'), attribute('value')];
    });
    const options = { method: 'POST', headers: { Origin: demo.url }, redirect: 'manual' } as const;
    const reply = await fetch(`${demo.url}/login`, { ...options, body: new URLSearchParams(inputs) });
    pages.push([/<button[^>]*>([^<]*)</.exec(form)?.[1] ?? '', reply.headers.get('Location')]);
  }
  expect(pages).toEqual([
    ['Пресс-служба администрации', '/ldvknf/posts'],
    ['ПАО «Северный банк»', '/ldvknf/posts'],
    ['Музей истории города', '/ldvknf/posts'],
    ['Ольга Миронова, владелец', '/ldvknf/posts'],
    ['Игорь Савин, редактор', '/ldvknf/posts'],
    ['Марина Руденко, читатель', '/ldvknf/posts'],
    ['Администратор', '/ldserver/clients'],
  ]);
});

describe('the simulated network', () => {
  let client: Awaited<ReturnType<typeof openApi>>;
  let admin: Awaited<ReturnType<typeof openApi>>;
  beforeAll(async () => {
    client = await openApi(demo, 'Клиент');
    admin = await openApi(demo, 'Администратор');
  });

  const listWords = async () => (await admin<{ words: Word[] }>('GET', '/vknf/words')).words;

  /** Adds a phrase, and waits until its first run has ended. */
  async function watchNewPhrase(text: string): Promise<Word[]> {
    const body = { Text: text, State: 'ready', FullSearch: false };
    const { WordID: id } = await client<Word>('POST', '/vknf/words/create', body);
    return readUntil(
      () => client<Word>('GET', `/vknf/words/${id}`),
      ({ State }) => State === 'ready',
    );
  }

  test('a client adds any phrase and sees it being collected, then posts', async () => {
    for (const states of await Promise.all(['метро', 'квантовый утюг'].map(watchNewPhrase))) {
      expect(states[0]).toMatchObject({ State: 'pending', TotalPosts: 0 });
      expect(states.some(({ Running }) => Running)).toBe(true);
      expect(states.at(-1)?.TotalPosts).toBeGreaterThan(10);
    }
  });

  test('the mailbox of the demo, to which /login links, shows an e-mail of an alert rule', async () => {
    const html = await (await fetch(`${demo.url}/login`)).text();
    const mailbox = /<a href="([^"]*)">Почта демонстрации/.exec(html)?.[1] ?? '';
    const readMailbox = async () => (await fetch(mailbox)).text();
    expect(await readMailbox()).toContain('Писем пока нет');
    const { rules } = await client<{ rules: { RuleID: number; Name: string }[] }>('GET', '/vknf/alerts/rules');
    const daily = rules.find(({ Name }) => Name === alertRules.daily);
    await client('POST', `/vknf/alerts/rules/trial?id=${daily?.RuleID}`);
    const page = (await readUntil(readMailbox, (text) => text.includes('<article>'))).at(-1);
    expect(page).toContain(alertRules.daily);
    expect(page).toContain('press@city.example.ru');
    expect(page).toContain(`href="${demo.url}/`);
  });

  test('one phrase is refused, some are frozen, and a full search ends with 4,000 posts', async () => {
    const searched = 'школьное питание';
    const isSearched = (all: readonly Word[]) => all.some(({ Text, FullSearch }) => Text === searched && !FullSearch);
    const words = (await readUntil(listWords, isSearched)).at(-1) ?? [];
    const inState = (state: string) => words.filter(({ State }) => State === state).map(({ Text }) => Text);
    expect(inState('error')).toEqual(['Экспресс-доставка']);
    expect(inState('freeze').length).toBeGreaterThan(3);
    expect(words.find(({ Text }) => Text === searched)?.TotalPosts).toBeGreaterThan(4000);
  });
});

test('the demo prints an address and working passwords, exits cleanly, and runs again on the same data', async () => {
  expect(await stopDemo(demo)).toBe(0);
  // The usual port of the simulated network, which leaves it to the console.
  demo = await startDemo(folder, 3900);
  if (!demo.output.includes('Порт 3900 занят')) expect(demo.url).toBe('http://localhost:3900');
  await checkAccounts();
  expect(await stopDemo(demo)).toBe(0);
});
