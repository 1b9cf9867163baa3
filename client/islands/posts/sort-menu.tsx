/** The sort links of the feed where its header is clipped: in narrow windows, and beside a docked post. */

import type { PostSortColumn } from '../../../shared/fields/posts.ts';
import { IconButton } from '../../components/buttons.tsx';
import { Icon } from '../../components/icon.tsx';
import type { Column } from '../../components/table-column.ts';
import { StateLink, sortIconOf, type TableSort } from '../../components/table-header.tsx';
import menu from '../../styles/popover-menu.module.css';
import type { FeedRow } from './feed-row.ts';
import styles from './post-columns.module.css';

const sortMenuId = 'sort-menu';

export type SortMenuProps = { columns: readonly Column<FeedRow, PostSortColumn>[]; sort: TableSort<PostSortColumn> };

/** Works without JavaScript. */
export function SortMenu({ columns, sort }: SortMenuProps) {
  function follow(link: HTMLElement, href: string) {
    link.closest<HTMLElement>('[popover]')?.hidePopover();
    sort.onSort(href);
  }
  return (
    <div className={styles.sort}>
      <IconButton label="Сортировка" icon="sort-descending" popoverTarget={sortMenuId} />
      <div id={sortMenuId} popover="auto" className={menu.menu}>
        {columns.map((column) => {
          const href = column.sort && sort.href(column.sort);
          const icon = sortIconOf(column, sort);
          return (
            href && (
              <StateLink
                key={href}
                href={href}
                className={menu.choice}
                aria-current={icon ? 'true' : undefined}
                onGo={(link) => follow(link, href)}
              >
                {column.title}
                {icon && <Icon name={icon} />}
              </StateLink>
            )
          );
        })}
      </div>
    </div>
  );
}
