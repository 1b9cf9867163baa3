/** Access to the page for scripts: its context from the server, and its events. */
import type { ScriptContext } from '../../shared/pages/islands.ts';
import type { RowAct } from '../../shared/shortcuts.ts';

/** Reads the data that the page passes to its scripts. */
export function readScriptContext(): ScriptContext {
  return JSON.parse(document.getElementById('script-context')?.textContent ?? '');
}

/** Whether the style sheet places menus. */
export const hasAnchors = (): boolean => CSS.supports('position-area: bottom');

/** Whether the style sheet shows the content of a closed `<details>`. */
export const opensDetails = (): boolean => CSS.supports('selector(::details-content)');

/** Whether the browser needs client/lib/old-browsers.ts. */
export const isOldBrowser = (): boolean => !hasAnchors() || !opensDetails();

/** Calls `act` after the page's first paint. A hidden page is not painted, so there it is called at once. */
export function afterFirstPaint(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}

type Listeners = { [Type in keyof WindowEventMap]?: (event: WindowEventMap[Type]) => void };

/** Adds listeners of the window's events. Returns a function that removes them. */
export function listen(listeners: Listeners): () => void {
  // Its property `signal` makes it a valid options argument of `addEventListener`.
  const listening = new AbortController();
  for (const [type, listener] of Object.entries(listeners))
    addEventListener(type, listener as EventListener, listening);
  return () => listening.abort();
}

/**
 * An action of a key on a row or on the list. `rowIndex` is the `aria-rowindex`. The list of our own backend handles the event, and
 * cancels it unless the change is refused.
 */
export type RowShortcut = {
  act: RowAct | 'read-row' | 'read-above' | 'save';
  /** Only for viewers who work on stories. */
  ofWork: boolean;
  rowIndex: number;
};
export const rowKeyEvent = 'row-key';

declare global {
  interface WindowEventMap {
    [rowKeyEvent]: CustomEvent<RowShortcut>;
  }
}

/** Loads the page again. Unlike `location.reload()`, does not resubmit a form that led to the page. */
export const reloadAddress = (): void => location.replace(location.pathname + location.search);
