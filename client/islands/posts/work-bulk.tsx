/** Actions on the selected stories, or on all that match the filters. */

import { useEffect, useRef, useState } from 'react';
import { formatQuery } from '../../../shared/list-query.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { refusalOf } from '../../../shared/roles.ts';
import { Button } from '../../components/buttons.tsx';
import { refusedProps } from '../../components/lazy.tsx';
import type { Selection } from '../../components/selection.tsx';
import styles from '../../components/selection-bar.module.css';
import { SelectAllBox, SelectionBar } from '../../components/selection-tools.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { FeedRow } from './feed-row.ts';
import type { RowTools } from './use-row-tools.tsx';
import { bulkActsOf, frequentActs, shortActs, workActs } from './work-acts.ts';

export type WorkBulkProps = {
  selection: Selection<number>;
  query: PostsQuery;
  /** The total of the list, without the added rows of open stories. */
  total: number;
  tools: Pick<RowTools, 'ask' | 'shown' | 'workChanges'>;
};

export function WorkBulk({ selection, query, total, tools: { ask, shown, workChanges } }: WorkBulkProps) {
  const context = useIslandContext();
  const { viewer } = context;
  const refusal = refusalOf(viewer, 'editor');
  const filters = formatQuery(postFiltersOf(query, context));
  /** The number of found stories while all of them are selected; otherwise null. */
  const [found, setFound] = useState<number | null>(null);
  const stories = [...new Set(shown.rows.flatMap(({ storyId }) => storyId ?? []))];
  /**
   * All rows seen so far, by story. Selected rows may leave the table, because a sort or a refresh loads only the first page.
   */
  const seen = useRef(new Map<number, FeedRow>());
  useEffect(() => {
    for (const post of shown.rows) if (post.storyId !== null && !post.repeated) seen.current.set(post.storyId, post);
  }, [shown.rows]);

  // Any change of the selection ends the selection of all found stories.
  useEffect(() => selection.subscribe(() => setFound(null)), [selection]);
  const handled = useRef(workChanges);
  // A bulk change ends the selection.
  useEffect(() => {
    if (handled.current !== workChanges) selection.select([]);
    handled.current = workChanges;
  }, [selection, workChanges]);

  return (
    <>
      <SelectAllBox selection={selection} list={{ rows: stories.map((id) => ({ id })), stale: shown.stale }} />
      <SelectionBar
        selection={selection}
        filters={filters}
        found={total}
        shownCount={found}
        loadIds={async () => stories}
        onAll={() => setFound(total)}
      >
        {bulkActsOf(query.state === 'hidden').map((act) => (
          <Button
            key={act}
            data-frequent={frequentActs.includes(act) ? '' : undefined}
            {...(refusal
              ? refusedProps(refusal)
              : {
                  onClick: () =>
                    ask({
                      act: 'work',
                      work: act,
                      posts: selection.ids().flatMap((storyId) => seen.current.get(storyId) ?? []),
                      found,
                    }),
                })}
          >
            {act === 'take' ? (
              <>
                <span className={styles.wide}>{workActs.take}</span>
                <span className={styles.narrow}>{shortActs.take}</span>
              </>
            ) : (
              workActs[act]
            )}
          </Button>
        ))}
      </SelectionBar>
    </>
  );
}
