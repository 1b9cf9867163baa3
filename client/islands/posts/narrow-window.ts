/** As in the style sheets: then the filters are in a sheet, and the rows are cards without a check box. */
export const isNarrowWindow = (): boolean => matchMedia('(width < 48rem)').matches;
