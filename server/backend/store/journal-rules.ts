/** What both engines store in the journal. */

/** In UTF-16 units. */
const objectMax = 1000;

/** The object as it is stored: cut, and without halves of characters. */
export const storedObject = (object: string): string => object.slice(0, objectMax).toWellFormed();

/** What one account may begin within a minute: each export is a record. */
export const exportsPerMinute = 60;
export const exportsCountedMs = 60_000;

/** Refusals of one source within this time are summed up. */
export const refusalsSummedMs = 60_000;

/** `more`: the refusals after the recorded one. */
export const summedObject = (object: string, more: number): string => `${object} (ещё ${more})`;
