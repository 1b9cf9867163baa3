/**
 * The console knows two kinds of backend: one has only the specified calls, our own has additional calls (docs/product/api.md).
 */
export type BackendKind = 'specified' | 'own';

/** The backends with which a page, filter, shortcut or form exists. */
export type On = 'both' | 'own';

export const isOn = (on: On, backendKind: BackendKind): boolean => on === 'both' || backendKind === 'own';

/** The names of additional calls that our own backend lists in a reply, for consoles of version 1.0.0. */
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
