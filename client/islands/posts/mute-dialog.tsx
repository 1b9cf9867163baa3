/** Asks before a source or an author is hidden: for whom, and how many posts that hides. */
import { type FormEvent, useState } from 'react';
import useSWR from 'swr';
import { createMute, loadMutePreview, type MuteKind } from '../../../shared/api/mutes.ts';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { ClientSelect } from '../../components/client-select.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import menu from '../../styles/popover-menu.module.css';

type MuteDialogProps = {
  kind: MuteKind;
  targetId: number;
  /** The name of the source or author. */
  name: string;
  onMuted: (muteId: number) => void;
  onClose: () => void;
};

const titles: Record<MuteKind, string> = { owner: 'Скрыть источник', user: 'Скрыть автора' };

/** `client` is null for the viewer and '' while no client is chosen. */
function Preview({ kind, targetId, client }: { kind: MuteKind; targetId: number; client: string | null }) {
  const context = useIslandContext();
  const call = loadMutePreview(kind, targetId, client);
  const { data, error } = useSWR<number, ApiFailure>(client === '' ? null : call.path, () => callApi(call, context), {
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
  const { errors, ...submission } = useSubmission({
    names: ['client'],
    check: () => ({ client: client === '' ? messages.chooseClient : null }),
    send: async () => onMuted(await callApi(createMute(kind, targetId, client), context)),
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
          {client !== null && <ClientSelect label="Клиент *" name="client" error={errors.client ?? null} />}
        </fieldset>
      )}
      <Preview {...{ kind, targetId, client }} />
    </DialogForm>
  );
}
