/** Shows the link of an invitation, which no later reply contains. */
import { useId, useState } from 'react';
import * as messages from '../../../shared/messages.ts';
import { pathOf } from '../../../shared/routes.ts';
import { ClosableDialog } from '../../components/dialogs.tsx';
import { Icon } from '../../components/icon.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';

export function InvitationDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { basePath } = useIslandContext();
  const [status, setStatus] = useState<string | null>(null);
  const hintId = useId();
  const link = `${location.origin}${basePath}${pathOf('invitation')}?token=${token}`;

  async function copy() {
    setStatus((await copyText(link)) ? messages.copied : messages.copyFailed);
  }

  return (
    <ClosableDialog title="Приглашение" onClose={onClose}>
      <p id={hintId}>
        Передайте ссылку приглашённому: по ней он задаст пароль и войдёт. Она действует один раз, 7 дней, и больше не
        показывается. Прежние ссылки не действуют.
      </p>
      <input
        className={controls.input}
        aria-label="Ссылка"
        aria-describedby={hintId}
        value={link}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <p role="status" className={controls.notice}>
        {status}
      </p>
      <div>
        <button type="button" className={controls.button} onClick={copy}>
          <Icon name="copy" />
          Скопировать ссылку
        </button>
      </div>
    </ClosableDialog>
  );
}
