/** Asks for confirmation, then reports that deleting sources is deliberately not implemented (docs/product.md, section 2). */
import type { Owner } from '../../../shared/api/owners.ts';
import * as messages from '../../../shared/messages.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

type OwnerRemovalProps = { owner: Owner; onFailure: (text: string) => void; onClose: () => void };

export function OwnerRemoval({ owner, onFailure, onClose }: OwnerRemovalProps) {
  return (
    <ConfirmDialog
      question={messages.confirmOwnerDelete}
      subject={owner.name ?? String(owner.id)}
      confirmLabel="Удалить"
      onConfirm={async () => onFailure(messages.ownerDeleteMissing)}
      onClose={onClose}
    />
  );
}
