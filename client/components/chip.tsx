/** An active filter that has no form field, with a button that removes it. */

import { IconButton } from './buttons.tsx';
import styles from './chip.module.css';

type ChipProps = { text: string; removeLabel: string; onRemove: () => void };

export function Chip({ text, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span>{text}</span>
      <IconButton label={removeLabel} icon="close" data-scripted="" onClick={onRemove} />
    </span>
  );
}
