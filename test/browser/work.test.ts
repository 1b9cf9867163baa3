// Proves: feed#new-posts, work#in-the-feed, work#join-and-separate, work#many-at-once, work#suggestions
/** A day of work on stories: they are taken, tagged, postponed and closed, one by one and together, and what was wrong is undone. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../server/backend/open-store.ts';
import { createTraining, stemsOf } from '../../server/backend/rules/suggestions.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { joinStories, loadStory } from '../../shared/api/story-work.ts';
import { changeWork } from '../../shared/api/work.ts';
import { type PageOptions, saveScreenshot, startBrowser } from '../support/browser.ts';
import { type RunningConsole, startConsole } from '../support/console-process.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { accessibilityFaults } from '../support/page-faults.ts';
import { collectPosts, type Feed, metroCount, metroPost, seedFeed } from '../support/seed-feed.ts';
import { callAs } from '../support/seed-words.ts';
import { keepSessions } from '../support/sessions.ts';
import { waitForFilters, waitForIsland } from '../support/wait-for-island.ts';

const { openPage } = startBrowser();
const openSignedIn = keepSessions({ openPage });
let running: RunningConsole;
let feed: Feed;

beforeAll(async () => {
  running = await startConsole();
  feed = await seedFeed(running.dataDir);
  await suggestTones(feed.client.name);
});
afterAll(() => running?.close());

/** Posts about opened stations are good news, others are not. */
async function suggestTones(clientId: string): Promise<void> {
  const marks = Array.from(
    { length: 60 },
    (_, index) => ({ tone: index % 2 ? 'positive' : 'negative', tags: [] }) as const,
  );
  const training = createTraining(marks);
  for (const { tone, ...story } of marks) {
    training?.add({ tone, ...story }, stemsOf(tone === 'positive' ? 'Открыли метро, новость' : 'Закрыли мост, авария'));
  }
  const store = openStore(path.join(running.dataDir, databaseFileName));
  const model = training?.finish() ?? null;
  await store.suggestions.save(clientId, { changeId: 0, model, trainedAt: 1, checked: 0, correct: 0 });
  await store.close();
}

async function openFeed(query = '', options: PageOptions = {}): Promise<Page> {
  const page = await openSignedIn(running.url, feed.client, { viewport: { width: 1440, height: 900 }, ...options });
  await page.goto(`${running.url}/ldvknf/posts${query}`);
  await waitForIsland(page);
  return page;
}

const row = (page: Page, number: number) => page.locator(`[aria-rowindex="${number + 1}"]`);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
/** The messages of former changes have the same text. */
async function closeMessages(page: Page): Promise<void> {
  const closers = page.getByRole('button', { name: 'Закрыть сообщение' });
  while ((await closers.count()) > 0) await closers.first().click();
}
const shows = (page: Page, number: number, text: string) =>
  row(page, number).getByText(text, { exact: true }).waitFor();
const showsTone = (page: Page, number: number, name: string) =>
  row(page, number).getByRole('img', { name, exact: true }).waitFor();
const storyOf = async (page: Page, number: number): Promise<number> => {
  const address = await row(page, number).locator('a[href*="/work/"]').getAttribute('href');
  return Number(address?.split('/').at(-1));
};
/** The row changes before the dialog closes, and keys do nothing until then. */
async function save(page: Page, name: string, button = 'Сохранить'): Promise<void> {
  await dialog(page, name).getByRole('button', { name: button, exact: true }).click();
  await dialog(page, name).waitFor({ state: 'hidden' });
}

/** With SCREENSHOTS=1, saves the page in both themes and widths. */
async function saveLooks(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  for (const width of [390, 1440]) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await saveScreenshot(page, `work/${name}-${width}-${colorScheme}`, { fullPage: false });
    }
  }
}

async function chooseInMenu(page: Page, number: number, item: string): Promise<void> {
  await row(page, number).getByRole('button', { name: 'Действия с постом' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function chooseInPopup(page: Page, item: string): Promise<void> {
  await dialog(page, 'Текст поста').getByRole('button', { name: 'Действия с постом' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('stories are taken, tagged, postponed, closed and noted by menu, keys and the open post, and filtered by it', async () => {
  const page = await openFeed();
  await chooseInMenu(page, 1, 'Взять в работу');
  await shows(page, 1, 'В работе');
  await says(page, 'Изменено: 1');
  const suggested = page.locator('[aria-rowindex]:has([data-suggested])').first();
  const number = Number(await suggested.getAttribute('aria-rowindex')) - 1;
  await showsTone(page, number, 'Позитив?');
  await saveLooks(page, 'suggestion');
  await page.setViewportSize({ width: 1440, height: 900 });
  await closeMessages(page);
  await row(page, number).locator('[data-post-url]').focus();
  const maySave = Promise.withResolvers<void>();
  await page.route('**/vknf/work/change', (route) => maySave.promise.then(() => route.continue()), { times: 1 });
  await page.keyboard.press('y');
  await showsTone(page, number, 'Позитив');
  maySave.resolve();
  await says(page, 'Изменено: 1');
  await expectSoon(() => row(page, number).locator('[data-suggested]').count()).toBe(0);
  await page.keyboard.press('z');
  await showsTone(page, number, 'Позитив?');
  await row(page, 2).locator('[data-post-url]').focus();
  await page.keyboard.press('t');
  await dialog(page, 'Теги').getByRole('button', { name: 'Новый тег' }).click();
  await dialog(page, 'Новый тег').getByLabel('Название *').fill('Спам');
  // No dialog stands on another one.
  await expectSoon(() => page.getByRole('dialog').count()).toBe(1);
  await save(page, 'Новый тег');
  await dialog(page, 'Теги').getByRole('checkbox', { name: 'Спам', checked: true }).waitFor();
  await save(page, 'Теги');
  await shows(page, 2, 'Спам');
  await page.keyboard.press('h');
  await dialog(page, 'Отложить')
    .getByText(/^Вернётся \d\d\.\d\d\.\d{4}, 09:00$/)
    .waitFor();
  await dialog(page, 'Отложить').getByLabel('До N новых повторов').check();
  await dialog(page, 'Отложить').getByLabel('Новых повторов', { exact: true }).fill('3');
  await save(page, 'Отложить', 'Отложить');
  await shows(page, 2, 'Отложено');
  await page.keyboard.press('3');
  await dialog(page, 'Не наше').getByLabel('Причина *').fill('Другой город');
  await save(page, 'Не наше');
  await shows(page, 2, 'Не наше');
  await page.keyboard.press('z');
  await shows(page, 2, 'Отложено');
  await closeMessages(page);
  await row(page, 2).locator('[data-post-url]').focus();
  await page.keyboard.press('4');
  await shows(page, 2, 'Решено');
  await says(page, 'Изменено: 1');
  await page.keyboard.press('z');
  await shows(page, 2, 'Отложено');
  await page.keyboard.press('a');
  await dialog(page, 'Назначить').getByRole('button', { name: 'Отмена' }).click();
  await row(page, 2).locator('[data-post-url]').click();
  const popup = dialog(page, 'Текст поста');
  await popup.getByText('ещё повторов: 3').waitFor();
  const bar = popup.getByRole('group', { name: 'Работа с сюжетом' });
  for (const name of ['В работу', 'Решено', 'Не наше']) await bar.getByRole('button', { name, exact: true }).waitFor();
  // It is at the foot of the popup, which has its first size.
  const foot = async (part: typeof bar) => {
    const box = await part.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  expect(Math.abs((await foot(bar)) - (await foot(popup)))).toBeLessThanOrEqual(1);
  expect((await bar.boundingBox())?.height).toBe(40);
  await chooseInPopup(page, 'Заметка…');
  const field = dialog(page, 'Заметка').getByLabel('Текст *');
  // Five lines.
  expect((await field.boundingBox())?.height).toBeGreaterThan(90);
  await field.fill('Позвонить в редакцию');
  await save(page, 'Заметка');
  await popup.getByRole('list', { name: 'Заметки' }).getByText('Позвонить в редакцию').waitFor();
  await popup.getByText(/^История: \d+$/).waitFor();
  expect(await accessibilityFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await saveLooks(page, 'popup');
  await page.setViewportSize({ width: 1440, height: 900 });
  await popup.getByRole('button', { name: 'Закрыть' }).click();
  await waitForFilters(page);
  await page.getByRole('button', { name: 'Ещё фильтры' }).click();
  const filters = page.getByRole('dialog', { name: 'Ещё фильтры' });
  await filters.getByRole('option', { name: 'Спам (1)' }).waitFor({ state: 'attached' });
  await saveLooks(page, 'filters');
  await filters.getByLabel('Состояние').selectOption('postponed');
  await expectSoon(() => page.locator('[role="grid"] [aria-rowindex]').count()).toBe(1);
  await page.getByText('Состояние: Отложено').waitFor();
  await page.keyboard.press('Escape');
  const mine = page.getByRole('list', { name: 'Работа с сюжетами' }).getByRole('link', { name: /^Моё/ });
  await expectSoon(() => mine.innerText()).toMatch(/^Моё\s*1$/);
  await mine.click();
  await shows(page, 1, 'В работе');
});

test('of two people who change a story, the second one is told, and nothing is overwritten', async () => {
  const page = await openFeed();
  const storyId = await storyOf(page, 4);
  await callAs(page, changeWork([{ storyId, version: 0 }], { State: 'resolved' }));
  await chooseInMenu(page, 4, 'Взять в работу');
  await page.getByRole('alert').filter({ hasText: 'Сюжет только что изменил' }).waitFor();
  await shows(page, 4, 'Решено');

  const [former, joint] = [await storyOf(page, 5), await storyOf(page, 6)];
  await callAs(page, joinStories(former, joint));
  await chooseInMenu(page, 5, 'Взять в работу');
  await page.getByRole('alert').filter({ hasText: 'Сюжет не найден среди ваших' }).waitFor();
  await expectSoon(() => storyOf(page, 5)).toBe(joint);

  // An undo leaves what was set since, and says so.
  for (const number of [7, 8]) await row(page, number).getByRole('checkbox').check();
  await page.getByRole('group', { name: 'Выбранные строки' }).getByRole('button', { name: 'Решено' }).click();
  await says(page, 'Изменено: 2');
  await callAs(page, changeWork([{ storyId: await storyOf(page, 7), version: 1 }], { State: 'in-progress' }));
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).click();
  const left = page.getByRole('alert').filter({ hasText: /Отменено: 1, пропущено: 1 \(изменил / });
  await left.getByRole('button', { name: 'Повторить' }).waitFor();
  await shows(page, 7, 'В работе');
  await shows(page, 8, 'Новое');
});

test('selected and all found stories are changed together and undone; a long change can be stopped', async () => {
  const page = await openFeed(`?word=${feed.wordIds.метро}`, { allow: [/status of 409/] });
  const bar = page.getByRole('group', { name: 'Выбранные строки' });
  for (const number of [10, 11, 12]) await row(page, number).getByRole('checkbox').check();
  await bar.getByText('Выбрано: 3').waitFor();
  await saveLooks(page, 'bulk');
  await page.setViewportSize({ width: 390, height: 844 });
  const shown = () => bar.getByRole('button').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  await expectSoon(async () => (await bar.boundingBox())?.height).toBe(56);
  for (const name of ['В работу', 'Решено']) await bar.getByRole('button', { name, exact: true }).waitFor();
  await expectSoon(shown).toBe(3);
  await bar.getByRole('button', { name: 'Ещё действия' }).click();
  await bar.getByRole('button', { name: /^Выбрать все найденные/ }).waitFor();
  await bar.getByRole('button', { name: 'Взять в работу' }).waitFor();
  await bar.getByRole('button', { name: 'Ещё действия' }).click();
  await expectSoon(shown).toBe(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar.getByRole('button', { name: 'Решено' }).click();
  await says(page, 'Изменено: 3');
  await shows(page, 12, 'Решено');
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).click();
  for (const number of [10, 11, 12]) await shows(page, number, 'Новое');
  // The first rows of another sort do not have the selected one.
  await row(page, 3).getByRole('checkbox').check();
  await page.getByRole('columnheader', { name: 'Дата поста' }).getByRole('link').click();
  await row(page, 1).getByText('новость 1').waitFor();
  await closeMessages(page);
  await bar.getByRole('button', { name: 'Решено' }).click();
  await says(page, 'Изменено: 1');
  await page.keyboard.press('z');
  await page.goBack();
  await row(page, 10).getByRole('checkbox').check();
  await bar.getByRole('button', { name: /^Выбрать все найденные/ }).click();
  await bar.getByText('Выбрано: 44').waitFor();
  await bar.getByRole('button', { name: 'Решено' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Решено: 44?' });
  await collectPosts(running.dataDir, [metroPost(metroCount + 1)]);
  await confirmation.getByRole('button', { name: 'Решено' }).click();
  await confirmation.getByText('Список изменился: теперь 45. Повторить?').waitFor();
  await confirmation.getByRole('button', { name: 'Решено' }).click();
  await says(page, 'Изменено: 4');
  await shows(page, 10, 'Решено');
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).click();
  await shows(page, 10, 'Новое');
  await row(page, 10).getByRole('checkbox').check();
  await bar.getByRole('button', { name: /^Выбрать все найденные/ }).click();
  await bar.getByRole('button', { name: 'Не наше…' }).click();
  const reject = dialog(page, 'Не наше');
  await reject.getByLabel('Причина *').selectOption('Новая причина…');
  await reject.getByLabel('Новая причина *').fill('Повтор');
  await collectPosts(running.dataDir, [metroPost(metroCount + 2)]);
  await reject.getByRole('button', { name: 'Сохранить' }).click();
  await reject.getByText('Список изменился: теперь 46. Повторить?').waitFor();
  await save(page, 'Не наше');
  await shows(page, 10, 'Не наше');
  await page.getByRole('status').getByRole('button', { name: 'Отменить' }).click();
  await shows(page, 10, 'Новое');

  const batch = { BatchID: 7, Total: 100_000, Changed: 20_000, Done: 20_000, Skipped: 0 };
  const reply = (path: string, body: object) =>
    page.route(`**/vknf/work/${path}*`, (route) => route.fulfill({ json: body }));
  await reply('change-found', { BatchID: 7, Total: 100_000 });
  await reply('batch', { ...batch, State: 'running', CanUndo: false });
  await reply('stop', { ...batch, State: 'stopped', CanUndo: true });
  await row(page, 1).getByRole('checkbox').check();
  await bar.getByRole('button', { name: /^Выбрать все найденные/ }).click();
  await bar.getByRole('button', { name: 'Решено' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Решено' }).click();
  const progress = page.getByRole('group', { name: 'Изменение сюжетов' });
  await progress.getByText('Выполнено: 20 000 из 100 000').waitFor();
  await progress.getByRole('button', { name: 'Остановить' }).click();
  await says(page, 'Изменено: 20 000');
  await progress.waitFor({ state: 'hidden' });
});

test('the menu of a row stays open, a renamed tag changes in all rows, and a story’s page saves a note', async () => {
  const page = await openFeed();
  const rowsMayCome = Promise.withResolvers<void>();
  await page.route('**/vknf/posts/details?*offset=20*', async (route) => {
    await rowsMayCome.promise;
    await route.continue();
  });
  await row(page, 20).getByRole('button', { name: 'Действия с постом' }).click();
  const [menu, tags] = [page.getByRole('menu'), page.getByRole('menuitem', { name: 'Теги…', exact: true })];
  await menu.waitFor();
  // The last row is at the foot of the window.
  const edges = () =>
    menu.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expectSoon(edges).toBe(true);
  await expectSoon(() => menu.getByRole('group').count()).toBe(3);
  const keys = menu.locator('[aria-keyshortcuts]');
  await expectSoon(() =>
    // Some stories have a suggestion.
    keys.evaluateAll((items) =>
      items.map((item) => item.getAttribute('aria-keyshortcuts')).filter((key) => key !== 'y'),
    ),
  ).toEqual(['e', '1', 'a', 'h', '4', '3', 't', '2', 'x']);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const focused = await menu.locator(':focus').innerText();
  rowsMayCome.resolve();
  await row(page, 21).waitFor();
  await expectSoon(() => menu.locator(':focus').innerText()).toBe(focused);
  await tags.click();
  await dialog(page, 'Теги').getByRole('button', { name: 'Новый тег' }).click();
  await dialog(page, 'Новый тег').getByLabel('Название *').fill('Пробка');
  await save(page, 'Новый тег');
  await save(page, 'Теги');
  await shows(page, 20, 'Пробка');
  await chooseInMenu(page, 21, 'Теги…');
  await dialog(page, 'Теги').getByRole('button', { name: 'Изменить тег Пробка' }).click();
  await dialog(page, 'Изменение тега').getByLabel('Название *').fill('Затор');
  await save(page, 'Изменение тега');
  await shows(page, 20, 'Затор');
  await page.keyboard.press('Escape');
  await dialog(page, 'Теги').waitFor({ state: 'hidden' });

  await chooseInMenu(page, 20, 'Не наше…');
  const reject = dialog(page, 'Не наше');
  await reject.getByLabel('Причина *').selectOption('Другой город');
  await reject.getByRole('button', { name: 'Удалить причину' }).click();
  await page
    .getByRole('alertdialog', { name: 'Удалить эту причину?' })
    .getByRole('button', { name: 'Удалить' })
    .click();
  await reject.getByRole('option', { name: 'Другой город' }).waitFor({ state: 'detached' });

  const longTag = {
    path: '/vknf/work/tags/create',
    body: { Name: 'Длинное название '.repeat(3).slice(0, 50), Color: 'red' },
  };
  const reply = await callAs(page, {
    method: 'POST',
    ...longTag,
    read: (body) => body as { TagID: number },
    failure: '',
  });
  const storyId = await storyOf(page, 19);
  const version = (await callAs(page, loadStory(storyId))).work?.version ?? 0;
  await callAs(page, changeWork([{ storyId, version }], { AddTags: [reply.TagID] }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${running.url}/ldvknf/work/${storyId}`);
  await page.getByRole('checkbox', { name: 'Длинное название', checked: true }).waitFor();
  await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const shownEnd = await page
    .getByText('Длинное название')
    .last()
    .evaluate((tag) => tag.getBoundingClientRect().right);
  expect(shownEnd).toBeLessThan(370);

  const reason = page.getByLabel('Причина, если не наше');
  expect(await reason.isVisible()).toBe(false);
  await page.getByRole('radio', { name: 'Не наше' }).check();
  await reason.waitFor();

  await page.getByLabel('Новая заметка').fill('Ответили жителям');
  await page.getByRole('button', { name: 'Добавить заметку' }).click();
  await page.getByRole('listitem').getByText('Ответили жителям').waitFor();
});

test('a story is joined with another one, a copy is separated, and both are undone', async () => {
  const texts = ['Мост закрыли на ремонт', 'Реку перекрыли сваями'];
  await collectPosts(
    running.dataDir,
    texts.map((Text, index) => ({
      ...metroPost(1),
      PostID: 801 + index,
      Text,
      PostDt: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
    })),
  );
  const page = await openFeed();
  const expectRow = (number: number, text: string | RegExp) => row(page, number).getByText(text).first().waitFor();
  await expectRow(1, 'Мост закрыли на ремонт');
  await row(page, 1).locator('[data-post-url]').focus();
  await page.keyboard.press('2');
  const join = dialog(page, 'Присоединить к сюжету');
  await join.getByRole('button', { name: 'Присоединить' }).click();
  await join.getByText('Выберите сюжет').waitFor();
  await join.getByLabel('Найти сюжет').fill('сваями');
  await expectSoon(() => join.getByRole('radio').count()).toBe(1);
  await join.getByRole('radio').check();
  await saveLooks(page, 'join');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await accessibilityFaults(page, { within: 'dialog[open]' })).toEqual([]);
  await save(page, 'Присоединить к сюжету', 'Присоединить');
  await says(page, 'Сюжеты объединены');
  await expectSoon(() => page.getByText('Реку перекрыли сваями').count()).toBe(0);
  const copies = row(page, 1).getByRole('button', { name: /^Ещё 1/ });
  await copies.click();
  await expectRow(2, 'Реку перекрыли сваями');
  await chooseInMenu(page, 2, 'Отделить от сюжета');
  await says(page, 'Пост отделён');
  await expectSoon(() => copies.count()).toBe(0);
  await page.keyboard.press('z');
  await copies.click();
  await expectRow(2, 'Реку перекрыли сваями');
  await row(page, 2).locator('[data-post-url]').click();
  await chooseInPopup(page, 'Отделить от сюжета');
  await says(page, 'Пост отделён');
  await expectSoon(() => copies.count()).toBe(0);
  await row(page, 1).locator('[data-post-url]').click();
  await chooseInPopup(page, 'Присоединить к сюжету…');
  await join.getByLabel('Найти сюжет').fill('сваями');
  await join.getByRole('radio').check();
  await save(page, 'Присоединить к сюжету', 'Присоединить');
  await copies.waitFor();

  const growing = Array.from({ length: 8 }, (_, index) => ({
    ...metroPost(1),
    OwnerID: -500 - index,
    PostID: 700 + index,
    Text: 'Пожар на складе метро',
    PostDt: new Date().toISOString(),
  }));
  await collectPosts(running.dataDir, growing);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Обновить', exact: true }).click();
  await shows(page, 1, 'Растёт');
  await chooseInMenu(page, 1, 'Взять в работу');
  await says(page, 'Изменено: 1');
  await shows(page, 1, 'Растёт');
});

test('stories that are taken under «Новое» keep their rows, and paging skips none', async () => {
  const page = await openFeed('?state=new');
  const rows = page.locator('[data-post-url]');
  const stats = page.getByRole('group', { name: 'Показано / всего' });
  const total = Number(/\/ (\d+)/.exec(await stats.innerText())?.[1]);
  for (const number of [1, 2, 3]) {
    await row(page, number).locator('[data-post-url]').focus();
    await page.keyboard.press('1');
    await shows(page, number, 'В работе');
    await says(page, 'Изменено: 1');
  }
  await page.waitForFunction((count) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelectorAll('[data-post-url]').length === count;
  }, total);
  await stats.filter({ hasText: `${total} / ${total}` }).waitFor();
  await expectSoon(() => rows.count()).toBe(total);
});
