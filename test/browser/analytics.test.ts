// Proves: analytics#url, analytics#without-a-mouse-and-on-paper
/** The page of analytics in a browser: keys, print, forced colours, both themes, and without JavaScript. */
import type { Page } from 'playwright-core';
import { comparedTexts, offerAnalytics } from '../support/analytics-replies.ts';
import { type PageOptions, saveScreenshot, startBrowser } from '../support/browser.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { accessibilityFaults } from '../support/page-faults.ts';
import { keepSessions } from '../support/sessions.ts';
import type { StandIn } from '../support/stand-in-backend.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForFocus } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const words = comparedTexts.map((Text, index) => ({ WordID: 12 - index, Text, State: 'ready' }));

function offerPhrases(backend: StandIn, total: number): void {
  backend.on('GET /vknf/words/paginated', () => ({ body: { words, total } }));
  for (const word of words) backend.on(`GET /vknf/words/${word.WordID}`, () => ({ body: word }));
}

const { server, backend } = startStandInConsole({
  prepare: (backend) => {
    offerAnalytics(backend);
    offerPhrases(backend, words.length);
  },
});
afterEach(() => offerPhrases(backend, words.length));

async function open(search: string, options: PageOptions = {}): Promise<Page> {
  const account = { type: 'admin', name: 'root', password: 'password' } as const;
  const page = await openSignedIn(server.url, account, { viewport: { width: 1440, height: 900 }, ...options });
  await page.goto(`${server.url}/ldvknf/analytics${search}`);
  return page;
}

const period = '?from=2026-11-01&to=2026-11-30';
const compared = `${period}&words=12,11,10`;
const figure = (page: Page, name: string) => page.getByRole('figure', { name });
/** The switch of a line in the chart of compared phrases. */
const lineSwitch = (page: Page, word: string) =>
  figure(page, 'Сравнение фраз').getByRole('checkbox', { name: `Показывать линию «${word}»` });
const comparedPoint = (page: Page) =>
  figure(page, 'Сравнение фраз').locator('svg a', { hasText: /^метро, 02\.11\.2026/ });

/** Hides a line and shows it again, and hides another. */
async function switchLines(page: Page): Promise<void> {
  await lineSwitch(page, 'метро').uncheck();
  expect(await comparedPoint(page).isVisible()).toBe(false);
  await lineSwitch(page, 'метро').check();
  await lineSwitch(page, 'вывоз мусора').uncheck();
}

async function followPoint(page: Page): Promise<void> {
  await comparedPoint(page).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(
    ({ searchParams }) => searchParams.get('word') === '11' && searchParams.get('from') === '2026-11-02',
  );
}

const focusedName = (page: Page) => page.locator(':focus title').textContent();

test('«Печать» prints, marks show their labels at once, and the map of hours works by arrow keys', async () => {
  const page = await open(period);
  await step('print', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Печать' }).click();
    await page.locator('[data-printed]').waitFor({ state: 'attached' });
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await expectSoon(loaded).not.toContainEqual(expect.stringContaining('react'));
  });

  const bars = figure(page, 'Упоминания по дням').locator('svg a');
  const name = await bars.first().locator('title').textContent();
  await step('labels of marks', async () => {
    const label = page.locator('.chart_figure_label');
    await bars.first().hover();
    const [day, count] = name?.split(': ') ?? [];
    await expectSoon(() => label.locator('span').textContent()).toMatch(
      new RegExp(`^${day?.slice(0, 5)} · ${count} · раньше \\d+$`),
    );
    await expectSoon(() => bars.first().locator('title').textContent()).toBe('');
    await expectSoon(() => bars.first().getAttribute('aria-label')).toBe(name);
    await page.mouse.move(0, 0);
    await label.waitFor({ state: 'hidden' });
    await expectSoon(() => bars.first().locator('title').textContent()).toBe(name);
    await figure(page, 'По дням недели и часам').locator('svg a').first().focus();
    await page.keyboard.press('ArrowRight');
    await label.getByText(/^Понедельник, 01:00–01:59 · \d+$/).waitFor();
    await page.keyboard.press('Escape');
    await label.waitFor({ state: 'hidden' });
    // The pointer also enters another element when the focus scrolls the page.
    await figure(page, 'По дням недели и часам').locator('strong').hover();
    await expectSoon(() => label.isHidden()).toBe(true);
  });

  await step('the map of hours', async () => {
    const map = figure(page, 'По дням недели и часам').locator('svg a');
    const stop = figure(page, 'По дням недели и часам').locator('svg a[tabindex="0"]');
    await expectSoon(() => Promise.all([map.count(), stop.count()])).toEqual([168, 1]);
    await map.first().focus();
    const moves = [
      ['ArrowRight', 'Понедельник, 01:00'],
      ['ArrowDown', 'Вторник, 01:00'],
      ['End', 'Вторник, 23:00'],
      ['Home', 'Вторник, 00:00'],
    ] as const;
    for (const [key, name] of moves) {
      await page.keyboard.press(key);
      await page.locator(':focus title', { hasText: name }).waitFor({ state: 'attached' });
    }
    await page.keyboard.press('ArrowLeft');
    await expectSoon(() => focusedName(page)).toContain('Вторник, 00:00');
    await expectSoon(() => stop.count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/ldvknf/posts' && url.searchParams.get('weekday') === '2');
  });
});

test('phrases are chosen in a dialog, and a chip removes one, with few phrases and with many', async () => {
  const page = await open(`${period}&copies=show&word=7`);
  const form = page.getByRole('search', { name: 'Период и фразы' });
  const dialog = page.getByRole('dialog', { name: 'Фразы' });
  const search = dialog.getByRole('searchbox', { name: 'Найти фразу' });
  await expectSoon(() => form.locator('[name=words]').isVisible()).toBe(false);
  await form.getByRole('button', { name: 'Показать' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('words') === '7');
  await form.getByRole('button', { name: /^Фразы: / }).click();
  await expectSoon(() => dialog.getByRole('checkbox', { name: 'трамвай' }).isChecked()).toBe(true);
  await dialog.getByRole('checkbox', { name: 'метро' }).check();
  expect(await search.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Показать' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('words') === '7,11');

  offerPhrases(backend, 60);
  await page.goto(`${server.url}/ldvknf/analytics${period}&copies=show`);
  await expectSoon(() => form.locator('[name=phrases]').isVisible()).toBe(false);
  await form.getByLabel('Дата с').fill('2026-11-10');
  await form.getByRole('button', { name: 'Фразы: Все фразы' }).click();
  await dialog.getByRole('checkbox', { name: 'метро' }).check();
  await dialog.getByRole('checkbox', { name: 'трамвай' }).check();
  await search.waitFor();
  expect(await accessibilityFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Показать' }).click();
  await page.waitForURL(
    ({ searchParams }) => searchParams.get('words') === '11,7' && searchParams.get('from') === '2026-11-10',
  );
  await form.getByRole('button', { name: 'Фразы: Фраз: 2' }).click();
  await expectSoon(() => dialog.getByRole('checkbox', { name: 'трамвай' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await waitForFocus(form.getByRole('button', { name: 'Фразы: Фраз: 2' }));
  await form.getByRole('list', { name: 'Выбранные фразы' }).getByRole('link', { name: 'Убрать фразу метро' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('word') === '7' && !searchParams.has('words'));
  // The filters that have no field of the form stay, and so does what the fields have.
  await form.getByRole('button', { name: 'Показать' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('phrases') === 'трамвай');
});

test('without JavaScript the form is submitted with several phrases, and tables, chips and switches of lines work', async () => {
  const page = await open('?owner=-100', { javaScriptEnabled: false });
  expect(await page.getByRole('button', { name: 'Печать' }).count()).toBe(0);
  const form = page.getByRole('search', { name: 'Период и фразы' });
  await form.getByLabel('Дата с').fill('2026-11-01');
  await form.getByLabel('Дата по').fill('2026-11-30');
  await form.getByRole('listbox', { name: 'Фразы' }).selectOption(['ремонт дорог', 'метро', 'вывоз мусора']);
  await form.getByLabel('Скрывать повторы').uncheck();
  await form.getByRole('button', { name: 'Показать' }).click();
  await figure(page, 'Сравнение фраз').waitFor();
  await page
    .getByText('Фразы «ремонт дорог», «метро», «вывоз мусора». Источник: Подслушано Тверь. С повторами.')
    .waitFor();
  const days = figure(page, 'Упоминания по дням');
  await days.getByText('Таблицей').click();
  await days
    .getByRole('row', { name: /^01\.11\.2026/ })
    .getByRole('link')
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Убрать фильтр источника' }).click();
  await page.waitForURL((url) => !url.searchParams.has('owner') && url.searchParams.get('words') === '12,11,10');
  const day = figure(page, 'Упоминания по дням')
    .getByRole('link', { name: /^02\.11\.2026: \d+$/ })
    .first();
  await expectSoon(() => day.getAttribute('href')).toMatch(/ldvknf\/posts\?.*to=2026-11-02/);
  await switchLines(page);
  await followPoint(page);
});

test('a line has points and a switch; print, forced colours and narrow windows show all, and axe finds nothing', async () => {
  const page = await open(compared, { colorScheme: 'dark', viewport: { width: 794, height: 1123 } });
  await step('points and switches', async () => {
    await switchLines(page);
    await lineSwitch(page, 'вывоз мусора').check();
  });

  await step('print', async () => {
    await page.emulateMedia({ media: 'print' });
    for (const hidden of [
      page.getByRole('search'),
      page.getByRole('navigation'),
      page.getByRole('button', { name: 'Печать' }),
      page.getByRole('link', { name: 'Посты в ленте' }),
      page.getByText('Таблицей').first(),
    ]) {
      expect(await hidden.isVisible()).toBe(false);
    }
    await page.getByText('С 01.11.2026 по 30.11.2026 (30 дней). Фразы «ремонт дорог»').waitFor();
    await page.getByText('Составлено').waitFor();
    await expectSoon(() => figure(page, 'Упоминания по дням').getByRole('cell').first().isVisible()).toBe(true);
    expect(await figure(page, 'По городам').getByRole('cell').count()).toBe(0);
    await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
    const look = await page.evaluate(() => {
      const figures = [...document.querySelectorAll('figure')];
      const isWhole = (part: Element) => getComputedStyle(part).breakInside === 'avoid';
      const cut = figures.filter(
        (figure) => !isWhole(figure) && ![...figure.querySelectorAll(':scope > :not(details)')].every(isWhole),
      );
      return {
        figures: figures.length,
        cut: cut.length,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      };
    });
    expect(look).toEqual({ figures: 9, cut: 0, scheme: 'light' });
    await saveScreenshot(page, 'analytics-print');
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g);
    expect(pages?.length).toBeLessThanOrEqual(4);
  });

  await step('forced colours', async () => {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light', forcedColors: 'active' });
    const colours = await page.evaluate(() => {
      const lookOf = (selector: string, property: 'fill' | 'stroke') => {
        const part = document.querySelector(selector);
        return part && getComputedStyle(part)[property];
      };
      return {
        background: getComputedStyle(document.body).backgroundColor,
        marks: [
          lookOf('.bar_chart_bars a path', 'fill'),
          lookOf('.bar_chart_previous path:last-child', 'stroke'),
          lookOf('.line_chart_series', 'stroke'),
          lookOf('.heat_map_cells path', 'fill'),
          lookOf('.ranked_bars_items svg', 'fill'),
          lookOf('.chart_frame_hatching pattern path', 'stroke'),
        ],
      };
    });
    for (const colour of colours.marks) {
      expect(colour).toMatch(/^rgb/);
      expect(colour).not.toBe(colours.background);
    }
    await saveScreenshot(page, 'analytics-forced');
  });

  await step('a narrow window', async () => {
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
    await page.setViewportSize({ width: 390, height: 900 });
    for (const summary of await page.getByText('Таблицей').all()) await summary.click();
    await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await followPoint(page);
  });
});
