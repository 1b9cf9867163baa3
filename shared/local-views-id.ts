/** The ID of the element that the list of saved views in local storage appears in. */
export const localViewsId = 'local-views';
