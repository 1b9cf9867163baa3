/** The button that shows or hides the histogram. */

import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../components/buttons.tsx';
import { savePreference } from '../lib/preferences.ts';
import styles from '../styles/feed-overview.module.css';

/** `auto`: the style sheet folds the chart where it would leave little room for posts. */
export type ChartView = 'auto' | 'shown' | 'hidden';

type ToggleButtonProps = {
  shows: boolean;
  /** The other button was pressed and is gone; this one takes its focus. */
  replaces: boolean;
  onClick: () => void;
};

function ToggleButton({ shows, replaces, onClick }: ToggleButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (replaces && document.activeElement === document.body) button.current?.focus();
  }, [replaces]);
  return (
    <span className={shows ? styles.whenFolded : styles.whenOpen}>
      <IconButton
        ref={button}
        label={shows ? 'Показать график' : 'Скрыть график'}
        icon="chart"
        aria-expanded={!shows}
        data-scripted=""
        onClick={onClick}
      />
    </span>
  );
}

export type ChartToggleProps = { view: ChartView; onChange: (view: ChartView) => void };

/** With `auto` the page has both buttons, and the style sheet shows one of them. */
export function ChartToggle({ view, onChange }: ChartToggleProps) {
  const [pressed, setPressed] = useState(false);

  function show(isShown: boolean) {
    savePreference('histogramHidden', !isShown);
    setPressed(true);
    onChange(isShown ? 'shown' : 'hidden');
  }
  return (
    <span data-chart={view} className={styles.toggle}>
      {view !== 'hidden' && <ToggleButton key="hide" shows={false} replaces={pressed} onClick={() => show(false)} />}
      {view !== 'shown' && <ToggleButton key="show" shows replaces={pressed} onClick={() => show(true)} />}
    </span>
  );
}
