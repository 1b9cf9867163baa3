/** The columns of the phrases table, with the loaders of its figures. */
import { useMemo, useState } from 'react';
import type { WordFilters } from '../../../shared/api/words.ts';
import type { Selection } from '../../components/selection.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { createRowFigures } from './row-figures.ts';
import type { useWordDialogs } from './use-word-dialogs.tsx';
import { wordColumns } from './word-columns.tsx';
import { createCountLoader, createTrendLoader } from './word-figures.tsx';

type Dialogs = Pick<ReturnType<typeof useWordDialogs>, 'editor' | 'removalOpener' | 'restorationOpener'>;

/** `selection` is null without the capability `bulk`, `trends` without `analytics` and for deleted phrases. */
export function useWordColumns(
  { deleted }: WordFilters,
  selection: Selection<number> | null,
  { editor, removalOpener, restorationOpener }: Dialogs,
) {
  const context = useIslandContext();
  const { basePath, timeZone, capabilities } = context;
  const viewer = context.viewer.user.type;
  const collects = capabilities.includes('collection');
  const hasCards = collects || capabilities.includes('cards');
  const [counts] = useState(() => createRowFigures(createCountLoader(context)));
  const [trends] = useState(() =>
    capabilities.includes('analytics') && !deleted ? createRowFigures(createTrendLoader(context)) : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () =>
      wordColumns({
        ...{ viewer, basePath, timeZone, collects, hasCards, counts, trends, selection },
        actions: deleted
          ? { restore: restorationOpener }
          : { edit: (word) => editor.openerProps({ word }), remove: removalOpener },
      }),
    [viewer, basePath, timeZone, collects, hasCards, counts, trends, selection, deleted],
  );
  return { columns, counts, trends };
}
