/** Keeps children that the server rendered, without hydrating them: React does not read children that are set as HTML. */
import type { ReactNode } from 'react';

/** The build of the browser's scripts defines the document, so that they leave out what only the server renders. */
export const onServer = globalThis.document === undefined;

/** Returns attributes of an element. `children` are used on the server only. */
export const staticChildren = (children: ReactNode) =>
  onServer ? { children } : { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
