/**
 * Reloads the page and keeps what the user has opened and entered. Also looks for the server where the browser would otherwise
 * show its own error. Loads with the first input (client/entries/shell.ts).
 */
import { askServer, connectionLostEvent, whenConnected } from './connection.ts';
import { saveDrafts } from './drafts.ts';
import { listOpeners } from './openers.ts';
import { listen, readScriptContext, reloadAddress } from './page.ts';
import { keptListKey, readSession, writeSession } from './storage.ts';

/** A control in the page, and what is around it, which must be the same for it to be pressed again. */
type Opener = { path: string; text: string };

type Kept = { userId: string; openers: Opener[] };

const storageKey = 'kept';

const rowSelector = '[aria-rowindex]';

/** Returns a selector that starts at the row of a table or at the body. */
function pathTo(element: Element): string {
  const row = element.getAttribute('aria-rowindex');
  if (row !== null) return `[aria-rowindex="${row}"]`;
  const parent = element.parentElement;
  if (!parent) return ':root';
  return `${pathTo(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})`;
}

const textOf = (opener: Element): string => (opener.closest(rowSelector) ?? opener).textContent;

/** Saves drafts, which only the same user gets back. */
export function reloadWithDrafts(): void {
  const { viewer } = readScriptContext();
  if (viewer) saveDrafts(viewer.user.id);
  reloadAddress();
}

/** If the server does not answer, the page says so, and presses wait (connection.ts). */
const findServer = () =>
  askServer().catch(() => {
    dispatchEvent(new Event(connectionLostEvent));
  });

function onPress({ target }: PointerEvent): void {
  if (target instanceof Element && target.closest('a[href], [type="submit"]')) void findServer();
}

/**
 * Asks the server when a pointer is pressed on what leaves the page. A refused connection is known before the press becomes a
 * click (client/shell/held-input.ts). Further calls have no effect.
 */
export const watchPresses = (): void => addEventListener('pointerdown', onPress);

/** Waits for the server. Also keeps what is open, and the place in the list with its rows (kept-state.ts). */
export async function reloadPage(): Promise<void> {
  await findServer();
  await whenConnected();
  const { viewer } = readScriptContext();
  if (viewer) {
    const openers = listOpeners().filter(({ isConnected }) => isConnected);
    const kept: Kept = {
      userId: viewer.user.id,
      openers: openers.map((opener) => ({ path: pathTo(opener), text: textOf(opener) })),
    };
    writeSession(storageKey, JSON.stringify(kept));
  }
  writeSession(keptListKey, location.pathname + location.search);
  reloadWithDrafts();
}

/** For how long a control is looked for: its row may be on a later page of the list. */
const searchMs = 10_000;

/** Presses the control when it is there. */
async function press({ path, text }: Opener, isOver: () => boolean): Promise<void> {
  const end = performance.now() + searchMs;
  while (!isOver() && performance.now() < end) {
    const found = [...document.querySelectorAll<HTMLElement>(path)].find((opener) => textOf(opener) === text);
    if (found) return found.click();
    await new Promise(requestAnimationFrame);
  }
}

/** Opens again what was open when the page was reloaded, unless the user does something else before. */
export async function restorePage(userId: string): Promise<void> {
  const kept: Kept | null = JSON.parse(readSession(storageKey) ?? 'null');
  writeSession(storageKey, null);
  if (kept?.userId !== userId) return;
  let isOver = false;
  const onInput = () => {
    isOver = true;
  };
  const stop = listen({ pointerdown: onInput, keydown: onInput });
  for (const opener of kept.openers) await press(opener, () => isOver);
  stop();
}
