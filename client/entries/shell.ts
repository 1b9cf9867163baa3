/** The shell script of every page. It does not load React; rarely used parts load on demand. */

import { isTheme } from '../../shared/preferences.ts';
import { isBusy, setBusy } from '../lib/busy.ts';
import { watchConnection } from '../lib/connection.ts';
import { loadPart } from '../lib/load-part.ts';
import { afterFirstPaint, isOldBrowser, readScriptContext } from '../lib/page.ts';
import { mirrorPreferences, savePreference, syncPreference } from '../lib/preferences.ts';
import { recordInput } from '../lib/record-input.ts';
import { readSession } from '../lib/storage.ts';
import { startAuthMirror } from '../shell/auth-mirror.ts';
import { startOpeners } from '../shell/dialogs.ts';
import { startHeldInput } from '../shell/held-input.ts';

/** Collapses and expands the sidebar by setting `data-sidebar` on the root element. */
export function startSidebar(): void {
  const root = document.documentElement;
  const button = document.getElementById('sidebar-toggle');
  if (!button) return;
  const isCollapsed = () => root.dataset.sidebar === 'collapsed';
  syncPreference('sidebarCollapsed', isCollapsed(), (collapsed) => {
    root.dataset.sidebar = collapsed ? 'collapsed' : 'expanded';
    button.setAttribute('aria-expanded', String(!collapsed));
  });
  button.addEventListener('click', () => savePreference('sidebarCollapsed', !isCollapsed()));
}

/** Applies the stored theme and saves the selection in the theme menu, which signed-out pages lack. */
export function startTheme(): void {
  const root = document.documentElement;
  const choices = document.querySelectorAll<HTMLInputElement>('input[name="theme"]');
  const { theme: rendered } = root.dataset;
  syncPreference('theme', isTheme(rendered) ? rendered : 'system', (theme) => {
    root.dataset.theme = theme;
    for (const choice of choices) choice.checked = choice.value === theme;
  });
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      if (isTheme(choice.value)) savePreference('theme', choice.value);
    });
  }
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
  const { id } = viewer.user;
  if (readSession('drafts') !== null) import('../lib/drafts.ts').then(({ restoreDrafts }) => restoreDrafts(id), ignore);
  if (readSession('kept') !== null) importReload().then(({ restorePage }) => restorePage(id), ignore);
  // Loads with the first input, because an upgrade of the server may remove it before it is needed.
  const startReload = () => importReload().then(({ watchPresses }) => watchPresses(), ignore);
  for (const type of ['pointerover', 'focusin']) addEventListener(type, startReload, once);
});

const importBanner = () => import('../shell/impersonation-banner.ts');
const banner = document.getElementById('impersonation-banner');
if (banner) loadPart(importBanner).then(({ startImpersonationBanner }) => startImpersonationBanner(banner), ignore);

const importExportMenu = () => import('../shell/export-menu.ts');
// Captures, because the event does not bubble.
addEventListener('beforetoggle', () => loadPart(importExportMenu).catch(ignore), once);

const importShortcuts = () => import('../shell/shortcuts.ts');
const pressed: KeyboardEvent[] = [];
function waitForShortcuts(event: KeyboardEvent) {
  if (pressed.push(event) > 1) return;
  loadPart(importShortcuts).then(
    ({ startShortcuts }) => startShortcuts(pressed, () => removeEventListener('keydown', waitForShortcuts)),
    ignore,
  );
}
addEventListener('keydown', waitForShortcuts);
