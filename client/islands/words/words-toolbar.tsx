/** What stands above the phrases table: how many are shown, and the buttons «Обновить» and «Добавить фразу». */
import { useId } from 'react';
import { Icon } from '../../components/icon.tsx';
import * as icons from '../../components/icon-paths.ts';
import type { Part } from '../../lib/use-part.ts';
import controls from '../../styles/controls.module.css';
import styles from './words-toolbar.module.css';

type WordsToolbarProps = {
  stats: string;
  busy: boolean;
  onRefresh: () => void;
  onAdd: () => void;
  preloadAdd: Part<never>['preload'];
  /** The list's beginning, when the page shows it further on. */
  firstPageHref: string | null;
};

export function WordsToolbar({ stats, busy, onRefresh, onAdd, preloadAdd, firstPageHref }: WordsToolbarProps) {
  const statsId = useId();
  return (
    <div className={styles.toolbar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <p role="group" aria-labelledby={statsId} className={styles.stats}>
        <span id={statsId}>Показано / всего</span> <strong>{stats}</strong>
      </p>
      {firstPageHref && <a href={firstPageHref}>В начало</a>}
      <button
        type="button"
        className={controls.button}
        data-scripted=""
        disabled={busy}
        aria-busy={busy}
        onClick={onRefresh}
      >
        <Icon path={icons.refresh} />
        Обновить
      </button>
      <button
        type="button"
        className={`${controls.button} ${controls.buttonPrimary}`}
        data-scripted=""
        onClick={onAdd}
        {...preloadAdd}
      >
        <Icon path={icons.add} />
        Добавить фразу
      </button>
    </div>
  );
}
