/** The dialogs that change phrases. Their code loads on first use. */
import type { Word } from '../../../shared/fields/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import { useLazyDialog } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import type { Selection } from '../../components/selection.tsx';
import type { ChangeableList } from '../../lib/loaded-pages.ts';

const importEditor = () => import('./word-dialog.tsx').then(({ WordDialog }) => WordDialog);
const importList = () => import('./word-list-dialog.tsx').then(({ WordListDialog }) => WordListDialog);
const importRemoval = () => import('./word-removal.tsx').then(({ WordRemoval }) => WordRemoval);
const importRestoration = () => import('./word-restoration.tsx').then(({ WordRestoration }) => WordRestoration);

/** `selection` is null without the capability `bulk`. */
export function useWordDialogs(list: ChangeableList<Word>, selection: Selection<number> | null) {
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const additions = useLazyDialog(importList);
  const removal = useLazyDialog(importRemoval);
  const restoration = useLazyDialog(importRestoration);

  function closeWithSuccess(text: string) {
    for (const dialog of [editor, additions, removal, restoration]) dialog.close();
    notify({ kind: 'success', text });
  }
  function onAdded(text: string) {
    closeWithSuccess(text);
    list.refresh();
  }
  /** After a phrase has left the list. */
  function onGone(text: string) {
    const gone = removal.opened ?? restoration.opened;
    if (gone) {
      selection?.deselect([gone.subject.word.id]);
      list.reloadFrom(gone.subject.word);
    }
    closeWithSuccess(text);
  }

  const opened = (
    <>
      {editor.opened && (
        <editor.opened.Component
          {...editor.opened.subject}
          onAdded={onAdded}
          onSaved={(text, word) => {
            closeWithSuccess(text);
            list.updateRow(word);
          }}
          onClose={editor.close}
        />
      )}
      {additions.opened && (
        <additions.opened.Component
          onAdded={(count) => onAdded(`Добавлено фраз: ${formatNumber(count)}`)}
          onClose={additions.close}
        />
      )}
      {removal.opened && (
        <removal.opened.Component {...removal.opened.subject} onDone={onGone} onClose={removal.close} />
      )}
      {restoration.opened && (
        <restoration.opened.Component {...restoration.opened.subject} onDone={onGone} onClose={restoration.close} />
      )}
    </>
  );
  return { editor, additions, removal, restoration, opened };
}
