/** Shows the link of an invitation. */
import type { Invitation } from '../../../shared/api/people.ts';
import { pathOf } from '../../../shared/routes.ts';
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx';
import { useIslandContext } from '../../lib/island-context.ts';

const hint =
  'Передайте ссылку приглашённому: по ней он задаст пароль и войдёт. Она действует один раз, 7 дней, и больше не ' +
  'показывается. Прежние ссылки не действуют.';

export function InvitationDialog({ token, mailedTo, onClose }: Invitation & { onClose: () => void }) {
  const { basePath } = useIslandContext();
  const link = `${location.origin}${basePath}${pathOf('invitation')}?token=${token}`;
  return (
    <ShownOnceDialog
      title="Приглашение"
      hint={mailedTo === '' ? hint : `${hint} Ссылка также отправлена на ${mailedTo}.`}
      label="Ссылка"
      text={link}
      copyLabel="Скопировать ссылку"
      onClose={onClose}
    />
  );
}
