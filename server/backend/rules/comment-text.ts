/** Texts of comments: nobody's name is stored, only the IDs that posts store too. */

const page = '(?:(?:https?://)?(?:m\\.)?vk\\.(?:com|ru)/)?';
const label = '\\((?:[^()]|\\([^()]*\\))*\\)';

const address = `${page}id(\\d+)[\\w:-]*(?:[/?#][^\\s[\\]|]*)?`;

/**
 * `[id1|Имя]`, `[id1:bp-2_3|Имя]`, `[https://vk.com/id1|Имя]`, `[#alias|Имя|https://vk.com/id1]`, `@id1 (Имя)`, `*id1 (Имя)`.
 */
const person = [
  `\\[${address}\\|[^[\\]|]*\\]`,
  `\\[#alias\\|[^[\\]|]*\\|${address}\\]`,
  `(?<![\\p{L}\\p{N}])[@*]id(\\d+)[ \\u00a0]?${label}`,
].join('|');

const persons = new RegExp(person, 'gu');
const addressees = new RegExp(`^\\s*(?:(?:${person})[\\s,:]*)+`, 'u');

/**
 * The text, as the network returns it, with the IDs of mentioned people in place of their names: `[id1|Имя]` becomes `@id1`. A
 * reply loses the people whom it addresses at its beginning. Communities keep their labels.
 */
export const withoutNames = (text: string, isReply: boolean): string =>
  (isReply ? text.replace(addressees, '') : text).replace(
    persons,
    (_, linked?: string, named?: string, mentioned?: string) => `@id${linked ?? named ?? mentioned}`,
  );
