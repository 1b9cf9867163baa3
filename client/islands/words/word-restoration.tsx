/** Asks for confirmation and restores a deleted phrase with its posts and clients. */
import { restoreWord } from '../../../shared/api/word-changes.ts';
import type { Word } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';

/** `onDone` receives the success message. */
type WordRestorationProps = { word: Word; onDone: (text: string) => void; onClose: () => void };

export function WordRestoration({ word, onDone, onClose }: WordRestorationProps) {
  const context = useIslandContext();
  return (
    <ConfirmDialog
      question={messages.confirmWordRestore}
      subject={word.text}
      confirmKind="primary"
      confirmLabel="Восстановить"
      onConfirm={async () => {
        await callApi(restoreWord(word.id), context);
        onDone('Фраза восстановлена');
      }}
      onClose={onClose}
    />
  );
}
