/** The context of an island. */
import { createContext, useContext } from 'react';
import type { IslandContext } from '../../shared/pages/islands.ts';

export const ReactIslandContext = createContext<IslandContext | null>(null);

export function useIslandContext(): IslandContext {
  const context = useContext(ReactIslandContext);
  if (!context) throw new Error('useIslandContext must be used inside an IslandRoot');
  return context;
}
