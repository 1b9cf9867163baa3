/**
 * `npm run screenshots` makes the pictures of README: it starts the demo with the clock at `DEMO_NOW`, and opens its pages in
 * Debian's Chromium with the packages chromium-l10n and fonts-noto-color-emoji.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { root } from './build.ts';
import { runCommand } from './command.ts';
import { type Picture, type Pictures, picturesFile, picturesFolder, readHeadings } from './demo/pictures.ts';
import { demoAccounts } from './demo/world/accounts.ts';
import { installPackages } from './test/debian-packages.ts';

/** A Friday afternoon. */
const now = process.env.DEMO_NOW || '2026-11-27T15:20:00+03:00';
/** In per cent. */
const quality = 82;
const desktop = [1440, 900] as const;

const feed = '/ldvknf/posts';
const pictures = [
  { name: 'feed', address: feed, theme: 'light', size: desktop },
  { name: 'pane-dark', address: feed, theme: 'dark', size: desktop },
  { name: 'analytics', address: '/ldvknf/analytics', theme: 'light', size: desktop },
  { name: 'story', address: '', theme: 'light', size: desktop },
  { name: 'phone', address: feed, theme: 'light', size: [390, 844] },
] as const satisfies Picture[];

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

type Demo = { child: ChildProcess; url: string };

/** Starts the demo on another port than usual, and waits for its address. */
async function startDemo(dataDir: string): Promise<Demo> {
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '3700', DEMO_NOW: now },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /Консоль готова: (\S+)/.exec(line) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error('The demo ended without an address');
}

/**
 * Signs in by a request, once for all pictures, because the next sign-in would be another visit. The console learns from its first
 * requests what the backend offers, such as logins of people.
 */
async function signIn(browser: Browser, url: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: url });
  while (!(await (await context.request.get('/login')).text()).includes('или логин')) await sleep(100);
  const [{ client_id, password }] = demoAccounts.clients;
  const form = { type: 'client', client_id, password };
  const reply = await context.request.post('/login', { headers: { Origin: url }, form, maxRedirects: 0 });
  if (reply.status() !== 303) throw new Error(`The sign-in returned ${reply.status()}`);
  return context.storageState();
}

async function openPage(
  browser: Browser,
  url: string,
  session: Session,
  { theme, size: [width, height] }: Picture,
): Promise<Page> {
  const context = await browser.newContext({
    storageState: session,
    viewport: { width, height },
    deviceScaleFactor: 1.5,
    colorScheme: theme,
    locale: 'ru-RU',
    baseURL: url,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  return page;
}

/** Docks the popup of the second post, once the scripts run. */
async function openPane(page: Page): Promise<void> {
  await page.locator('[data-hydrated]').waitFor();
  await page.locator('[data-post-url]').nth(1).click();
  await page.getByRole('button', { name: 'Закрепить справа' }).click();
  await page.getByRole('complementary', { name: 'Пост' }).waitFor();
}

/** Returns the address of the first story in the feed with work in progress. */
async function findStory(page: Page): Promise<string> {
  await page.goto(`${feed}?state=in-progress`);
  const address = await page.locator('a[href^="/ldvknf/work/"]').first().getAttribute('href');
  if (address === null) throw new Error('The demo has no story in progress');
  return address;
}

async function take(
  browser: Browser,
  url: string,
  session: Session,
  wanted: Picture,
): Promise<Pictures['pictures'][number]> {
  const page = await openPage(browser, url, session, wanted);
  const picture = { ...wanted, address: wanted.address || (await findStory(page)) };
  await page.goto(picture.address, { waitUntil: 'networkidle' });
  if (picture.name === 'pane-dark') await openPane(page);
  await page.waitForLoadState('networkidle');
  const devTools = await page.context().newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality });
  writeFileSync(path.join(root, picturesFolder, `${picture.name}.webp`), Buffer.from(data, 'base64'));
  const html = await (await page.context().request.get(picture.address)).text();
  await page.context().close();
  return { ...picture, ...readHeadings(html) };
}

async function takeAll(url: string): Promise<void> {
  mkdirSync(path.join(root, picturesFolder), { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--lang=ru', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: { ...process.env, LANGUAGE: 'ru' } as Record<string, string>,
  });
  try {
    const taken: Pictures['pictures'][number][] = [];
    const session = await signIn(browser, url);
    // One after another: each visit changes what is new to the next.
    for (const picture of pictures) taken.push(await take(browser, url, session, picture));
    writeFileSync(
      path.join(root, picturesFile),
      `${JSON.stringify({ now, pictures: taken } satisfies Pictures, null, 2)}\n`,
    );
    spawnSync(path.join(root, 'node_modules/.bin/biome'), ['format', '--write', picturesFile], { cwd: root });
  } finally {
    await browser.close();
  }
}

async function makePictures(): Promise<void> {
  installPackages('chromium', 'chromium-l10n', 'fonts-noto-color-emoji');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ldvk-pictures-'));
  const { child, url } = await startDemo(dataDir);
  try {
    await takeAll(url);
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await runCommand(makePictures);
