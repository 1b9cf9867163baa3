/** The root component of an island on the server and in the browser. */
import { type ComponentType, useEffect } from 'react';
import { type Cache, SWRConfig, useSWRConfig } from 'swr';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { connectionFoundEvent } from '../lib/connection.ts';
import { ReactIslandContext } from '../lib/island-context.ts';
import { listen } from '../lib/page.ts';
import { MessageProvider } from './message-bar.tsx';

/**
 * The page contains its data and has a refresh button, so SWR does not revalidate automatically. Data is compared by identity,
 * because a list can have 100,000 rows.
 */
const swrSettings = {
  provider: (): Cache => new Map(),
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  // With the default, a dialog that is reopened within 2 seconds would show an outdated reply.
  dedupingInterval: 0,
  compare: (a: unknown, b: unknown) => a === b,
};

/** Reloads failed data when a lost connection is back. */
function FailedReplies() {
  const { cache, mutate } = useSWRConfig();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of a root stay the same
  useEffect(
    () => listen({ [connectionFoundEvent]: () => void mutate((key) => cache.get(String(key))?.error !== undefined) }),
    [],
  );
  return null;
}

/** Server and browser must use the same prefix for generated IDs. */
export const islandIdPrefix = 'i';

type IslandRootProps<Props extends object> = {
  component: ComponentType<Props>;
  props: Props;
  context: IslandContext;
};

export function IslandRoot<Props extends object>({ component: Island, props, context }: IslandRootProps<Props>) {
  return (
    <ReactIslandContext value={context}>
      <SWRConfig value={swrSettings}>
        <MessageProvider>
          <Island {...props} />
          <FailedReplies />
        </MessageProvider>
      </SWRConfig>
    </ReactIslandContext>
  );
}
