/** The feed and the phrases in print: every loaded row, full texts, no controls, light in any theme. */
import { pathOf } from '../../shared/routes.ts';
import { saveScreenshot } from '../support/browser.ts';
import { startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';

const { openTable } = startDemo();

test.each(['words', 'posts'] as const)('%s: controls are not printed, the table is', async (name) => {
  const page = await openTable('client', pathOf(name), {
    colorScheme: 'dark',
    // In a taller window the rows are virtual, and only printing itself shows all of them.
    viewport: { width: 794, height: 1000 },
  });
  // The feed has one block per post, without a header.
  const rows = (await page.getByRole('row').count()) - (name === 'posts' ? 1 : 0);
  await page.emulateMedia({ media: 'print' });
  for (const control of ['Главное меню', 'Фильтры', 'Обновить', 'Тема', 'Вид таблицы', 'Редактировать']) {
    const found = page
      .getByLabel(control, { exact: true })
      .or(page.getByRole('button', { name: control, exact: true }));
    for (const element of await found.all()) expect(await element.isVisible()).toBe(false);
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectSoon(() => page.getByRole('row').filter({ visible: true }).count()).toBe(rows);
  await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
  const cut = await page
    .getByRole('gridcell')
    .evaluateAll(
      (cells) => cells.filter((cell) => cell.checkVisibility() && cell.scrollHeight > cell.clientHeight + 2).length,
    );
  expect(cut).toBe(0);
  await expectSoon(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await saveScreenshot(page, `look/print-${name}`);
});

test('a post is printed as a line of source, phrase, date and city, then its text in full width', async () => {
  const page = await openTable('client', pathOf('posts'), { viewport: { width: 794, height: 1000 } });
  await page.emulateMedia({ media: 'print' });
  const cells = page.getByRole('row').nth(1).getByRole('gridcell').filter({ visible: true });
  await expectSoon(() => cells.count()).toBe(5);
  const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()));
  const [source, phrase, text, date, city] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
  expect([phrase, date, city].map((box) => box?.y)).toEqual([source?.y, source?.y, source?.y]);
  expect(text?.y).toBeGreaterThanOrEqual((source?.y ?? 0) + (source?.height ?? 0));
  expect(text?.width).toBeGreaterThan(700);
});

test('a long table is printed with all loaded rows, and is virtualised again afterwards', async () => {
  const page = await openTable('admin', pathOf('owners'));
  const rendered = page.locator('[aria-rowindex]');
  const all = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;
  await page.waitForFunction((last) => {
    scrollTo(0, document.documentElement.scrollHeight);
    return document.querySelector(`[aria-rowindex="${last}"]`);
  }, all + 1);
  await expectSoon(() => rendered.count()).toBeLessThan(all);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expectSoon(() => rendered.count()).toBeGreaterThanOrEqual(all);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expectSoon(() => rendered.count()).toBeLessThan(all);
});

test('a sorted table is printed with all its rows, also before it scrolls', async () => {
  const page = await openTable('admin', pathOf('words'));
  const rendered = page.getByRole('row');
  const loaded = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));
  const first = rendered.nth(1);
  const text = await first.textContent();
  await page.getByRole('columnheader', { name: 'Текст' }).getByRole('link').click();
  await expectSoon(() => first.textContent()).not.toBe(text);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expectSoon(() => rendered.count()).toBe(loaded);
});
