/** The filters of the address that have no field, each with a link that removes it. */
import chip from '../../../client/components/chip.module.css';
import styles from '../../../client/styles/analytics.module.css';
import controls from '../../../client/styles/controls.module.css';
import { formatPostsQuery, type PostsQuery } from '../../../shared/pages/posts-query.ts';
import { ShellIcon } from '../../render/shell-icon.tsx';
import type { AnalyticsContent } from './analytics-content.ts';

export function FilterChips({ query, owner, city }: Pick<AnalyticsContent, 'query' | 'owner' | 'city'>) {
  const chips: [text: string | false, removeLabel: string, change: Partial<PostsQuery>][] = [
    [query.text.trim() !== '' && `Текст: ${query.text.trim()}`, 'Убрать фильтр текста', { text: '' }],
    [query.owner !== null && `Источник: ${owner ?? query.owner}`, 'Убрать фильтр источника', { owner: null }],
    [query.city !== null && `Город: ${city ?? query.city}`, 'Убрать фильтр города', { city: null }],
  ];
  return (
    <ul className={styles.chips}>
      {chips.map(
        ([text, removeLabel, change]) =>
          text && (
            <li key={removeLabel} className={chip.chip}>
              <span>{text}</span>
              <a
                href={formatPostsQuery({ ...query, ...change })}
                className={controls.iconButton}
                aria-label={removeLabel}
                title={removeLabel}
              >
                <ShellIcon name="close" />
              </a>
            </li>
          ),
      )}
    </ul>
  );
}
