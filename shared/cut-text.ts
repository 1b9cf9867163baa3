/** Returns the text if it has at most `max` UTF-16 units; otherwise its start with the mark, without half of a character. */
export function cutText(text: string, max: number, mark = '…'): string {
  if (text.length <= max) return text;
  const end = max - mark.length;
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 1, end + 1));
  return `${text.slice(0, splitsPair ? end - 1 : end)}${mark}`;
}
