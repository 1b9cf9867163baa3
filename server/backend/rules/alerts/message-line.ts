/** Makes untrusted texts safe for a line of a message. */

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** They would reverse the text of the message around them. */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** One line without control characters, marks of direction, and halves of characters. */
export const lineOf = (text: string): string =>
  text.toWellFormed().replace(directionMarks, '').replace(lineBreaks, ' ').trim();

/** The first `max` characters of the text as one line. */
export function beginningOf(text: string, max: number): string {
  const line = lineOf(text);
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max).join('').trimEnd()}…`;
}
