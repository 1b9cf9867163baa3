/** Loads the virtual rows when they are needed: at the first scrolling, or when there are many rows. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VirtualRows } from './virtual-rows.tsx';

/** Every browser lays out this many rows without a noticeable delay. */
const plainRowsMax = 200;
const pressMs = 100;

/** Virtual rows replace the plain ones. Between a press and its release that would lose the click. */
function betweenPresses(act: () => void): void {
  if (document.querySelector(':is(a, button):active')) setTimeout(betweenPresses, pressMs, act);
  else flushSync(act);
}

/** Null until they are loaded. When that fails, rows stay plain, and the next scrolling tries again. */
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
