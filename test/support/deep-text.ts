/** A search with more nested brackets than the grammar allows. */
export const deepText = `${'а -('.repeat(30)}б${')'.repeat(30)}`;
