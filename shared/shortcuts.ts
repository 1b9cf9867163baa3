/** The keyboard shortcuts and their descriptions. Their actions are in client/shell/shortcuts.ts. */
import type { On } from './backend-kind.ts';

type Shortcut = { key: string; text: string; on: On; ofWork?: true };

export const shortcuts = [
  { key: '/', text: 'Перейти к поиску', on: 'both' },
  { key: 'j', text: 'Следующая строка', on: 'both' },
  { key: 'k', text: 'Предыдущая строка', on: 'both' },
  { key: 'Enter', text: 'Открыть строку', on: 'both' },
  { key: 'o', text: 'Открыть пост на его странице', on: 'both' },
  { key: 'e', text: 'Отметить прочитанным и перейти дальше', on: 'own' },
  { key: 'Shift+e', text: 'Прочитать всё выше', on: 'own' },
  { key: 'm', text: 'Действия с постом', on: 'own' },
  { key: 'x', text: 'Скрыть источник', on: 'own' },
  { key: '1', text: 'Взять в работу', on: 'own', ofWork: true },
  { key: '2', text: 'Присоединить к сюжету', on: 'own', ofWork: true },
  { key: '3', text: 'Не наше', on: 'own', ofWork: true },
  { key: 'h', text: 'Отложить', on: 'own', ofWork: true },
  { key: 't', text: 'Теги', on: 'own', ofWork: true },
  { key: 'y', text: 'Принять предложение', on: 'own', ofWork: true },
  { key: 'z', text: 'Отменить последнее действие', on: 'own' },
  { key: 's', text: 'Сохранить фильтр ленты', on: 'both' },
  { key: '?', text: 'Показать этот список', on: 'both' },
] as const satisfies Shortcut[];

/** The keys that need an action. Enter does not: it activates the focused control of a row. */
export type ShortcutKey = Exclude<(typeof shortcuts)[number]['key'], 'Enter'>;
