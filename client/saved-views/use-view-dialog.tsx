/** The dialogs of saved views. Their code loads on first use. */

import type { MouseEvent, ReactNode } from 'react';
import { useLazyDialog } from '../components/lazy.tsx';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import type { SavedViewAction, View } from './view.ts';

/** `view` is null for `create`. */
type Subject = { action: SavedViewAction; view: View | null };

/** Returns the props of a button that opens the dialog. */
export type ViewOpener = ReturnType<typeof useViewDialog>['openerOf'];

const importDialog = () => import('./saved-view-dialog.tsx').then(({ SavedViewDialog }) => SavedViewDialog);

/**
 * `shown`: the filters that a view gets. `onChanged` reloads the list. `focusSaver` moves the focus away from a view that is
 * about to be removed.
 */
export function useViewDialog(shown: ShownFilters, onChanged: () => void, focusSaver: () => void) {
  const dialog = useLazyDialog(importDialog);
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
    element: dialog.render({ onChanged, onDeleted: focusSaver }) as ReactNode,
  };
}
