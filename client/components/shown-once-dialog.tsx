/** Shows a secret, such as a new key, that the backend returns only once. */
import { useId, useState } from 'react';
import * as messages from '../../shared/messages.ts';
import { copyText } from '../lib/copy-text.ts';
import controls from '../styles/controls.module.css';
import { Button } from './buttons.tsx';
import { ClosableDialog } from './dialogs.tsx';
import { Icon } from './icon.tsx';

type ShownOnceDialogProps = {
  title: string;
  hint: string;
  /** The accessible name of the field. */
  label: string;
  text: string;
  copyLabel: string;
  onClose: () => void;
};

export function ShownOnceDialog({ title, hint, label, text, copyLabel, onClose }: ShownOnceDialogProps) {
  const [status, setStatus] = useState<string | null>(null);
  const hintId = useId();

  async function copy() {
    setStatus((await copyText(text)) ? messages.copied : messages.copyFailed);
  }

  return (
    <ClosableDialog title={title} onClose={onClose}>
      <p id={hintId}>{hint}</p>
      <input
        className={controls.input}
        aria-label={label}
        aria-describedby={hintId}
        value={text}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <p role="status" className={controls.notice}>
        {status}
      </p>
      <div>
        <Button onClick={copy}>
          <Icon name="copy" />
          {copyLabel}
        </Button>
      </div>
    </ClosableDialog>
  );
}
