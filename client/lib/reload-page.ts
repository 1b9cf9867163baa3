/**
 * Reloads the page and keeps what the user has opened and entered. Loads with the first input (client/entries/shell.ts).
 */
import { saveDrafts } from './drafts.ts';
import { saveStates } from './kept-state.ts';
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

/** Also keeps what is open, the selected and the expanded rows, and the place in the list. */
export function reloadPage(): void {
  const { viewer } = readScriptContext();
  if (viewer) {
    const openers = listOpeners().filter(({ isConnected }) => isConnected);
    const kept: Kept = {
      userId: viewer.user.id,
      openers: openers.map((opener) => ({ path: pathTo(opener), text: textOf(opener) })),
    };
    writeSession(storageKey, JSON.stringify(kept));
    saveStates(viewer.user.id);
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
