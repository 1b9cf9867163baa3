/** The bulk actions for selected phrases. */
import { type BulkAction, changeWords, loadWordIds } from '../../../shared/api/word-changes.ts';
import type { WordFilters } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { formatWordFilters } from '../../../shared/pages/words-query.ts';
import type { UserType } from '../../../shared/roles.ts';
import type { Selection } from '../../components/selection.tsx';
import { SelectionTools } from '../../components/selection-tools.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { PagedList } from '../../lib/loaded-pages.ts';

/** The number of phrases is appended to `question`. `note` warns about changes that cannot be undone. */
type WordBulkTexts = { label: string; question: string; note: string };

const texts: Record<Exclude<BulkAction, 'delete'>, WordBulkTexts> = {
  freeze: {
    label: 'Заморозить',
    question: 'Заморозить фразы',
    note: 'Пока фразы заморожены, новые посты по ним не собираются. Фразы можно будет активировать снова.',
  },
  activate: {
    label: 'Активировать',
    question: 'Активировать фразы',
    note: 'По этим фразам снова будут собираться посты. Фразы можно будет заморозить снова.',
  },
  'full-search': {
    label: 'Полный поиск',
    question: 'Включить полный поиск для фраз',
    note: 'По каждой фразе один раз соберутся все посты. Израсходованные на это вызовы ВК вернуть нельзя.',
  },
  restore: {
    label: 'Восстановить',
    question: 'Восстановить фразы и связанные посты',
    note: 'Фразы снова увидят все клиенты, которые их отслеживали.',
  },
};

const deletion: Record<UserType, WordBulkTexts> = {
  admin: {
    label: 'Пометить удалёнными',
    question: 'Пометить удалёнными фразы и связанные посты',
    note: 'Это действие можно будет отменить.',
  },
  client: {
    label: 'Удалить',
    question: 'Удалить из вашего списка отслеживания фразы',
    note: 'Это действие нельзя отменить: фразы придётся добавить заново.',
  },
};

const wordBulkTexts = (action: BulkAction, viewer: UserType): WordBulkTexts =>
  action === 'delete' ? deletion[viewer] : texts[action];

type WordBulkToolsProps = {
  selection: Selection<number>;
  list: PagedList<Word>;
  /** The filters of the list. */
  filters: WordFilters;
  /** Called after phrases have changed. */
  onChanged: () => void;
};

const liveActions: readonly BulkAction[] = ['freeze', 'activate', 'full-search', 'delete'];
const deletedActions: readonly BulkAction[] = ['restore'];

export function WordBulkTools({ selection, list, filters, onChanged }: WordBulkToolsProps) {
  const context = useIslandContext();
  return (
    <SelectionTools
      selection={selection}
      list={list}
      filters={formatQuery(formatWordFilters(filters))}
      loadIds={() => callApi(loadWordIds(filters))}
      actions={(filters.deleted ? deletedActions : liveActions).map((action) => ({
        ...wordBulkTexts(action, context.viewer.user.type),
        danger: action === 'delete',
        send: (ids: number[], batch: string) => callApi(changeWords(action, ids, batch)),
      }))}
      onChanged={onChanged}
    />
  );
}
