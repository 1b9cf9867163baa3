/** The keys that do what people do all day, with what the list of keys says of them (client/shell/shortcuts.ts runs them). */

export const shortcuts = [
  { key: '/', text: 'Перейти к поиску' },
  { key: 'j', text: 'Следующая строка' },
  { key: 'k', text: 'Предыдущая строка' },
  { key: 'Enter', text: 'Открыть строку' },
  { key: 'o', text: 'Открыть пост на его странице' },
  { key: '?', text: 'Показать этот список' },
] as const;

/** Enter is not ours: it presses what the row has in focus. */
export type ShortcutKey = Exclude<(typeof shortcuts)[number]['key'], 'Enter'>;
