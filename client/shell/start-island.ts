/** Runs the island's scripts, which the page only preloads, and replays user input from before hydration. */
import { recordInput } from '../lib/record-input.ts';

/**
 * Runs the scripts after the first paint, dependencies first, each in its own task, because the browser can handle input
 * between tasks.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].reverse();
  const replay = recordInput(island);
  const start = async () => {
    for (const { href } of scripts) await import(href);
    replay();
  };
  requestAnimationFrame(() => setTimeout(start));
}
