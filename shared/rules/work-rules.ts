/** The values of work rules, with their labels and limits (docs/product/work-rules.md). */

export const workRuleStates = { 'in-progress': 'В работе', resolved: 'Решено', rejected: 'Не наше' } as const;
export type WorkRuleState = keyof typeof workRuleStates;

/** Why the service paused a rule. Never rename a key: stored rules contain it. */
export const workRuleFaults = {
  'view-gone': 'Фильтр удалён',
  'view-unreadable': 'Фильтр нельзя прочитать',
  'tag-gone': 'Тег удалён',
  'person-gone': 'Исполнитель удалён или отключён',
  failed: 'Ошибка при выполнении',
} as const;
export type WorkRuleFault = keyof typeof workRuleFaults;

export const workRuleNameMax = 100;
/** The number of days that the preview of a rule covers. */
export const workRuleDays = 30;
