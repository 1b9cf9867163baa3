/** The dialogs that hide sources and authors and show them again. */
import { deleteMute, type MuteKind } from '../../../shared/api/mutes.ts';
import type { Post } from '../../../shared/api/posts.ts';
import { useLazyDialog } from '../../components/lazy.tsx';
import { useAttempt, useNotify } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';

const importMuteDialog = () => import('./mute-dialogs.tsx').then(({ MuteDialog }) => MuteDialog);
const importMutesDialog = () => import('./mute-dialogs.tsx').then(({ MutesDialog }) => MutesDialog);

/** `reload` loads the feed again, without or with the rows of the source or author. */
export function useMutes(reload: () => void) {
  const notify = useNotify();
  const attempt = useAttempt();
  const mute = useLazyDialog(importMuteDialog);
  const mutes = useLazyDialog(importMutesDialog);

  const undo = (muteId: number) => attempt(() => callApi(deleteMute(muteId)).then(reload));

  function onMuted(muteId: number, name: string) {
    mute.close();
    reload();
    notify({ kind: 'success', text: `Скрыто: ${name}`, action: { label: 'Отменить', run: () => void undo(muteId) } });
  }

  return {
    hide(kind: MuteKind, { ownerId, ownerName, userId }: Post) {
      const owner = { kind, targetId: ownerId, name: ownerName || `Источник ${ownerId}` };
      void mute.open(kind === 'owner' ? owner : { kind, targetId: userId, name: `ID пользователя ${userId}` });
    },
    showMutes: () => void mutes.open({}),
    dialogs: (
      <>
        {mute.render({ onMuted: (id) => mute.subject && onMuted(id, mute.subject.name) })}
        {mutes.render({ onRestored: reload })}
      </>
    ),
  };
}
