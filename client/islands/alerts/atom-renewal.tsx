/** Asks for confirmation and revokes the link of an Atom feed. */
import { type AtomLink, renewAtomLink } from '../../../shared/api/atom.ts';
import * as messages from '../../../shared/messages.ts';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';

type AtomRenewalProps = { link: AtomLink; onDone: () => void; onClose: () => void };

export function AtomRenewal({ link, onDone, onClose }: AtomRenewalProps) {
  const context = useIslandContext();
  return (
    <ConfirmDialog
      question={link.revoked ? 'Создать ссылку?' : messages.confirmAtomRenewal}
      subject={`${link.title}: прежний адрес ленты ${link.revoked ? 'не работает' : 'перестанет работать'}, появится новый.`}
      confirmLabel={link.revoked ? 'Создать ссылку' : 'Отозвать ссылку'}
      onConfirm={async () => {
        await callApi(renewAtomLink(link.id), context);
        onDone();
      }}
      onClose={onClose}
    />
  );
}
