/** A search that the grammar allows, and that is nested too deeply for the index. */
export const deepText = `${'а -('.repeat(30)}б${')'.repeat(30)}`;
