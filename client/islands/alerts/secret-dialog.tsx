/** Shows the secret of a new webhook, which no later reply contains. */
import { useId, useState } from 'react';
import * as messages from '../../../shared/messages.ts';
import { ClosableDialog } from '../../components/dialogs.tsx';
import { Icon } from '../../components/icon.tsx';
import { copyText } from '../../lib/copy-text.ts';
import controls from '../../styles/controls.module.css';
import styles from './alerts.module.css';

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [status, setStatus] = useState<string | null>(null);
  const hintId = useId();

  async function copy() {
    setStatus((await copyText(secret)) ? messages.copied : messages.copyFailed);
  }

  return (
    <ClosableDialog title="Секрет подписи" onClose={onClose}>
      <p id={hintId}>
        Этим секретом подписано каждое сообщение. Сохраните его для проверки подписи: больше он не показывается.
      </p>
      <input
        className={`${controls.input} ${styles.secret}`}
        aria-label="Секрет подписи"
        aria-describedby={hintId}
        value={secret}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <p role="status" className={controls.notice}>
        {status}
      </p>
      <div>
        <button type="button" className={controls.button} onClick={copy}>
          <Icon name="copy" />
          Копировать
        </button>
      </div>
    </ClosableDialog>
  );
}
