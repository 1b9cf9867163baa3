/** Work on stories (docs/product/work.md): its values, with their labels, and its limits. */

export const workStates = {
  new: 'Новое',
  'in-progress': 'В работе',
  postponed: 'Отложено',
  resolved: 'Решено',
  rejected: 'Не наше',
} as const;
export type WorkState = keyof typeof workStates;

/**
 * Values of the filter by state. `open`: neither resolved nor rejected. `returned`: came back after closing or postponing;
 * `overdue`: came back because its time passed. `hidden`: hidden by a rule; no other value shows these.
 */
export const workStateFilters = {
  ...workStates,
  open: 'Не закрыто',
  returned: 'Вернулось',
  overdue: 'Просрочено',
  hidden: 'Скрытые правилом',
} as const;
export type WorkStateFilter = keyof typeof workStateFilters;

export const tones = { positive: 'Позитив', neutral: 'Нейтрально', negative: 'Негатив' } as const;
export type Tone = keyof typeof tones;

export const tagColors = {
  red: 'Красный',
  orange: 'Оранжевый',
  yellow: 'Жёлтый',
  green: 'Зелёный',
  teal: 'Бирюзовый',
  blue: 'Синий',
  violet: 'Фиолетовый',
  gray: 'Серый',
} as const;
export type TagColor = keyof typeof tagColors;

/** Per client. */
export const tagsMax = 100;
export const reasonsMax = 50;
/** In UTF-16 units. */
export const tagNameMax = 50;
export const reasonTextMax = 200;
export const noteTextMax = 1000;
/** Notes in one reply. */
export const notesPage = 50;
/** The maximum number of stories in one call that changes them. */
export const workChangesMax = 500;
/** The maximum number of copies or sources that a postponement waits for. */
export const untilCountMax = 10_000;
export const undoDays = 7;
/** Per client: stories joined by hand plus separated posts. */
export const ownStoriesMax = 5000;
