/** Work on stories (docs/product.md, section 26): its values, with the names for people, and its limits. */

export const workStates = {
  new: 'Новое',
  'in-progress': 'В работе',
  postponed: 'Отложено',
  resolved: 'Решено',
  rejected: 'Не наше',
} as const;
export type WorkState = keyof typeof workStates;

/**
 * Values of the filter by state: also stories that are neither solved nor rejected, those that came back, those that did because their
 * date passed, and those that rules have hidden, which only this value shows.
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

/** Of a client. */
export const tagsMax = 100;
export const reasonsMax = 50;
/** In UTF-16 units. */
export const tagNameMax = 50;
export const reasonTextMax = 200;
export const noteTextMax = 1000;
/** Stories in one call that changes them. */
export const workChangesMax = 500;
/** What a postponement waits for, at most. */
export const untilCountMax = 10_000;
export const undoDays = 7;
/** Stories that a client has joined by hand, and posts that it has separated. */
export const ownStoriesMax = 5000;
