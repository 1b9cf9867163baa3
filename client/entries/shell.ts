/** The shell script of every page. It does not load React; rarely used parts load on demand. */

import type { Theme } from '../../shared/preferences.ts';
import { localViewsKey, sidebarId } from '../../shared/shell-names.ts';
import { isBusy, setBusy } from '../lib/busy.ts';
import { watchConnection } from '../lib/connection.ts';
import { loadPart } from '../lib/load-part.ts';
import { afterFirstPaint, isOldBrowser, readScriptContext } from '../lib/page.ts';
import { mirrorPreferences, savePreference, syncPreference } from '../lib/preferences.ts';
import { recordInput } from '../lib/record-input.ts';
import { readLocal, readSession } from '../lib/storage.ts';
import { startAuthMirror } from '../shell/auth-mirror.ts';
import { startOpeners } from '../shell/dialogs.ts';
import { startHeldInput } from '../shell/held-input.ts';

/** Collapses and expands the sidebar by setting `data-sidebar` on the root element. */
export function startSidebar(): void {
  const root = document.documentElement;
  const isCollapsed = () => root.dataset.sidebar === 'collapsed';
  syncPreference('sidebarCollapsed', isCollapsed(), (collapsed) => {
    root.dataset.sidebar = collapsed ? 'collapsed' : 'expanded';
    document.getElementById('sidebar-toggle')?.setAttribute('aria-expanded', String(!collapsed));
  });
  // Also of a button that an island renders.
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(`[aria-controls="${sidebarId}"]`))
      savePreference('sidebarCollapsed', !isCollapsed());
  });
}

/** Applies the stored theme (see client/shell/theme-menu.ts). */
export function startTheme(): void {
  const { dataset } = document.documentElement;
  syncPreference('theme', dataset.theme as Theme, (theme) => {
    dataset.theme = theme;
  });
}

/** A button without a type submits its form, too. */
const submitButtonsOf = ({ elements }: HTMLFormElement): HTMLButtonElement[] =>
  ([...elements] as HTMLButtonElement[]).filter(({ type }) => type === 'submit');

/**
 * Disables the buttons of a POST form during its request, so that neither a click nor Enter sends it again. A browser leaves
 * out the pressed button if it is disabled before the data of the form are complete.
 */
export function startPostForms(): void {
  addEventListener('formdata', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
    for (const button of submitButtonsOf(target)) {
      button.disabled = true;
      setBusy(button, true);
    }
  });
  // Back navigation can restore the page from the cache with its busy buttons. Others are disabled because they are refused.
  addEventListener('pageshow', () => {
    const buttons = [...document.forms].filter(({ method }) => method === 'post').flatMap(submitButtonsOf);
    for (const button of buttons.filter(isBusy)) {
      button.disabled = false;
      setBusy(button, false);
    }
  });
}

/** Resolves when the browser has what islands need. */
const supported = isOldBrowser() ? import('../lib/old-browsers.ts').catch(() => undefined) : null;

function preload(href: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'modulepreload', href, onload: () => link.remove() }));
}

/**
 * Loads and runs the island's scripts after the first paint, and replays user input from before hydration. Before the first
 * paint, the scripts would compete with it for the network and for the main thread, which handles every response. Clicks are
 * not replayed on buttons of the shell, nor on submit buttons unless their form needs a script: these work without the island.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = island.dataset.scripts?.split(' ').reverse() ?? [];
  const replay = recordInput(
    island,
    'button:not([type="submit"], [data-opens], [popovertarget]), [data-scripted] [type="submit"]',
  );
  const importIsland = async () => {
    for (const href of scripts) await import(href);
  };
  afterFirstPaint(async () => {
    for (const href of scripts) preload(href);
    await supported;
    // After a failure, which the page says, the server's HTML stays.
    loadPart(importIsland).then(replay, () => undefined);
  });
}

startSidebar();
startTheme();
startOpeners();
startPostForms();
watchConnection();
startHeldInput();
const island = document.getElementById('island');
if (island) startIsland(island);

const importReload = () => import('../lib/reload-page.ts');
const ignore = () => undefined;
const once = { once: true, capture: true };

// The first access to cookies and storage blocks on another process of the browser.
afterFirstPaint(() => {
  const { viewer } = readScriptContext();
  startAuthMirror(viewer);
  mirrorPreferences();
  if (!viewer) return;
  const { user } = viewer;
  const { id } = user;
  const filters = document.querySelector<HTMLElement>('[data-local]');
  if (filters && readLocal(localViewsKey(user)) !== null)
    importFilters().then(({ showLocalFilters }) => showLocalFilters(filters, user), ignore);
  if (readSession('drafts') !== null) import('../lib/drafts.ts').then(({ restoreDrafts }) => restoreDrafts(id), ignore);
  if (readSession('kept') !== null) importReload().then(({ restorePage }) => restorePage(id), ignore);
  // Loads with the first input, because an upgrade of the server may remove it before it is needed.
  const startReload = () => importReload().then(({ watchPresses }) => watchPresses(), ignore);
  for (const type of ['pointerover', 'focusin']) addEventListener(type, startReload, once);
});

const importFilters = () => import('../shell/local-filters.ts');
const importBanner = () => import('../shell/impersonation-banner.ts');
const banner = document.getElementById('impersonation-banner');
if (banner) loadPart(importBanner).then(({ startImpersonationBanner }) => startImpersonationBanner(banner), ignore);

const importMenus = () => import('../shell/menus.ts');
// Captures, because the event does not bubble.
addEventListener('beforetoggle', () => loadPart(importMenus).catch(ignore), once);

const importShortcuts = () => import('../shell/shortcuts.ts');
const pressed: KeyboardEvent[] = [];
function waitForShortcuts(event: KeyboardEvent) {
  // The key of «Найти», with which browsers search, is prevented at once.
  if (event.code === 'KeyK' && event.ctrlKey) event.preventDefault();
  if (pressed.push(event) > 1) return;
  loadPart(importShortcuts).then(
    ({ startShortcuts }) => startShortcuts(pressed, () => removeEventListener('keydown', waitForShortcuts)),
    ignore,
  );
}
addEventListener('keydown', waitForShortcuts);
