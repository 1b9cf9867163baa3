/** Whether the page is being printed. A printout has what the screen leaves out: later rows, and whole texts. */
import { createContext, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { listen } from './page.ts';

/** Tells the cells of a table. */
export const PrintingContext = createContext(false);

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const update = (prints: boolean) => flushSync(() => setPrinting(prints));
    return listen({ beforeprint: () => update(true), afterprint: () => update(false) });
  }, []);
  return printing;
}
