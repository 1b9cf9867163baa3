/** Reports that the server is unreachable, polls it, and reloads failed data once it answers. */
import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import * as messages from '../../shared/messages.ts';
import { connectionLostEvent } from '../lib/api.ts';
import { listen, readScriptContext } from '../lib/page.ts';
import { useNotify } from './message-bar.tsx';

const retryMs = 5000;

/** Only one watch runs per page, which may have a second React root for a dialog of the shell. */
let isWatched = false;

const isReachable = (): Promise<boolean> =>
  fetch(`${readScriptContext().basePath}/healthz`, { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

export function ConnectionWatch() {
  const notify = useNotify();
  const { cache, mutate } = useSWRConfig();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of a root stay the same
  useEffect(() => {
    if (isWatched) return;
    isWatched = true;
    // Preload the code that renews an ended session, because a deployment may remove it before it is needed.
    import('../lib/renew-session.ts').catch(() => undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function check() {
      if (await isReachable()) onFound();
      else timer = setTimeout(check, retryMs);
    }
    function onLost() {
      if (timer !== undefined) return;
      notify({ kind: 'failure', topic: 'connection', text: messages.connectionLost });
      timer = setTimeout(check, retryMs);
    }
    function onFound() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      notify({ kind: 'success', topic: 'connection', text: messages.connectionRestored });
      void mutate((key) => cache.get(String(key))?.error !== undefined);
    }
    const stop = listen({ offline: onLost, online: onFound, [connectionLostEvent]: onLost });
    return () => {
      stop();
      clearTimeout(timer);
      isWatched = false;
    };
  }, []);
  return null;
}
