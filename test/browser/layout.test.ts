// Proves: pages#width-print-and-direction
/**
 * Pages with the longest names that are accepted, without places to break, and with characters that turn the direction: they fit
 * every width from 320 to 1,920 px, follow the browser's font size, and isolate each name.
 */
import type { Page } from 'playwright-core';
import { pathOf } from '../../shared/routes.ts';
import { startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { fillHostileWorld, type HostileWorld, hostileNames, override } from '../support/hostile-world.ts';
import { keepSessions, openDevTools } from '../support/sessions.ts';
import { sweepWidths } from '../support/sweep-widths.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;
let world: HostileWorld;

beforeAll(async () => {
  running = await startConsole();
  world = await fillHostileWorld(running, openSignedIn);
});
afterAll(() => running?.close());

const card = (name: 'word-card' | 'owner-card' | 'work', id: number | undefined) =>
  pathOf(name).replace('{id}', String(id));

const pages: readonly { name: string; as?: 'admin'; path: (world: HostileWorld) => string; table?: true }[] = [
  { name: 'feed', path: () => pathOf('posts'), table: true },
  { name: 'feed with a long search', path: ({ longQuery }) => `${pathOf('posts')}?text=${longQuery}`, table: true },
  { name: 'feed of a long source', path: ({ ownerId }) => `${pathOf('posts')}?owner=${ownerId}`, table: true },
  { name: 'phrases', path: () => pathOf('words'), table: true },
  { name: 'phrase', path: ({ wordIds }) => card('word-card', wordIds[1]) },
  { name: 'sources', path: () => pathOf('owners'), table: true },
  { name: 'source', path: ({ ownerId }) => card('owner-card', ownerId) },
  { name: 'story', path: ({ storyId }) => card('work', storyId) },
  { name: 'analytics', path: () => pathOf('analytics') },
  { name: 'analytics of a search', path: ({ longQuery }) => `${pathOf('analytics')}?text=${longQuery}` },
  {
    name: 'analytics of a comparison',
    path: ({ wordIds, ownerId }) => `${pathOf('analytics')}?words=${wordIds.join()}&owner=${ownerId}`,
  },
  { name: 'alerts', path: () => pathOf('alerts'), table: true },
  { name: 'rules', path: () => pathOf('rules'), table: true },
  { name: 'people', path: () => pathOf('people'), table: true },
  { name: 'profile', path: () => pathOf('profile') },
  { name: 'clients', as: 'admin', path: () => pathOf('clients'), table: true },
  { name: 'all phrases', as: 'admin', path: () => pathOf('words'), table: true },
  { name: 'journal', as: 'admin', path: () => pathOf('journal'), table: true },
];

const widest = { width: 1280, height: 4000 };

async function open({ as, path, table }: (typeof pages)[number]): Promise<Page> {
  const user = as === 'admin' ? adminAccount : world.client;
  const page = await openSignedIn(running.url, user, { viewport: widest, reducedMotion: 'reduce' });
  await page.goto(running.url + path(world), { waitUntil: 'load' });
  if (table) await waitForIsland(page);
  return page;
}

function pageOf(name: string): (typeof pages)[number] {
  const found = pages.find((page) => page.name === name);
  if (!found) throw new Error(`There is no page «${name}»`);
  return found;
}

/** Returns texts in which a name shares its element with other texts, and names for which no element exists. */
const findMixed = (page: Page) =>
  page.evaluate(
    ({ names, control }) => {
      const found: string[] = [];
      const isPost = (text: string) => text.includes('Открыли станцию');
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { textContent: text, parentElement: parent } = texts.currentNode;
        if (!text?.includes(control) || !parent || parent.closest('script, option, textarea, noscript') || isPost(text))
          continue;
        const { display, unicodeBidi } = getComputedStyle(parent);
        const isolates = display !== 'inline' || unicodeBidi.startsWith('isolate');
        if (!names.includes(text.trim()) || !isolates || parent.textContent !== text)
          found.push(parent.outerHTML.slice(0, 200));
      }
      for (const element of document.querySelectorAll('[title], [aria-label], svg title'))
        for (const text of [
          element.getAttribute('title'),
          element.ariaLabel,
          element.matches('svg title') ? element.textContent : null,
        ])
          if (text?.includes(control)) found.push(element.outerHTML.slice(0, 200));
      if (document.title.includes(control)) found.push(document.title);
      return found;
    },
    { names: [...hostileNames], control: override },
  );

test.each(pages)('$name: fits every width, with each control within reach, and isolates names', async (wanted) => {
  const page = await open(wanted);
  expect(await findMixed(page)).toEqual([]);
  expect(await sweepWidths(page)).toEqual([]);
});

/** Faults of the open dialog: it or a control of it is wider than the window, or it scrolls sideways. */
const findDialogFaults = (page: Page) =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const isOutside = ({ left, right }: DOMRect) => left < -1 || right > innerWidth + 1;
    const parts = [...dialog.querySelectorAll('h2, p, a[href], button, input, select, textarea')];
    const outside = [dialog, ...parts].filter(
      (part) => part.checkVisibility({ opacityProperty: true }) && isOutside(part.getBoundingClientRect()),
    );
    const faults = outside.map((part) => part.outerHTML.slice(0, 120));
    if (dialog.scrollWidth > dialog.clientWidth) faults.push(`${dialog.scrollWidth - dialog.clientWidth} px scroll`);
    return faults;
  });

/** Buttons that open a dialog with a hostile name, by page; the first one with the name is pressed. */
const openers: readonly [page: string, ...buttons: string[]][] = [
  ['feed', 'Скрыть источник', 'Назначить…', 'Теги…'],
  ['alerts', 'Редактировать', 'Удалить', 'Отозвать ссылку'],
  ['rules', 'Изменить', 'Удалить'],
  ['people', 'Изменить', 'Новая ссылка', 'Удалить'],
  ['profile', 'Отозвать'],
  ['phrases', 'Редактировать', 'Удалить'],
  ['clients', 'Редактировать', 'Удалить'],
];

test.each(openers)('dialogs of %s fit windows of 320 and 1,280 px, and isolate names', async (name, ...buttons) => {
  const page = await open(pageOf(name));
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const label of buttons) {
    if (name === 'feed') await page.getByRole('button', { name: 'Действия с постом' }).first().click();
    const role = name === 'feed' ? 'menuitem' : 'button';
    await page.getByRole(role, { name: label, exact: true }).first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      expect([label, width, await findDialogFaults(page), await findMixed(page)]).toEqual([label, width, [], []]);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

test('texts grow with the font size of the browser, and pages still fit', async () => {
  for (const name of ['feed', 'analytics', 'clients']) {
    const page = await open(pageOf(name));
    const session = await openDevTools(page);
    const size = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
    expect(await size()).toBe('14px');
    await session.send('Page.setFontSizes', { fontSizes: { standard: 24, fixed: 20 } });
    await expectSoon(size).toBe('21px');
    expect(await sweepWidths(page, { from: 480, step: 480, rem: 24 })).toEqual([]);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
    await session.detach();
  }
});

test('on a touch screen fields are large enough that a phone does not zoom into them', async () => {
  const page = await openSignedIn(running.url, world.client, { hasTouch: true, isMobile: true, viewport: widest });
  for (const name of ['feed', 'analytics', 'story']) {
    await page.goto(running.url + pageOf(name).path(world));
    const sizes = await page
      .locator(':is(input:not([type="checkbox"], [type="radio"], [type="hidden"]), select, textarea)')
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  }
});

test('a printed post has its whole text', async () => {
  const page = await open(pageOf('feed'));
  const text = page.locator('[data-post-url]').filter({ hasText: 'ммм' }).first();
  const ends = async () => ((await text.textContent()) ?? '').includes('конец');
  expect(await ends()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await ends()).toBe(true);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await ends()).toBe(false);
});
