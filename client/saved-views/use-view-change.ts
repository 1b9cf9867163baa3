/** Changes of a saved view, in the backend or in local storage. */

import type { Call } from '../../shared/api/call.ts';
import { readView } from '../../shared/api/views.ts';
import * as messages from '../../shared/messages.ts';
import type { AuthUser } from '../../shared/roles.ts';
import { useSeenChange } from '../components/changed-by-other.tsx';
import { useNotify } from '../components/message-bar.tsx';
import { callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import type { View } from './view.ts';

/** Sends a change that cannot conflict with somebody else's. */
export async function done(call: Call<unknown>): Promise<true> {
  await callApi(call);
  return true;
}

/**
 * Returns a function that changes a view, by `send` with our own backend, or else in local storage. It then calls `onChanged`
 * and shows the text `done`. Resolves with false if `send` did, because nothing was changed.
 */
export function useViewChange(onChanged: () => void) {
  const { backendKind, viewer } = useIslandContext();
  const notify = useNotify();
  return async (send: () => Promise<boolean>, changeLocally: (user: AuthUser) => void, done: string) => {
    if (backendKind !== 'own') changeLocally(viewer.user);
    else if (!(await send())) return false;
    onChanged();
    notify({ kind: 'success', text: done });
    return true;
  };
}

const describeView = ({ name, query }: Pick<View, 'name' | 'query'>) => ({
  Название: name,
  Условия: [...new URLSearchParams(query)].map((entry) => entry.join('=')).join(', '),
});

/** Changes a view that somebody else may have changed since the list was loaded. */
export function useSeenView(opened: View | null, onChanged: () => void, onClose: () => void) {
  const notify = useNotify();
  return useSeenChange({
    opened,
    read: readView as (reply: unknown) => View,
    describe: describeView,
    onTheirs() {
      onChanged();
      notify({ kind: 'success', text: messages.othersKept });
      onClose();
    },
  });
}
