/** How the person likes tables: how dense, and without which columns. Every tab follows what one of them chooses. */
import { useSyncExternalStore } from 'react';
import { useIslandContext } from './island-context.tsx';
import { readLocal } from './local-storage.ts';

function subscribe(listener: () => void) {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** Words with a space between two: the density, then the names of hidden columns. It begins as the server drew the page. */
export function useTableView(): string {
  const { density, hiddenColumns } = useIslandContext().tableView;
  return useSyncExternalStore(
    subscribe,
    () => `${readLocal('density') ?? density} ${readLocal('hidden_columns') ?? hiddenColumns}`,
    () => `${density} ${hiddenColumns}`,
  );
}
