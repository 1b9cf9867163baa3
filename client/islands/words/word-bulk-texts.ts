/** The texts of bulk changes of phrases. */
import type { BulkAction } from '../../../shared/api/word-bulk.ts';
import type { UserType } from '../../../shared/roles.ts';

/** The number of phrases follows `question`. `note` states what cannot be undone. */
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

export const wordBulkTexts = (action: BulkAction, viewer: UserType): WordBulkTexts =>
  action === 'delete' ? deletion[viewer] : texts[action];
