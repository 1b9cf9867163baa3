/** Names that connect the overview of the feed in the HTML with its script. */

/** Element IDs. */
export const overviewIds = { views: 'saved-views', toggle: 'histogram-toggle' } as const;
