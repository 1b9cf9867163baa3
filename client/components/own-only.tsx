import type { ReactNode } from 'react';
import { useIslandContext } from '../lib/island-context.ts';

/** Renders its children, which exist only with our own backend. */
export const OwnOnly = ({ children }: { children: ReactNode }) =>
  useIslandContext().backendKind === 'own' ? children : null;
