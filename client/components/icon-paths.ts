/** The icons' lines on 16 × 16. Import as a namespace (`import * as icons`): a page then gets only those it draws. */

// Menu
export const keyValues = 'M2.5 13.5h11M4 11V8m4 3V3m4 8V5.5';
export const feed = 'M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6';
export const phrases = 'M2.5 3.5h11v7.5H7L4 13.5V11H2.5zM5.5 6h5M5.5 8.5h3';
export const sources = 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c-4 4-4 8 0 12 4-4 4-8 0-12';
export const accountPool = 'M2.5 4.5c0-2.7 11-2.7 11 0s-11 2.7-11 0zv7c0 2.7 11 2.7 11 0v-7M2.5 8c0 2.7 11 2.7 11 0';
export const guardian = 'M8 1.75 13 3.5V8c0 3-2 5.2-5 6.25C5 13.2 3 11 3 8V3.5zM6 7.75l1.5 1.5L10.25 6.5';
export const clients =
  'M6 3a2.25 2.25 0 1 0 0 4.5A2.25 2.25 0 0 0 6 3zM2 13c0-5 8-5 8 0M10.5 3.25a2 2 0 0 1 0 4M12 9.5c1.3.5 2 1.7 2 3.5';

// Shell
export const menu = 'M2.5 4h11M2.5 8h11M2.5 12h11';
export const sidebar = 'M2.5 3h11v10h-11zM6.5 3v10';
export const person = 'M8 2.5a2.75 2.75 0 1 0 0 5.5 2.75 2.75 0 0 0 0-5.5zM3 13.5c0-5 10-5 10 0';
export const signOut = 'M9.5 2.5h-6v11h6M6.5 8h7m-2.5-2.5L13.5 8 11 10.5';
export const actAs = 'M2.5 5.5h9m-2-2.5L12 5.5 9.5 8M13.5 11h-9m2-2.5L4 11l2.5 2.5';
export const theme = 'M8 2a6 6 0 1 0 0 12zv12a6 6 0 0 0 0-12';

// Actions
export const add = 'M8 3v10M3 8h10';
export const refresh = 'M13 8a5 5 0 1 1-1.5-3.5L13 6m0-3v3h-3';
export const edit = 'M3 13l.5-3L11 2.5 13.5 5 6 12.5zM9.5 4 12 6.5';
export const remove = 'M3 4.5h10M6 4.5v-2h4v2M4.25 4.5l.5 9h6.5l.5-9M6.75 7v4M9.25 7v4';
export const close = 'M4 4l8 8M12 4l-8 8';
export const search = 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.25 10.25l3.25 3.25';
export const copy = 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3';
export const open = 'M9.5 2.5h4v4M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7';
export const expand = 'M9.5 2.5h4v4M13.5 2.5l-4 4M6.5 13.5h-4v-4M2.5 13.5l4-4';
export const collapse = 'M13.5 6.5h-4v-4M9.5 6.5l4-4M2.5 9.5h4v4M6.5 9.5l-4 4';
export const key = 'M5.5 7.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM7.75 8.25l5.75-5.75M10.5 5.5l2 2';
export const image = 'M2.5 3h11v10h-11zM2.5 11l3.25-3 2.25 2 2.5-3 3 3M5.5 5.5h.01';
export const calendar = 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3';

export const tableView = 'M2.5 3h11v10h-11zM2.5 6.5h11M6.5 6.5V13M10.5 6.5V13';
export const keyboard = 'M1.5 4h13v8.5h-13zM4 6.75h.01M6.75 6.75h.01M9.5 6.75h.01M12 6.75h.01M5 9.75h6';

// Signs
export const sortAscending = 'M8 12.5v-9M4.5 7 8 3.5 11.5 7';
export const sortDescending = 'M8 3.5v9M4.5 9 8 12.5 11.5 9';
export const down = 'M4 6l4 4 4-4';
export const warning = 'M8 2.5l6 11H2zM8 6.5V10M8 12h.01';
export const done = 'M3 8.5l3.25 3.25L13 5';
