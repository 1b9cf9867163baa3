/** The dialogs that change phrases. Their code loads on first use. */
import { deleteWord, restoreWord } from '../../../shared/api/word-changes.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { wordDeleteLabels } from '../../../shared/rules/word-states.ts';
import type { ConfirmationProps } from '../../components/dialogs.tsx';
import { importConfirmation, useLazyDialog } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import type { Selection } from '../../components/selection.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';

const importEditor = () => import('./word-dialog.tsx').then(({ WordDialog }) => WordDialog);
const importList = () => import('./word-list-dialog.tsx').then(({ WordListDialog }) => WordListDialog);

const deletions = {
  admin: { question: messages.confirmWordDeleteAdmin, done: 'Фраза помечена удалённой' },
  client: { question: messages.confirmWordDeleteClient, done: 'Фраза удалена из вашего списка' },
};

/** `selection` is null without the capability `bulk`. */
export function useWordDialogs(list: ChangeableList<Word>, selection: Selection<number> | null) {
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const additions = useLazyDialog(importList);
  const confirmation = useLazyDialog<ConfirmationProps<Word>>(importConfirmation);
  const viewer = useIslandContext().viewer.user.type;

  function closeWithSuccess(text: string) {
    for (const dialog of [editor, additions, confirmation]) dialog.close();
    notify({ kind: 'success', text });
  }
  function onAdded(text: string) {
    closeWithSuccess(text);
    list.refresh();
  }
  /** After a phrase has left the list. */
  function onGone(text: string, word: Word) {
    selection?.deselect([word.id]);
    list.reloadFrom(word);
    closeWithSuccess(text);
  }

  const opened = (
    <>
      {editor.render({
        onAdded,
        onSaved(text, word) {
          closeWithSuccess(text);
          list.updateRow(word);
        },
      })}
      {additions.render({ onAdded: (count) => onAdded(`Добавлено фраз: ${formatNumber(count)}`) })}
      {confirmation.render({ onDone: onGone })}
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
