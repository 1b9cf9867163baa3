/** A filter that is on and has no field of its own, with the button that takes it off. */
import controls from '../styles/controls.module.css';
import styles from './chip.module.css';

type ChipProps = { text: string; removeLabel: string; onRemove: () => void };

export function Chip({ text, removeLabel, onRemove }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span>{text}</span>
      <button
        type="button"
        data-scripted=""
        className={controls.iconButton}
        aria-label={removeLabel}
        title={removeLabel}
        data-icon="close"
        onClick={onRemove}
      />
    </span>
  );
}
