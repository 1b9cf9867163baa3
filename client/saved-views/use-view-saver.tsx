/** «Сохранить фильтр». Without filters only the key `s` reaches it. */

import { saveViewId } from '../../shared/page-names.ts';
import { hasPostFilters } from '../../shared/pages/posts-query.ts';
import { refusalOf } from '../../shared/roles.ts';
import { IconButton } from '../components/buttons.tsx';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { useViewDialog } from './use-view-dialog.tsx';

/** Returns the button and its dialog, which is a form and must be outside the form of the filters. */
export function useViewSaver(shown: ShownFilters) {
  const { backendKind, viewer } = useIslandContext();
  const dialog = useViewDialog(shown, () => undefined);
  const refusal = backendKind === 'own' ? refusalOf(viewer) : null;
  const button = (
    <IconButton
      label="Сохранить фильтр"
      icon="save-view"
      id={saveViewId}
      aria-haspopup="dialog"
      data-scripted=""
      hidden={!hasPostFilters(shown.query)}
      {...dialog.openerOf({ action: 'create', view: null })}
      {...(refusal !== null && { disabled: true, title: refusal })}
    />
  );
  return { button, dialog: dialog.element };
}
