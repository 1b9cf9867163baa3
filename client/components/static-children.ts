/**
 * Keeps server-rendered children without hydrating them, because React ignores the children of an element whose HTML is set.
 */
import type { ReactNode } from 'react';

/** The build of the browser's scripts sets this to false, so that they omit code that only the server runs. */
export const onServer = globalThis.document === undefined;

/** Returns props for an element. Only the server renders `children`. */
export const staticChildren = (children: ReactNode) =>
  onServer ? { children } : { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
