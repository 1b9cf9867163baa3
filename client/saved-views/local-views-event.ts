/** The window's event after a change of the saved views in local storage, or of the feed's address. */
export const localViewsEvent = 'local-views-change';
