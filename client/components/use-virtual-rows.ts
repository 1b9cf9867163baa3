/** Loads the virtual rows when they are needed. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listen } from '../lib/listen.ts';
import type { VirtualRows } from './virtual-rows.tsx';

const pressPollMs = 100;

/** Waits while a link or button is pressed: replacing its row before the release would lose the click. */
function betweenPresses(act: () => void): void {
  if (document.querySelector(':is(a, button):active')) setTimeout(betweenPresses, pressPollMs, act);
  else flushSync(act);
}

const importRows = () => import('./virtual-rows.tsx').then(({ VirtualRows: Component }) => Component);

/**
 * Returns null until the component is shown: for a `long` list, when it is `needed` or when the window first scrolls or changes its size. After a
 * failure the next scroll tries again. `prefetch` loads it without showing it. `loadRows` loads rows that it needs as well.
 */
export function useVirtualRows(
  long: boolean,
  needed: boolean,
  prefetch: boolean,
  loadRows?: () => Promise<void>,
): typeof VirtualRows | null {
  const [loaded, setLoaded] = useState<{ Component: typeof VirtualRows } | null>(null);
  const loading = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loadRows is a new but equivalent function in every render
  useEffect(() => {
    if (loaded || !long) return;
    async function show() {
      if (loading.current) return;
      loading.current = true;
      const parts = await Promise.all([importRows(), loadRows?.()]).catch(() => null);
      loading.current = false;
      if (parts) betweenPresses(() => setLoaded((known) => known ?? { Component: parts[0] }));
    }
    if (needed) show();
    else if (prefetch) importRows().catch(() => undefined);
    // After a resize, more rows may be in sight.
    return listen({ scroll: show, resize: show });
  }, [loaded, long, needed, prefetch]);
  return loaded?.Component ?? null;
}
