/** The full-search checkbox of a phrase with its description (docs/product.md, section 4). */
import { useId } from 'react';
import { fullSearchOffPosts } from '../../../shared/rules/limits.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import controls from '../../styles/controls.module.css';
import styles from './full-search-field.module.css';

type FullSearchFieldProps = { name: string; initial: boolean };

export function FullSearchField({ name, initial }: FullSearchFieldProps) {
  const id = useId();
  const collects = useIslandContext().capabilities.includes('collection');
  return (
    <div className={controls.field}>
      <label className={styles.label}>
        <input
          type="checkbox"
          name={name}
          className={controls.checkbox}
          defaultChecked={initial}
          aria-describedby={collects ? `${id} ${id}-order` : id}
        />
        Полный поиск
      </label>
      <p id={id} className={controls.hint}>
        Собрать все посты один раз; иначе — первые {fullSearchOffPosts} самых подходящих
      </p>
      {collects && (
        <p id={`${id}-order`} className={controls.hint}>
          ВК отдаёт новые первыми
        </p>
      )}
    </div>
  );
}
