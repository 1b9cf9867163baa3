/** The dialogs of a source: a form that adds or edits it, and the confirmation of its deletion. */

import { addSources, createOwner, deleteOwner, sourceOutcomes } from '../../../shared/api/owners.ts';
import type { Owner } from '../../../shared/fields/owners.ts';
import * as messages from '../../../shared/messages.ts';
import {
  ownerNameError,
  ownerTextMax,
  ownerTypeError,
  ownerTypeLabel,
  ownerTypes,
} from '../../../shared/rules/owner.ts';
import { ConfirmDialog, DialogForm } from '../../components/dialogs.tsx';
import { SelectField, TextField } from '../../components/form-field.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { type FormTexts, useSubmission } from '../../lib/use-submission.ts';

/**
 * `owner` is null for a new source. `onDone` receives the success message. Saving an edit is deliberately not implemented
 * (docs/product/sources.md).
 */
type OwnerDialogProps = { owner: Owner | null; onDone: (text: string) => void; onClose: () => void };

const names = ['Address', 'OwnerType', 'Name', 'Domain', 'PhotoURL'] as const;
type OwnerTexts = FormTexts<(typeof names)[number]>;

/** With an address, type and name come from VK. */
const check = ({ Address, OwnerType, Name }: OwnerTexts) =>
  Address.trim() === '' ? { OwnerType: ownerTypeError(OwnerType), Name: ownerNameError(Name) } : {};

async function addByAddress(address: string): Promise<void> {
  const [outcome = 'missing'] = await callApi(
    addSources([address], { isFollowed: false, comments: false, everyPost: false }),
  );
  if (outcome !== 'added') throw new Error(sourceOutcomes[outcome]);
}

/** A source from the backend can have an unknown type, which becomes one of the choices. */
const typeChoices = (owner: Owner | null): string[] => [
  ...ownerTypes,
  ...(owner && !ownerTypes.some((type) => type === owner.type) ? [owner.type] : []),
];

const trimmed = ({ OwnerType, Name, Domain, PhotoURL }: OwnerTexts) => ({
  OwnerType,
  Name: Name.trim(),
  Domain: Domain.trim(),
  PhotoURL: PhotoURL.trim(),
});

export function OwnerDialog({ owner, onDone, onClose }: OwnerDialogProps) {
  const { backendKind } = useIslandContext();
  const submission = useSubmission({
    names,
    check,
    send: async (texts) => {
      if (owner) throw new Error(messages.ownerUpdateMissing);
      const address = texts.Address.trim();
      await (address === '' ? callApi(createOwner(trimmed(texts))) : addByAddress(address));
      onDone('Источник добавлен');
    },
  });
  const texts: OwnerTexts = {
    Address: '',
    OwnerType: owner?.type ?? '',
    Name: owner?.name ?? '',
    Domain: owner?.domain ?? '',
    PhotoURL: owner?.photoUrl ?? '',
  };
  const textField = (name: Exclude<keyof OwnerTexts, 'OwnerType' | 'Address'>, label: string, type = 'text') => (
    <TextField label={label} name={name} type={type} maxLength={ownerTextMax[name]} autoComplete="off" />
  );

  return (
    <DialogForm
      title={owner ? 'Редактирование источника' : 'Новый источник'}
      draft={`owner-${owner?.id ?? 'new'}`}
      texts={texts}
      onClose={onClose}
      {...submission}
    >
      {!owner && backendKind === 'own' && (
        <TextField label="Адрес" name="Address" placeholder="vk.com/gorod" autoComplete="off" />
      )}
      <SelectField
        label="Тип *"
        name="OwnerType"
        options={Object.fromEntries(typeChoices(owner).map((type) => [type, ownerTypeLabel(type)]))}
      >
        <option value="">Не выбран</option>
      </SelectField>
      {textField('Name', 'Название *')}
      {textField('Domain', 'Домен')}
      {textField('PhotoURL', 'URL фото', 'url')}
    </DialogForm>
  );
}

type OwnerRemovalProps = OwnerDialogProps & { owner: Owner };

/**
 * Asks for confirmation. Deleting sources is deliberately not implemented (docs/product/sources.md), except that administrators
 * can delete sources without posts.
 */
export function OwnerRemoval({ owner, onDone, onClose }: OwnerRemovalProps) {
  const { viewer, backendKind } = useIslandContext();
  const notify = useNotify();

  async function remove(): Promise<void> {
    try {
      if (viewer.user.type !== 'admin' || backendKind !== 'own') throw new Error(messages.ownerDeleteMissing);
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
