/**
 * The console knows two kinds of backend: one with the specified calls alone, and our own with all others, too
 * (docs/product/api.md).
 */
export type BackendKind = 'specified' | 'own';

/** With which backends a page, filter, shortcut or form exists. */
export type On = 'both' | 'own';

export const isOn = (on: On, backendKind: BackendKind): boolean => on === 'both' || backendKind === 'own';

/** The names of the calls beyond the specified ones in a reply of our own backend, for consoles of 1.0.0. */
export const ownCallNames = [
  'alerts',
  'analytics',
  'bulk',
  'cards',
  'counts',
  'cursors',
  'collection',
  'copies',
  'histogram',
  'journal',
  'marks',
  'mutes',
  'people',
  'views',
  'preview',
  'sources',
  'trash',
  'word-filters',
  'work',
] as const;
