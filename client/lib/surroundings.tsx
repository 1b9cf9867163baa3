/** The root that the server and the browser both render an island in, and what an island knows of its surroundings. */
import { type ComponentType, createContext, useContext } from 'react';
import { type Cache, SWRConfig } from 'swr';
import type { Surroundings } from '../../shared/islands.ts';
import { IslandGuard } from './island-guard.tsx';

const SurroundingsContext = createContext<Surroundings | null>(null);

export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext);
  if (!surroundings) throw new Error('An island is rendered in an IslandRoot');
  return surroundings;
}

/**
 * The page carries its data, and people ask for newer data by a button: nothing is asked for again by itself. Data is
 * compared by identity, because a list may hold 100,000 rows.
 */
const swrSettings = {
  provider: (): Cache => new Map(),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  compare: (a: unknown, b: unknown) => a === b,
};

/** Generated ids agree because server and browser render an island with the same prefix. */
export const islandIdPrefix = 'i';

type IslandRootProps<Props extends object> = {
  name: string;
  component: ComponentType<Props>;
  props: Props;
  surroundings: Surroundings;
};

export function IslandRoot<Props extends object>({
  name,
  component: Island,
  props,
  surroundings,
}: IslandRootProps<Props>) {
  return (
    <IslandGuard name={name}>
      <SurroundingsContext value={surroundings}>
        <SWRConfig value={swrSettings}>
          <Island {...props} />
        </SWRConfig>
      </SurroundingsContext>
    </IslandGuard>
  );
}
