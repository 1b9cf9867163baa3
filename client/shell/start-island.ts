/** Loads and runs the island's scripts after the first paint, and replays user input from before hydration. */
import { afterFirstPaint } from '../lib/after-first-paint.ts';
import { recordInput } from '../lib/record-input.ts';

/**
 * Before the first paint, the scripts would compete with it for the network and for the main thread, which handles every
 * response. They run dependencies first, each in its own task, because the browser can handle input between tasks. A submit
 * button and a button of the shell work without the island.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = island.dataset.scripts?.split(' ') as string[];
  const replay = recordInput(island, 'button:not([type="submit"], [data-opens])');
  afterFirstPaint(async () => {
    await Promise.all(scripts.map((script) => import(script)));
    replay();
  });
}
