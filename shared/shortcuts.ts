/** The keyboard shortcuts with their descriptions (client/shell/shortcuts.ts has their actions). */

export const shortcuts = [
  { key: '/', text: 'Перейти к поиску' },
  { key: 'j', text: 'Следующая строка' },
  { key: 'k', text: 'Предыдущая строка' },
  { key: 'Enter', text: 'Открыть строку' },
  { key: 'o', text: 'Открыть пост на его странице' },
  { key: '?', text: 'Показать этот список' },
] as const;

/** Without Enter, which activates the focused control of a row by itself. */
export type ShortcutKey = Exclude<(typeof shortcuts)[number]['key'], 'Enter'>;
