/** The root component of an island on the server and in the browser. */
import { Component, type ComponentType, type ReactNode, useEffect } from 'react';
import { type Cache, SWRConfig, useSWRConfig } from 'swr';
import * as messages from '../../shared/messages.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { connectionFoundEvent } from '../lib/connection.ts';
import { ReactIslandContext } from '../lib/island-context.ts';
import { listen } from '../lib/page.ts';
import { ErrorCard } from './error-card.tsx';
import { MessageProvider } from './message-bar.tsx';

type IslandGuardProps = { name: string; children: ReactNode };

/** An error boundary for an island: logs the error with the island's name and shows a card that reloads the page. */
class IslandGuard extends Component<IslandGuardProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    // biome-ignore lint/suspicious/noConsole: the only place that logs the error of an island
    console.error(`Island «${this.props.name}» failed`, error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorCard text={messages.unexpected} onRetry={() => location.reload()} />;
  }
}

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
            <FailedReplies />
          </MessageProvider>
        </SWRConfig>
      </ReactIslandContext>
    </IslandGuard>
  );
}
