/** The keyboard shortcuts and their descriptions. Their actions are in client/shell/shortcuts.ts. */
import type { On } from './backend-kind.ts';

/** `act`: what the key does with the current row, which is also an item of the row's menu. */
type Shortcut = { key: string; text: string; on: On; ofWork?: true; act?: string };

export const shortcuts = [
  { key: 'Ctrl+K', text: 'Найти страницу, фильтр, фразу или действие', on: 'both' },
  { key: '/', text: 'Перейти к поиску', on: 'both' },
  { key: 'j', text: 'Следующая строка', on: 'both' },
  { key: 'k', text: 'Предыдущая строка', on: 'both' },
  { key: 'Enter', text: 'Открыть строку', on: 'both' },
  { key: 'o', text: 'Открыть пост на его странице', on: 'both' },
  { key: 'e', text: 'Отметить прочитанным и перейти дальше', on: 'own' },
  { key: 'Пробел', text: 'То же, если фокус на странице, строке или ячейке', on: 'own' },
  { key: 'Shift+e', text: 'Прочитать всё выше', on: 'own' },
  { key: 'm', text: 'Действия с постом', on: 'own' },
  { key: 'x', text: 'Скрыть источник', on: 'own', act: 'hide' },
  { key: '1', text: 'Взять в работу', on: 'own', ofWork: true, act: 'take' },
  { key: '2', text: 'Присоединить к сюжету', on: 'own', ofWork: true, act: 'join' },
  { key: '3', text: 'Не наше', on: 'own', ofWork: true, act: 'reject' },
  { key: '4', text: 'Решено', on: 'own', ofWork: true, act: 'resolve' },
  { key: 'a', text: 'Назначить', on: 'own', ofWork: true, act: 'assign' },
  { key: 'h', text: 'Отложить', on: 'own', ofWork: true, act: 'postpone' },
  { key: 't', text: 'Теги', on: 'own', ofWork: true, act: 'tags' },
  { key: 'y', text: 'Принять предложение', on: 'own', ofWork: true, act: 'accept' },
  { key: 'z', text: 'Отменить последнее действие', on: 'own' },
  { key: 's', text: 'Сохранить фильтр ленты', on: 'both' },
  { key: '?', text: 'Показать этот список', on: 'both' },
] as const satisfies Shortcut[];

type RowShortcut = Extract<(typeof shortcuts)[number], { act: string }>;

/** What keys do with the current row. */
export type RowAct = RowShortcut['act'];

/** The shortcuts of the row's menu. */
export const rowShortcuts = shortcuts.filter((shortcut): shortcut is RowShortcut => 'act' in shortcut);

/**
 * The keys that need an action of their own. Enter does not: it activates the focused control of a row. `Ctrl+K` is not a single key.
 */
export type ShortcutKey = Exclude<(typeof shortcuts)[number]['key'], 'Ctrl+K' | 'Enter' | RowShortcut['key']>;
