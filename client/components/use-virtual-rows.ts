/** Loads the virtualised rows when they begin to matter: at the first scrolling, or when there are many rows. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { VirtualRows } from './virtual-rows.tsx';

/** As many rows as any browser lays out at once without being felt. */
const plainRowsMax = 200;
const pressMs = 100;

/** They take the place of the plain rows: never between a press and its release, which would be no click then. */
function betweenPresses(act: () => void): void {
  if (document.querySelector(':is(a, button):active')) setTimeout(betweenPresses, pressMs, act);
  else flushSync(act);
}

/** Null until then. When it cannot be loaded, rows stay plain, and the next scrolling tries again. */
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
