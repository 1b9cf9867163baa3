/** The dialogs of mutes: one confirms hiding a source or an author, the other lists the hidden ones and can show them again. */

import { type FormEvent, useRef, useState } from 'react';
import {
  createMute,
  deleteMute,
  loadMutePreview,
  loadMutes,
  type Mute,
  type MuteKind,
  muteKinds,
} from '../../../shared/api/mutes.ts';
import { formatDate, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { Button } from '../../components/buttons.tsx';
import { ClientSelect } from '../../components/client-select.tsx';
import { ClosableDialog, DialogForm } from '../../components/dialogs.tsx';
import { ErrorCard } from '../../components/error-card.tsx';
import { FailureNotice } from '../../components/form-field.tsx';
import { useChangeProps } from '../../components/lazy.tsx';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import menu from '../../styles/popover-menu.module.css';
import styles from './mutes-dialog.module.css';

type MuteDialogProps = {
  kind: MuteKind;
  targetId: number;
  name: string;
  onMuted: (muteId: number) => void;
  onClose: () => void;
};

const titles: Record<MuteKind, string> = { owner: 'Скрыть источник', user: 'Скрыть автора' };

/** `client` is null for the viewer and '' while no client is chosen. */
function Preview({ kind, targetId, client }: { kind: MuteKind; targetId: number; client: string | null }) {
  const { data, error } = useCall(client === '' ? null : loadMutePreview(kind, targetId, client), {
    revalidateIfStale: true,
  });
  if (client === '') return null;
  const text = data === undefined ? messages.loading : `Скроет постов за 30 дней: ${formatNumber(data)}`;
  return <p role="status">{error?.message ?? text}</p>;
}

export function MuteDialog({ kind, targetId, name, onMuted, onClose }: MuteDialogProps) {
  const context = useIslandContext();
  const isAdmin = context.viewer.user.type === 'admin';
  const [client, setClient] = useState<string | null>(null);
  const submission = useSubmission({
    names: ['client'],
    check: () => ({ client: client === '' ? messages.chooseClient : null }),
    send: async () => onMuted(await callApi(createMute(kind, targetId, client))),
  });

  function onChange({ target }: FormEvent<HTMLElement>) {
    if (target instanceof HTMLSelectElement) setClient(target.value);
    else if (target instanceof HTMLInputElement) setClient(target.value === 'client' ? '' : null);
  }

  return (
    <DialogForm title={titles[kind]} submitLabel="Скрыть" onClose={onClose} {...submission}>
      <p>{name}</p>
      {isAdmin && (
        <fieldset onChange={onChange}>
          <legend className={controls.hint}>Для кого</legend>
          <label className={menu.choice}>
            <input type="radio" name="for" value="me" defaultChecked />
            Для меня
          </label>
          <label className={menu.choice}>
            <input type="radio" name="for" value="client" />
            Для клиента
          </label>
          {client !== null && <ClientSelect label="Клиент *" name="client" />}
        </fieldset>
      )}
      <Preview kind={kind} targetId={targetId} client={client} />
    </DialogForm>
  );
}

type MutesDialogProps = {
  /** Called after each change. */
  onRestored: () => void;
  onClose: () => void;
};

function MuteItem({ mute, busy, onRestore }: { mute: Mute; busy: boolean; onRestore: () => void }) {
  const { viewer, timeZone } = useIslandContext();
  const changeProps = useChangeProps();
  const { kind, targetId, name, clientId, createdAt, hidden } = mute;
  const isAdmin = viewer.user.type === 'admin';
  const forClient = isAdmin ? `Для клиента ${clientId}` : 'Скрыто администратором';
  const facts = [
    muteKinds[kind],
    clientId === null ? 'Для меня' : forClient,
    formatDate(createdAt ?? '', timeZone) ?? messages.badDate,
    `Постов за 30 дней: ${formatNumber(hidden)}`,
  ];
  return (
    <li>
      <div>
        <strong>{name || `ID ${targetId}`}</strong>
        <p className={controls.hint}>{facts.join(' · ')}</p>
      </div>
      {(isAdmin || clientId === null) && (
        <Button busy={busy} {...changeProps({ onClick: onRestore })}>
          Вернуть
        </Button>
      )}
    </li>
  );
}

export function MutesDialog({ onRestored, onClose }: MutesDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  const [busyId, setBusyId] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const mutes = useCall(loadMutes(), { revalidateIfStale: true });

  async function restore(id: number) {
    setBusyId(id);
    setFailure(null);
    try {
      await callApi(deleteMute(id));
      await mutes.mutate((known) => known?.filter((mute) => mute.id !== id), { revalidate: false });
      onRestored();
      close.current?.focus();
    } catch (error) {
      setFailure((error as ApiFailure).message);
    } finally {
      setBusyId(null);
    }
  }

  return (
    <ClosableDialog title="Скрытые источники и авторы" className={styles.mutes} closeRef={close} onClose={onClose}>
      <FailureNotice text={failure} />
      {mutes.error && (
        <ErrorCard text={mutes.error.message} busy={mutes.isValidating} onRetry={() => void mutes.mutate()} />
      )}
      <p role="status" className={controls.hint}>
        {mutes.isLoading && messages.loading}
        {mutes.data?.length === 0 && 'Ничего не скрыто'}
      </p>
      {mutes.data && mutes.data.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without markers is no list for some screen readers
        <ul role="list">
          {mutes.data.map((mute) => (
            <MuteItem key={mute.id} mute={mute} busy={busyId === mute.id} onRestore={() => void restore(mute.id)} />
          ))}
        </ul>
      )}
    </ClosableDialog>
  );
}
