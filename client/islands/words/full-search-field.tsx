/** The full-search flag of a phrase, with what it means (section 4 of the specification). */
import { useId } from 'react';
import { fullSearchOffPosts } from '../../../shared/rules/limits.ts';
import controls from '../../styles/controls.module.css';
import styles from './full-search-field.module.css';

type FullSearchFieldProps = { checked: boolean; onChange: (checked: boolean) => void };

export function FullSearchField({ checked, onChange }: FullSearchFieldProps) {
  const id = useId();
  return (
    <div className={controls.field}>
      <label className={styles.label}>
        <input
          type="checkbox"
          className={controls.checkbox}
          checked={checked}
          aria-describedby={id}
          onChange={({ target }) => onChange(target.checked)}
        />
        Полный поиск
      </label>
      <p id={id} className={controls.hint}>
        Собрать все посты один раз; иначе — первые {fullSearchOffPosts} самых подходящих
      </p>
    </div>
  );
}
