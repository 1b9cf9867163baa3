/** Loads the virtual rows when they are needed. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VirtualRows } from './virtual-rows.tsx';

const pressPollMs = 100;

/** Waits while a link or button is pressed: replacing its row before the release would lose the click. */
function betweenPresses(act: () => void): void {
  if (document.querySelector(':is(a, button):active')) setTimeout(betweenPresses, pressPollMs, act);
  else flushSync(act);
}

/**
 * Returns null until the component is loaded. For a `long` list it is loaded when it is `needed` or when the page first
 * scrolls. After a failure the next scroll tries again.
 */
export function useVirtualRows(long: boolean, needed: boolean): typeof VirtualRows | null {
  const [loaded, setLoaded] = useState<{ Component: typeof VirtualRows } | null>(null);
  useEffect(() => {
    if (loaded || !long) return;
    const load = () =>
      void import('./virtual-rows.tsx').then(
        ({ VirtualRows: Component }) => betweenPresses(() => setLoaded((known) => known ?? { Component })),
        () => undefined,
      );
    if (needed) load();
    addEventListener('scroll', load, { passive: true });
    return () => removeEventListener('scroll', load);
  }, [loaded, long, needed]);
  return loaded?.Component ?? null;
}
