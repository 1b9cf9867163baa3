/** Runs the island's scripts, which the page only preloads, and replays user input from before hydration. */
import { recordInput } from '../lib/record-input.ts';

/**
 * Runs the scripts after the first paint, dependencies first, each in its own task, because the browser can handle input
 * between tasks. A submit button and a button of the shell work without the island.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  const replay = recordInput(island, 'button:not([type="submit"], [data-opens])');
  const start = async () => {
    for (const { href } of scripts) await import(href);
    replay();
  };
  requestAnimationFrame(() => setTimeout(start));
}
