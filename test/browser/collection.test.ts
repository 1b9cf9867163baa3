// Proves: collection#collection-page, phrases#card-of-a-phrase, phrases#first-run, phrases#table
/** The screens of the collection (docs/product/collection.md), in front of our own backend. */
import type { Page } from 'playwright-core';
import { commonShape } from '../support/backend-shapes.ts';
import { type PageOptions, saveScreenshot, startBrowser } from '../support/browser.ts';
import { cardId, offerCollection, overview, run, word } from '../support/collection-replies.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { keepSessions } from '../support/sessions.ts';
import type { Account } from '../support/sign-in.ts';
import { startStandInConsole } from '../support/stand-in-console.ts';
import { step } from '../support/step.ts';
import { waitForIsland } from '../support/wait-for-island.ts';

const admin: Account = { type: 'admin', name: 'root', password: 'password' };
const card = `/ldvknf/words/${cardId}`;

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
const { backend, server } = startStandInConsole({ prepare: offerCollection });

beforeEach(() => {
  backend.misbehave(null);
  backend.answerIn(commonShape);
  offerCollection(backend);
});

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await openSignedIn(server.url, admin, { viewport: { width: 1440, height: 900 }, ...options });
  await page.goto(server.url + path);
  return page;
}

const term = (page: Page, name: string) =>
  page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');

describe('the phrases', () => {
  test('one that waits for its first posts refreshes its row by itself, and a message leads to the feed', async () => {
    const pending = { ...word, State: 'pending', TotalPosts: 0, UpdateDt: null };
    backend.on('GET /vknf/words/paginated', () => ({ body: { words: [pending], total: 1 } }));
    backend.on(`GET /vknf/words/${cardId}`, () => ({ body: pending }));
    const page = await openSignedIn(server.url, admin);
    await page.clock.install();
    await page.goto(`${server.url}/ldvknf/words`);
    await waitForIsland(page);
    const row = page.getByRole('grid', { name: 'Фразы' }).getByRole('row').nth(1);
    await row.getByText('В ожидании').waitFor();
    backend.on(`GET /vknf/words/${cardId}`, () => ({ body: { ...word, TotalPosts: 3 } }));
    await page.clock.runFor(5000);
    await row.getByText('Активно').waitFor();
    const message = page.getByRole('status').filter({ hasText: 'Найдены первые посты' });
    await message.getByRole('link', { name: 'Открыть ленту' }).click();
    await page.waitForURL(
      ({ pathname, searchParams }) => pathname === '/ldvknf/posts' && searchParams.get('word') === String(cardId),
    );
  });

  test('the states explain themselves, full search says which posts come first, and a row links to the card of its phrase', async () => {
    const states = [
      ['pending', 'В ожидании', 'Ждёт первого сбора'],
      ['freeze', 'Заморожено', 'Не собирается, пока заморожена'],
      ['error', 'Ошибка', 'ВК не принял запрос (ошибка ВК 100). Сбор остановлен: измените текст фразы.'],
    ] as const;
    const words = states.map(([State], index) => ({
      ...word,
      WordID: word.WordID + index,
      State,
      ...(State === 'error' && { Reason: states[2][2] }),
    }));
    backend.on('GET /vknf/words/paginated', () => ({ body: { words, total: words.length } }));
    const page = await open('/ldvknf/words');
    await waitForIsland(page);
    for (const [, label, hint] of states) {
      const cell = page.getByRole('gridcell', { name: label, exact: true });
      await expectSoon(() => cell.getByText(label).getAttribute('title')).toBe(hint);
    }
    await page.getByRole('button', { name: 'Добавить фразу' }).click();
    const box = page.getByRole('dialog').getByRole('checkbox', { name: 'Полный поиск' });
    await page.getByText('Собрать все посты один раз; иначе — первые 200 самых подходящих', { exact: true }).waitFor();
    const described = (await box.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).innerText()));
    expect(texts.at(-1)).toBe('ВК отдаёт новые первыми');
    await page.keyboard.press('Escape');
    await page.getByRole('grid').getByRole('link', { name: 'Карточка фразы' }).first().click();
    await page.getByRole('heading', { level: 1, name: word.Text }).waitFor();
    expect(new URL(page.url()).pathname).toBe(card);
  });
});

describe('the collection page', () => {
  test('is in the menu, and shows the state and the runs, also in a narrow window', async () => {
    const page = await open('/ldvknf/collection');
    await waitForIsland(page);
    await page.locator('nav [href="/ldvknf/collection"][aria-current="page"]').filter({ hasText: 'Сбор' }).waitFor();
    await expectSoon(() => term(page, 'Очередь').innerText()).toBe(
      'Ждут сбора: 3 из 40 фраз. Нужно вызовов в сутки: 480',
    );
    const walls = page.getByRole('grid', { name: 'Стены' });
    await expectSoon(() => walls.getByRole('columnheader').allInnerTexts()).toEqual([
      'Источник',
      'Последний сбор',
      'Отставание',
      'Вызовов за сутки',
      'Ошибка',
    ]);
    await expectSoon(() => walls.getByRole('gridcell').first().innerText()).toBe('Город');
    const width = 390;
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.setViewportSize({ width, height: 900 });
    await expectSoon(fits).toBeLessThanOrEqual(width);
    await page.getByRole('grid', { name: 'Запуски' }).getByRole('link', { name: run.Word }).click();
    await page.getByRole('heading', { level: 1, name: run.Word }).waitFor();
    await expectSoon(fits).toBeLessThanOrEqual(width);
  });

  test('refreshes itself without moving the page, also after a failure, and not after the end of the session', async () => {
    const page = await openSignedIn(server.url, admin, { ownSession: true, allow: [/status of (401|500)/] });
    const rows = page.getByRole('grid', { name: 'Запуски' }).getByRole('link');
    const words = ['новая фраза', run.Word];
    const stats = page.getByRole('group', { name: 'Показано / всего' });
    await step('a refresh moves nothing', async () => {
      await page.clock.install();
      await page.goto(`${server.url}/ldvknf/collection`);
      await waitForIsland(page);
      await expectSoon(() => rows.count()).toBe(1);
      const next = { ...run, RunID: 13, Word: 'новая фраза', EndedAt: null, Outcome: null };
      backend.on('GET /vknf/collection', () => ({ body: { ...overview, Due: 1 } }));
      backend.on('GET /vknf/collection/runs', () => ({
        body: { runs: [next, { ...run, Added: 321 }], total: 2 },
      }));
      await page.clock.runFor(15_000);
      await page.getByRole('gridcell', { name: '321' }).waitFor();
      await expectSoon(() => rows.allInnerTexts()).toEqual(words);
      await expectSoon(() => term(page, 'Очередь').innerText()).toContain(': 1 из');
      await expectSoon(() => stats.innerText()).toContain('2 / 2');
    });

    await step('a failed refresh keeps the rows', async () => {
      backend.misbehave('status 500', '/vknf/collection');
      const failed = page.waitForResponse((response) => response.url().includes('/collection/runs'));
      await page.clock.runFor(15_000);
      expect((await failed).status()).toBe(500);
      await expectSoon(() => rows.allInnerTexts()).toEqual(words);
      backend.misbehave(null);
      backend.on('GET /vknf/collection', () => ({ body: { ...overview, Due: 9 } }));
      await page.getByRole('button', { name: 'Обновить' }).click();
      await term(page, 'Очередь').filter({ hasText: ': 9 из' }).waitFor();
    });

    await step('more runs than a page', async () => {
      // More than a page of runs has started since the last refresh.
      const runs = Array.from({ length: 50 }, (_, index) => ({ ...run, RunID: 200 - index }));
      backend.on('GET /vknf/collection/runs', () => ({ body: { runs, total: 90 } }));
      await page.clock.runFor(15_000);
      await stats.getByText('50 / 90', { exact: true }).waitFor();
    });

    await step('the end of the session', async () => {
      await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: {} }));
      for (const _ of [1, 2]) {
        const refused = page.waitForResponse('**/auth/refresh');
        await page.clock.runFor(15_000);
        await refused;
      }
      const signIn = page.waitForRequest('**/login?*');
      await page.getByRole('button', { name: 'Обновить' }).click();
      await signIn;
    });
  });

  test('after a fault «Попробовать снова» loads the state', async () => {
    backend.misbehaveBy((path) => (path === '/vknf/collection' ? 'status 500' : null));
    const page = await open('/ldvknf/collection');
    await waitForIsland(page);
    backend.misbehave(null);
    await page.getByRole('button', { name: 'Попробовать снова' }).click();
    await term(page, 'Ключи').waitFor();
  });
});

describe('the card of a phrase', () => {
  test('its strip has a table, prints and has forced colours; «Собрать сейчас» reports the result', async () => {
    const page = await open(card, { colorScheme: 'dark' });
    await saveScreenshot(page, 'collection/card-dark');
    await page.getByText('Таблицей').click();
    await expectSoon(() => page.getByRole('figure', { name: 'Собранное время' }).getByRole('row').count()).toBe(5);
    const strip = page.getByRole('img', { name: /Собранное время/ });
    await page.emulateMedia({ media: 'print' });
    await expectSoon(() => strip.isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Собрать сейчас' }).isVisible()).toBe(false);
    await expectSoon(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');

    await page.emulateMedia({ media: null, forcedColors: 'active' });
    const fills = async () =>
      new Set(
        await strip
          .locator('rect')
          .evaluateAll((bars) => bars.map((bar) => `${getComputedStyle(bar).fill} ${bar.getAttribute('height')}`)),
      );
    await expectSoon(async () => (await fills()).size).toBe(3);
    await saveScreenshot(page, 'collection/card-forced');

    await page.emulateMedia({ media: null, forcedColors: 'none' });
    await page.getByRole('button', { name: 'Собрать сейчас' }).click();
    await page.getByRole('status').filter({ hasText: 'Сбор запрошен' }).waitFor();
    backend.on('POST /vknf/collection/start', () => ({ status: 409, body: { error: 'Фраза уже собирается' } }));
    await page.getByRole('button', { name: 'Собрать сейчас' }).click();
    await page.getByRole('alert').filter({ hasText: 'Фраза уже собирается' }).waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    // The figures are beside the facts, also below a message.
    const topOf = (selector: string) => page.locator(selector).evaluate((part) => part.getBoundingClientRect().top);
    const facts = 'section[aria-label="Сбор"]';
    await expectSoon(async () => (await topOf(`${facts} ~ *`)) - (await topOf(facts))).toBe(0);
  });
});
