/** Loads and runs the island's scripts after the first paint, and replays user input from before hydration. */
import { afterFirstPaint } from '../lib/page.ts';
import { recordInput } from '../lib/record-input.ts';

function preload(href: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'modulepreload', href, onload: () => link.remove() }));
}

/**
 * Before the first paint, the scripts would compete with it for the network and for the main thread, which handles every
 * response. A button of the shell works without the island, and so does a submit button unless its form needs a script.
 */
export function startIsland(island: HTMLElement): void {
  const scripts = island.dataset.scripts?.split(' ') ?? [];
  const replay = recordInput(island, 'button:not([type="submit"], [data-opens]), [data-scripted] [type="submit"]');
  afterFirstPaint(async () => {
    for (const href of scripts) preload(href);
    for (const href of scripts.reverse()) await import(href);
    replay();
  });
}
