/** The root that server and browser both render an island in, and the context that it provides. */
import { type ComponentType, createContext, useContext } from 'react';
import { type Cache, SWRConfig } from 'swr';
import type { IslandContext } from '../../shared/islands.ts';
import { MessageProvider } from '../components/message-bar.tsx';
import { IslandGuard } from './island-guard.tsx';

const ReactIslandContext = createContext<IslandContext | null>(null);

export function useIslandContext(): IslandContext {
  const context = useContext(ReactIslandContext);
  if (!context) throw new Error('An island is rendered in an IslandRoot');
  return context;
}

/**
 * The page contains its data and has a button for newer data, so SWR requests nothing again by itself. Data is compared by
 * identity, because a list may hold 100,000 rows.
 */
const swrSettings = {
  provider: (): Cache => new Map(),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  compare: (a: unknown, b: unknown) => a === b,
};

/** Server and browser must use the same prefix, so that generated ids match. */
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
