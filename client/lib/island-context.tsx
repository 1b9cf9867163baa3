/** The root component of an island on the server and in the browser, and its context. */
import { type ComponentType, createContext, useContext } from 'react';
import { type Cache, SWRConfig } from 'swr';
import type { IslandContext } from '../../shared/islands.ts';
import { MessageProvider } from '../components/message-bar.tsx';
import { IslandGuard } from './island-guard.tsx';

const ReactIslandContext = createContext<IslandContext | null>(null);

export function useIslandContext(): IslandContext {
  const context = useContext(ReactIslandContext);
  if (!context) throw new Error('useIslandContext must be used inside an IslandRoot');
  return context;
}

/**
 * The page contains its data and has a refresh button, so SWR does not revalidate automatically. Data is compared by
 * identity, because a list can have 100,000 rows.
 */
const swrSettings = {
  provider: (): Cache => new Map(),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  compare: (a: unknown, b: unknown) => a === b,
};

/** Server and browser must use the same prefix for generated IDs. */
export const islandIdPrefix = 'i';

type IslandRootProps<Props extends object> = {
  name: string;
  component: ComponentType<Props>;
  props: Props;
  context: IslandContext;
};

export function IslandRoot<Props extends object>({ name, component: Island, props, context }: IslandRootProps<Props>) {
  return (
    <IslandGuard name={name}>
      <ReactIslandContext value={context}>
        <SWRConfig value={swrSettings}>
          <MessageProvider>
            <Island {...props} />
          </MessageProvider>
        </SWRConfig>
      </ReactIslandContext>
    </IslandGuard>
  );
}
