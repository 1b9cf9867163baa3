/**
 * Draws every screen, dialog and popup in three widths and both themes into artifacts/look, for people to look at, and
 * holds each to what a person would mind: faults that axe finds, sideways scrolling, things that jump.
 */
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { demoAccounts } from '../../server/backend/demo/accounts.ts';
import { saveScreenshot, startBrowser } from '../support/browser.ts';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { type Screen, screens } from '../support/screens.ts';
import { signIn } from '../support/sign-in.ts';

const widths = [1920, 1280, 390] as const;
const [{ client_id: name, password }] = demoAccounts.clients;
const accounts = { admin: adminAccount, client: { type: 'client', name, password } } as const;

const { openPage } = startBrowser();
let running: RunningConsole;

beforeAll(async () => {
  running = await startConsole({ DEMO_DATA: '1' });
}, 60_000);
afterAll(() => running?.close());

/** What axe-core finds wrong with the page as it stands, as rule and element. */
async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** What jumped since the page began, by itself and not because of what somebody did (cumulative layout shift). */
const jumps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Shift = PerformanceEntry & { hadRecentInput: boolean; value: number; sources: { node?: Node | null }[] };
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    const nameOf = (node?: Node | null) => (node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName);
    return shifts.map(({ value, sources }) => `${value}: ${sources.map(({ node }) => nameOf(node)).join(', ')}`);
  });

/** The dark theme differs in its colours only: it is looked at in less detail. */
const themes = [
  { colorScheme: 'light', audited: [1280, 390], waitUntil: 'networkidle' },
  { colorScheme: 'dark', audited: [1280], waitUntil: 'load' },
] as const satisfies { colorScheme: string; audited: number[]; waitUntil: string }[];

describe.each(themes)('in the $colorScheme theme', ({ colorScheme, waitUntil, ...theme }) => {
  const audited: readonly number[] = theme.audited;
  const sessions = new Map<Screen['as'], Awaited<ReturnType<BrowserContext['storageState']>>>();
  const viewport = { width: widths[0], height: 900 };
  const allow = [/status of 404/];

  async function openFor({ as: person, changesSession }: Screen): Promise<Page> {
    const storageState = changesSession ? undefined : sessions.get(person);
    const page = await openPage({ colorScheme, viewport, allow, ...(storageState && { storageState }) });
    if (storageState || person === 'nobody') return page;
    await signIn(page, running.url, accounts[person]);
    if (!changesSession) sessions.set(person, await page.context().storageState());
    return page;
  }

  test.each(screens)(
    '$name is drawn without a jump, fits every width and has no fault that axe finds',
    async (screen) => {
      const page = await openFor(screen);
      await page.goto(running.url + screen.path, { waitUntil });
      expect(await jumps(page)).toEqual([]);
      await screen.open?.(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await saveScreenshot(page, `look/${screen.name}-${colorScheme}-${width}`, { fullPage: false });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (audited.includes(width)) expect(await accessibilityFaults(page)).toEqual([]);
      }
    },
  );
});
