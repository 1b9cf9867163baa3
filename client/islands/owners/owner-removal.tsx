/**
 * Asks for confirmation. Deleting sources is deliberately not implemented (docs/product.md, section 2), except those without posts,
 * for administrators.
 */
import { deleteOwner } from '../../../shared/api/owners.ts';
import type { Owner } from '../../../shared/fields/owners.ts';
import * as messages from '../../../shared/messages.ts';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';

type OwnerRemovalProps = {
  owner: Owner;
  onDone: (text: string) => void;
  onClose: () => void;
};

export function OwnerRemoval({ owner, onDone, onClose }: OwnerRemovalProps) {
  const { viewer, capabilities } = useIslandContext();
  const notify = useNotify();

  async function remove(): Promise<void> {
    try {
      if (viewer.user.type !== 'admin' || !capabilities.includes('trash')) throw new Error(messages.ownerDeleteMissing);
      await callApi(deleteOwner(owner.id));
      onDone('Источник удалён');
    } catch (error) {
      onClose();
      notify({ kind: 'failure', text: (error as Error).message });
    }
  }
  return (
    <ConfirmDialog
      question={messages.confirmOwnerDelete}
      subject={owner.name ?? String(owner.id)}
      confirmLabel="Удалить"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
