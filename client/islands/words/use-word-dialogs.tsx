/** The dialogs that change phrases. Their code loads on first use. */
import { deleteWord, restoreWord } from '../../../shared/api/word-removal.ts';
import type { Word } from '../../../shared/fields/words.ts';
import * as messages from '../../../shared/messages.ts';
import { wordDeleteLabels } from '../../../shared/rules/word-states.ts';
import { useChangeDialog, useConfirmation } from '../../components/lazy.tsx';
import type { Selection } from '../../components/selection.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';

const importEditor = () => import('./word-dialog.tsx').then(({ WordDialog }) => WordDialog);
const importList = () => import('./word-list-dialog.tsx').then(({ WordListDialog }) => WordListDialog);

const deletions = {
  admin: { question: messages.confirmWordDeleteAdmin, done: 'Фраза помечена удалённой' },
  client: { question: messages.confirmWordDeleteClient, done: 'Фраза удалена из вашего списка' },
};

/** `selection` is null with an existing backend. */
export function useWordDialogs(list: ChangeableList<Word>, selection: Selection<number> | null) {
  const editor = useChangeDialog(importEditor, (_text, saved) => (saved ? list.updateRow(saved) : list.refresh()));
  const additions = useChangeDialog(importList, list.refresh);
  const confirmation = useConfirmation<Word>((_text, word) => {
    if (word) selection?.deselect([word.id]);
    list.reload();
  });
  const viewer = useIslandContext().viewer.user.type;
  const opened = (
    <>
      {editor.element}
      {additions.element}
      {confirmation.element}
    </>
  );
  return {
    editor,
    additions,
    /** The props of a row's button. */
    removalOpener: (word: Word) =>
      confirmation.openerProps({
        ...deletions[viewer],
        confirmLabel: wordDeleteLabels[viewer],
        entity: word,
        call: deleteWord(word.id),
      }),
    restorationOpener: (word: Word) =>
      confirmation.openerProps({
        question: messages.confirmWordRestore,
        subject: word.text,
        confirmKind: 'primary',
        confirmLabel: 'Восстановить',
        entity: word,
        call: restoreWord(word.id),
        done: 'Фраза восстановлена',
      }),
    opened,
  };
}
