/** The keyboard shortcuts and their descriptions. Their actions are in client/shell/shortcuts.ts. */
import type { Capability } from './capabilities.ts';

type Shortcut = { key: string; text: string; capability?: Capability };

export const shortcuts = [
  { key: '/', text: 'Перейти к поиску' },
  { key: 'j', text: 'Следующая строка' },
  { key: 'k', text: 'Предыдущая строка' },
  { key: 'Enter', text: 'Открыть строку' },
  { key: 'o', text: 'Открыть пост на его странице' },
  { key: 'e', text: 'Отметить прочитанным и перейти дальше', capability: 'marks' },
  { key: 'Shift+e', text: 'Прочитать всё выше', capability: 'marks' },
  { key: 'm', text: 'Действия с постом', capability: 'marks' },
  { key: 'x', text: 'Скрыть источник', capability: 'mutes' },
  { key: '1', text: 'Взять в работу', capability: 'work' },
  { key: '2', text: 'Присоединить к сюжету', capability: 'work' },
  { key: '3', text: 'Не наше', capability: 'work' },
  { key: 'h', text: 'Отложить', capability: 'work' },
  { key: 't', text: 'Теги', capability: 'work' },
  { key: 'y', text: 'Принять предложение', capability: 'work' },
  { key: 'z', text: 'Отменить последнее действие', capability: 'marks' },
  { key: 's', text: 'Сохранить фильтр ленты' },
  { key: '?', text: 'Показать этот список' },
] as const satisfies Shortcut[];

/** The keys that need an action. Enter does not: it activates the focused control of a row. */
export type ShortcutKey = Exclude<(typeof shortcuts)[number]['key'], 'Enter'>;
