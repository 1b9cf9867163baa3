/**
 * Checks every screen, dialog and popup in three widths, both themes and at 200 % zoom: violations of axe, horizontal
 * scrolling, layout shifts, and content that is out of reach. With SCREENSHOTS=1 it also saves each view to artifacts/look.
 */
import type { Page } from 'playwright-core';
import { setClientPassword } from '../../shared/api/clients.ts';
import { type PageOptions, saveScreenshot } from '../support/browser.ts';
import { demoUsers, startDemo } from '../support/demo-pages.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { findOutOfReach, zoom } from '../support/out-of-reach.ts';
import { accessibilityFaults, layoutShifts } from '../support/page-faults.ts';
import { type Screen, screens } from '../support/screens.ts';
import { callAs, seedClient } from '../support/seed-words.ts';
import { type Account, signInByRequest } from '../support/sign-in.ts';

const widths = [1920, 1280, 390] as const;
const themes = ['light', 'dark'] as const;
type View = { width: number; theme: (typeof themes)[number] };
const height = 900;

const { demo, openPage, openSignedIn } = startDemo();
const newcomer: Account = { type: 'client', name: '', password: 'newcomer-password-1' };
const users: Record<Exclude<Screen['as'], 'nobody'>, Account> = { ...demoUsers, newcomer };

beforeAll(async () => {
  const page = await openSignedIn(demo.url, users.admin);
  await page.goto(`${demo.url}/profile`);
  newcomer.name = await seedClient(page, 'Новый');
  await callAs(page, setClientPassword(newcomer.name, newcomer.password));
});

async function openFor({ as: role, changesSession }: Screen): Promise<Page> {
  const viewport = { width: widths[0], height };
  const options: PageOptions = { colorScheme: 'light', reducedMotion: 'reduce', viewport, allow: [/status of 404/] };
  if (role !== 'nobody' && !changesSession) return openSignedIn(demo.url, users[role], options);
  const page = await openPage(options);
  if (role !== 'nobody') await signInByRequest(page.context(), demo.url, users[role]);
  return page;
}

const views: View[] = widths.flatMap((width) => themes.map((theme) => ({ width, theme })));
/** The dark theme differs only in its colours, which no width changes. */
const checkedViews = views.filter(({ width, theme }) => theme === 'light' || width === 1280);
const visitedViews = process.env.SCREENSHOTS === '1' ? views : checkedViews;

const opened = 'dialog[open], :popover-open';

/** What the screen has opened above a page that is a screen itself. */
async function partOf(page: Page, { as, path, open }: Screen): Promise<{ within?: string }> {
  const isScreen = screens.some((other) => !other.open && other.as === as && other.path === path);
  return open && isScreen && (await page.locator(opened).count()) > 0 ? { within: opened } : {};
}

/** Wide windows share one layout. What a screen opens has the same elements in all widths, and colours are the same too. */
async function faultsIn(page: Page, screen: Screen, { width, theme }: View): Promise<string[]> {
  if (width === widths[0] || (width === 390 && screen.open)) return [];
  const part = await partOf(page, screen);
  if (theme === 'dark') return accessibilityFaults(page, { ...part, runOnly: ['color-contrast'] });
  return accessibilityFaults(page, { ...part, rules: { 'color-contrast': { enabled: width !== 390 } } });
}

test.each(screens)(
  '$name has no layout shift, fits every width and theme, passes axe, and is within reach at 200 % zoom',
  async (screen) => {
    const page = await openFor(screen);
    await page.goto(demo.url + screen.path, { waitUntil: screen.open ? 'load' : 'networkidle' });
    expect(await layoutShifts(page)).toEqual([]);
    await screen.open?.(page);
    for (const view of visitedViews) {
      const { width, theme } = view;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await saveScreenshot(page, `look/${screen.name}-${theme}-${width}`, { fullPage: false });
      await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (checkedViews.includes(view)) expect(await faultsIn(page, screen, view)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await zoom(page);
    expect(await findOutOfReach(page)).toEqual([]);
    await expectSoon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
  },
);
