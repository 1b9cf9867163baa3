/**
 * The console knows two kinds of backend: one has only the specified calls, our own has additional calls (docs/product/api.md).
 */
export type BackendKind = 'specified' | 'own';

/** The backends with which a page, column, action, filter or shortcut exists. */
export type On = 'both' | 'own';

export const isOn = (on: On, backendKind: BackendKind): boolean => on === 'both' || backendKind === 'own';

export const offered = <Item extends { on: On }>(items: readonly Item[], backendKind: BackendKind): Item[] =>
  items.filter(({ on }) => isOn(on, backendKind));

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
