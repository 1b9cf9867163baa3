/** The checkboxes of the filter form. Each exists only with its capability. */
import type { PostsQuery } from '../../../shared/posts-query.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import styles from './post-filters.module.css';

type SwitchFiltersProps = { query: PostsQuery; onChange: (change: Partial<PostsQuery>) => void };

export function SwitchFilters({ query: { copies, unread }, onChange }: SwitchFiltersProps) {
  const { capabilities } = useIslandContext();
  const switches = [
    capabilities.includes('copies') && {
      text: 'Скрывать повторы',
      name: 'copies',
      value: 'hide',
      checked: copies === 'hide',
      change: (checked: boolean) => onChange({ copies: checked ? 'hide' : 'show' }),
    },
    capabilities.includes('marks') && {
      text: 'Только непрочитанные',
      name: 'unread',
      value: '1',
      checked: unread,
      change: (checked: boolean) => onChange({ unread: checked }),
    },
  ].filter((item) => item !== false);
  return (
    switches.length > 0 && (
      <div className={styles.switches}>
        {switches.map(({ text, change, ...input }) => (
          <label key={text}>
            <input
              type="checkbox"
              className={controls.checkbox}
              {...input}
              onChange={({ currentTarget }) => change(currentTarget.checked)}
            />
            {text}
          </label>
        ))}
      </div>
    )
  );
}
