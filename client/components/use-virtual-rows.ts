/** Loads the virtual rows when the page first scrolls, or when there are many rows. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VirtualRows } from './virtual-rows.tsx';

/** Browsers lay out this many rows without a noticeable delay. */
const plainRowsMax = 200;
const pressPollMs = 100;

/** Waits while a link or button is pressed: replacing its row before the release would lose the click. */
function betweenPresses(act: () => void): void {
  if (document.querySelector(':is(a, button):active')) setTimeout(betweenPresses, pressPollMs, act);
  else flushSync(act);
}

/** Returns null until the component is loaded. After a failure, the next scroll tries again. */
export function useVirtualRows(rowCount: number): typeof VirtualRows | null {
  const [loaded, setLoaded] = useState<{ Component: typeof VirtualRows } | null>(null);
  const many = rowCount > plainRowsMax;
  useEffect(() => {
    if (loaded) return;
    const load = () =>
      void import('./virtual-rows.tsx').then(
        ({ VirtualRows: Component }) => betweenPresses(() => setLoaded((known) => known ?? { Component })),
        () => undefined,
      );
    if (many) load();
    addEventListener('scroll', load, { passive: true });
    return () => removeEventListener('scroll', load);
  }, [loaded, many]);
  return loaded?.Component ?? null;
}
