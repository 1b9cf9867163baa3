/** `npm run demo`: runs the whole service with demo data on this machine, and prints how to sign in. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import type { DemoAccount } from '../server/platform/demo-accounts.ts';
import { clientRoleLabels } from '../shared/roles.ts';
import { buildIfChanged, dist, root } from './build.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { findFreePort, startNetwork } from './demo/start-network.ts';
import { customers, demoAccounts } from './demo/world/accounts.ts';
import { runBuilt } from './start.ts';

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok) return;
    await sleep(100);
  }
  throw new Error('Консоль не ответила за минуту.');
}

function describeAccounts(): string {
  const { admin, clients, people } = demoAccounts;
  return [
    ...clients.map((client) => `  Клиент: ${client.client_id}, пароль ${client.password}`),
    ...people.map(({ name, login, password }) => `  ${name}: ${login}, пароль ${password}`),
    `  Администратор: ${admin.username}, пароль ${admin.password}`,
  ].join('\n');
}

/** What /login offers: clients first, because the administrator's first page explains nothing. */
function listAccounts(): DemoAccount[] {
  const { admin, clients, people } = demoAccounts;
  const nameOf = new Map(customers.map(({ name }, index) => [`client-${1001 + index}`, name]));
  return [
    ...clients.map(
      ({ client_id: name, password }) => ({ label: nameOf.get(name) ?? name, type: 'client', name, password }) as const,
    ),
    ...people.map(
      ({ name, login, role, password }) =>
        ({ label: `${name}, ${clientRoleLabels[role].toLowerCase()}`, type: 'client', name: login, password }) as const,
    ),
    { label: 'Администратор', type: 'admin', name: admin.username, password: admin.password },
  ];
}

const aboutNetwork = [
  '  Социальная сеть имитируется: ВК не вызывается, ключ и интернет не нужны.',
  '  Посты придуманы и появляются, пока вы смотрите. Добавьте любую фразу — по ней тоже найдутся посты.',
].join('\n');

async function demo(): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const wanted = Number(process.env.PORT ?? 3000);
  const port = await findFreePort(wanted);
  if (port !== wanted) console.log(`Порт ${wanted} занят, беру ${port}.`);
  Object.assign(process.env, {
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    DATA_DIR: process.env.DATA_DIR || path.join(root, 'data/demo'),
    API_URL: '',
    BASE_PATH: '/',
    HOST: '127.0.0.1',
    PORT: String(port),
    DEMO_DATA: '1',
    DEMO_ACCOUNTS: JSON.stringify(listAccounts()),
    ADMIN_USERNAME: demoAccounts.admin.username,
    ADMIN_PASSWORD: demoAccounts.admin.password,
    ...(await startNetwork(port)),
    // A collector would find posts of the present.
    ...(process.env.DEMO_NOW && { VK_SERVICE_KEY: '' }),
  });
  const isNew = !existsSync(path.join(process.env.DATA_DIR ?? '', databaseFileName));
  if (isNew) console.log('Заполняю базу демонстрации: полгода постов и рабочий день. Это несколько секунд.');
  await seedDemo(dist);
  await runBuilt('main');
  const url = `http://localhost:${port}`;
  await waitUntilReady(url);
  console.log(`\nКонсоль готова: ${url}\n\n${describeAccounts()}\n\n${aboutNetwork}\n\nОстановить: Ctrl+C`);
}

try {
  await demo();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
