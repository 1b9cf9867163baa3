/** Keeps children that the server rendered, without hydrating them: React does not read children that are set as HTML. */
import type { ReactNode } from 'react';

export const onServer = typeof document === 'undefined';

/** Returns attributes of an element. `children` are used on the server only. */
export const staticChildren = (children: ReactNode) =>
  onServer ? { children } : { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
