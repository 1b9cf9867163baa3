/** Rules of work (docs/product.md, section 25). */

export const workRuleStates = { 'in-progress': 'В работе', resolved: 'Решено', rejected: 'Не наше' } as const;
export type WorkRuleState = keyof typeof workRuleStates;

/** Why the service has paused a rule. Stored rules keep the key: never rename one. */
export const workRuleFaults = {
  'view-gone': 'Фильтр удалён',
  'view-unreadable': 'Фильтр нельзя прочитать',
  'tag-gone': 'Тег удалён',
  'person-gone': 'Исполнитель удалён или отключён',
  failed: 'Ошибка при выполнении',
} as const;
export type WorkRuleFault = keyof typeof workRuleFaults;

export const workRuleNameMax = 100;
/** Days of the preview of a rule. */
export const workRuleDays = 30;
