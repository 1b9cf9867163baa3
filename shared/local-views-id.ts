/** The ID of the element that the list of saved filters in local storage appears in. */
export const localViewsId = 'local-views';
