/** Returns true while the page prints. Paper shows all loaded rows, whatever the window's height. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listen } from '../lib/listen.ts';

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const update = (prints: boolean) => flushSync(() => setPrinting(prints));
    return listen({ beforeprint: () => update(true), afterprint: () => update(false) });
  }, []);
  return printing;
}
