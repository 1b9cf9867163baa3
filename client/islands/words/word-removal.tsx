/** Asks for confirmation and deletes a phrase: for an administrator it is marked as deleted, for a client it leaves the list. */
import { deleteWord } from '../../../shared/api/word-changes.ts';
import type { Word } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import { wordDeleteLabels } from '../../../shared/rules/word-states.ts';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';

const questions = { admin: messages.confirmWordDeleteAdmin, client: messages.confirmWordDeleteClient };
const doneTexts = { admin: 'Фраза помечена удалённой', client: 'Фраза удалена из вашего списка' };

/** `onDone` receives the success message. */
type WordRemovalProps = { word: Word; onDone: (text: string) => void; onClose: () => void };

export function WordRemoval({ word, onDone, onClose }: WordRemovalProps) {
  const context = useIslandContext();
  const viewer = context.viewer.user.type;
  return (
    <ConfirmDialog
      question={questions[viewer]}
      confirmLabel={wordDeleteLabels[viewer]}
      onConfirm={async () => {
        await callApi(deleteWord(word.id), context);
        onDone(doneTexts[viewer]);
      }}
      onClose={onClose}
    />
  );
}
