/** The column with the buttons of a phrase, and the link to its card. */
import type { Word } from '../../../shared/fields/words.ts';
import type { UserType } from '../../../shared/roles.ts';
import { wordDeleteLabels } from '../../../shared/rules/word-states.ts';
import { RowAction } from '../../components/row-action.tsx';
import { RowLink } from '../../components/row-link.tsx';
import type { OpenerProps } from '../../lib/use-lazy-dialog.ts';
import type { WordColumn } from './optional-columns.tsx';

/** Each function returns the props of a row's button. Deleted phrases can only be restored. */
type RowOpener = (word: Word) => OpenerProps;
export type WordActions = { edit: RowOpener; remove: RowOpener } | { restore: RowOpener };

type WordActionsOptions = { viewer: UserType; basePath: string; hasCards: boolean; actions: WordActions };

export const wordActionsColumn = ({ viewer, basePath, hasCards, actions }: WordActionsOptions): WordColumn => ({
  title: 'Действия',
  width: hasCards ? '112px' : '80px',
  actions: true,
  cell: (word, control) =>
    'restore' in actions ? (
      <RowAction label="Восстановить" icon="restore" {...control} {...actions.restore(word)} />
    ) : (
      <>
        {hasCards && (
          <RowLink
            label="Карточка фразы"
            icon="word-card"
            href={`${basePath}/ldvknf/words/${word.id}`}
            control={control}
          />
        )}
        <RowAction label="Редактировать" icon="edit" {...control} {...actions.edit(word)} />
        <RowAction label={wordDeleteLabels[viewer]} icon="remove" {...control} {...actions.remove(word)} />
      </>
    ),
});
