/** The parts of the feed whose code loads with the first input (client/islands/posts/late-part.tsx). */

import { Button, IconButton } from '../../components/buttons.tsx';
import { useChangeProps } from '../../components/lazy.tsx';
import { OwnOnly } from '../../components/own-only.tsx';
import styles from './posts-island.module.css';
import type { RowRequest } from './row-requests.ts';
import { SortMenu, type SortMenuProps } from './sort-menu.tsx';

export type RowToolsButtonsProps = SortMenuProps & { ask: (request: RowRequest) => void };

/** Toolbar buttons that act on the rows of the feed. */
export function RowToolsButtons({ ask, ...sortMenu }: RowToolsButtonsProps) {
  const changeProps = useChangeProps();
  const readAbove = changeProps({ onClick: () => ask({ act: 'read-above' }) });
  return (
    <div id="row-tools" className={styles.rowTools}>
      <SortMenu {...sortMenu} />
      <OwnOnly>
        <Button data-scripted="" {...readAbove}>
          Прочитать всё выше
        </Button>
        <IconButton
          label="Скрытые источники и авторы"
          icon="hidden"
          aria-haspopup="dialog"
          data-scripted=""
          onClick={() => ask({ act: 'mutes' })}
        />
      </OwnOnly>
    </div>
  );
}

export { FeedOverview } from '../../feed-overview/feed-overview.tsx';
export { FeedScope } from './feed-scope.tsx';
export { PostFilters } from './post-filters.tsx';
