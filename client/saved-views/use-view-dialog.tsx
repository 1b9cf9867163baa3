/** The dialogs of saved views. Their code loads on first use. */

import type { MouseEvent, ReactNode } from 'react';
import { useSWRConfig } from 'swr';
import { loadViews } from '../../shared/api/views.ts';
import { localViewsKey } from '../../shared/shell-names.ts';
import { useLazyDialog } from '../components/lazy.tsx';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import { useIslandContext } from '../lib/island-context.ts';
import type { SavedViewAction, View } from './view.ts';

/** `view` is null for `create`. */
type Subject = { action: SavedViewAction; view: View | null };

const importDialog = () => import('./saved-view-dialog.tsx').then(({ SavedViewDialog }) => SavedViewDialog);

/**
 * `shown`: the filters that a view gets. `focusNext` moves the focus away from a view that is about to be removed. After a change,
 * the sidebar lists the views again.
 */
export function useViewDialog(shown: ShownFilters, focusNext: () => void) {
  const { backendKind, viewer } = useIslandContext();
  const { mutate } = useSWRConfig();
  const dialog = useLazyDialog(importDialog);
  const listAgain = () => void mutate(backendKind === 'own' ? loadViews().path : localViewsKey(viewer.user));
  return {
    /** Props of a button, which may be in a menu. */
    openerOf: (subject: Subject) => ({
      ...dialog.preload,
      onClick({ currentTarget }: MouseEvent<HTMLElement>) {
        // The button of the menu then gets the focus back from the dialog.
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        void dialog.open({ ...subject, shown }, currentTarget);
      },
    }),
    element: dialog.render({ onChanged: listAgain, onDeleted: focusNext }) as ReactNode,
  };
}
