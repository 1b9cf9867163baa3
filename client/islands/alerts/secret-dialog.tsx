/** Shows the secret of a new webhook. */
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx';

export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <ShownOnceDialog
    title="Секрет подписи"
    hint="Этим секретом подписано каждое сообщение. Сохраните его для проверки подписи: больше он не показывается."
    label="Секрет подписи"
    text={secret}
    copyLabel="Копировать"
    onClose={onClose}
  />
);
