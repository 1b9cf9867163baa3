/** Names that connect the overview of the feed in the HTML with its script. */

/** Element IDs. `reload` is a hidden button for scripts that have changed what the overview shows. */
export const overviewIds = {
  views: 'saved-views',
  save: 'save-view',
  toggle: 'histogram-toggle',
  reload: 'overview-reload',
} as const;
