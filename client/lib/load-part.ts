/** Loads code that a page needs later, whatever happens to the server and its files in the meantime. */
import { connectionLostEvent, whenConnected } from './connection.ts';
import { showNotice } from './notices.ts';
import { reloadAddress } from './page.ts';
import { readSession, writeSession } from './storage.ts';

/** For how long a message can be read before the page reloads. */
const noticeMs = 2000;

/** The scripts of the page and of its island, as its HTML names them: their addresses contain hashes of their content. */
const listScripts = (): string[] =>
  [...document.querySelectorAll('script[src], [data-scripts]')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('data-scripts') ?? '',
  );

/** Returns the HTML of the page as the server sends it now; null if it sends another page. Throws if it is unreachable. */
async function fetchPage(): Promise<string | null> {
  const response = await fetch('', { cache: 'no-store' });
  return response.ok && !response.redirected ? response.text() : null;
}

const reload = () => import('./reload-page.ts').then(({ reloadPage }) => reloadPage(), reloadAddress);

export function showPartFailed(): void {
  const button = showNotice('part-failed')?.querySelector('button');
  if (button) button.onclick = () => void reload();
}

/**
 * Reloads the page for the code that `load` imports, but only once, and then asks the user. `page` is its HTML. Resolves if nothing
 * was reloaded.
 */
async function reloadFor(load: () => Promise<unknown>, page: string | null): Promise<void> {
  const scripts = listScripts();
  const build = scripts.join();
  // The source of the function contains the name of the script.
  const key = `reloaded:${load}`;
  if (!page || readSession(key) === build || !writeSession(key, build)) {
    showPartFailed();
    return;
  }
  if (scripts.some((script) => !page.includes(script))) {
    showNotice('new-version');
    await new Promise((resolve) => setTimeout(resolve, noticeMs));
  }
  await reload();
  // The page is about to go.
  await new Promise(() => undefined);
}

/**
 * Loads code by `load`, a function that only imports. A failure is tried again when the server answers. If that fails too, an
 * upgrade may have removed the script, or an older browser may remember the failure, so the page reloads. Rejects if that has not
 * helped; the page then says so.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    const page = await fetchPage().catch(() => undefined);
    if (page === undefined) {
      dispatchEvent(new Event(connectionLostEvent));
      await whenConnected();
      return loadPart(load);
    }
    // The network may have been away only during the first attempt.
    return load().catch(async (error: unknown) => {
      await reloadFor(load, page);
      throw error;
    });
  }
}
