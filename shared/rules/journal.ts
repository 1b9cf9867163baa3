/** What the journal records (docs/product.md, section 20), with the names for people. */

/** Stored records keep the key: never rename one. */
export const journalActions = {
  'sign-in': 'Вход',
  'sign-in-refused': 'Отказ во входе',
  'sign-out': 'Выход',
  'word-added': 'Добавлена фраза',
  'word-changed': 'Изменена фраза',
  'word-deleted': 'Удалена фраза',
  'word-restored': 'Восстановлена фраза',
  'collection-requested': 'Запрошен сбор',
  'owner-added': 'Добавлен источник',
  'owner-deleted': 'Удалён источник',
  'author-added': 'Добавлен автор',
  'administrator-added': 'Добавлен администратор',
  'administrator-changed': 'Изменён администратор',
  'client-added': 'Добавлен клиент',
  'client-changed': 'Изменён клиент',
  'client-deleted': 'Удалён клиент',
  'password-set': 'Задан пароль',
  'password-changed': 'Изменён пароль',
  'impersonation-started': 'Вход от имени клиента',
  'impersonation-ended': 'Окончание входа от имени клиента',
  exported: 'Экспорт',
  'view-saved': 'Сохранён фильтр',
  'view-changed': 'Изменён фильтр',
  'view-deleted': 'Удалён фильтр',
  'rule-added': 'Правило добавлено',
  'rule-changed': 'Правило изменено',
  'rule-deleted': 'Правило удалено',
  'feed-read': 'Чтение ленты Atom',
  muted: 'Скрыто',
  unmuted: 'Возвращено',
  'data-erased': 'Данные стёрты',
  'erasure-lifted': 'Разрешено хранение',
} as const;

export type JournalAction = keyof typeof journalActions;
export const journalActionNames = Object.keys(journalActions) as JournalAction[];
