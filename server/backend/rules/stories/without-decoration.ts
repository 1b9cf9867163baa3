/** Removes from a text what differs between copies: links, hashtags and dates. */

const domain = '(?:ru|su|рф|com|net|org|info|cc|me|io|tv|gl|ly|be|to|link|online|site|store|shop)';
const link = new RegExp(`^[("«]*(?:https?://|www\\.|(?:[\\p{L}\\p{N}-]+\\.)+${domain}(?:/|[).,!?»"]*$))`, 'iu');

const month = '(?:январ|феврал|март|апрел|ма[йея]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]*';
const year = '(?:\\s+\\d{4}(?:\\s*(?:года?|г\\.))?)?';
const date = new RegExp(`(?<![\\d.,])\\d{1,2}(?:\\s+${month}${year}|\\.\\d{2}\\.(?:\\d{4}|\\d{2})(?!\\d))`, 'giu');

const isDecoration = (part: string): boolean => part.startsWith('#') || (/[./]/.test(part) && link.test(part));

export function withoutDecoration(text: string): string {
  const plain = /[#.]\S/.test(text) ? text.replace(/\S+/g, (part) => (isDecoration(part) ? '' : part)) : text;
  return /\d/.test(plain) ? plain.replace(date, '') : plain;
}
