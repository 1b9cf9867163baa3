/**
 * What the parsers of settings share. An error text continues a sentence that starts with the setting's name, and omits the
 * value.
 */

import { compile } from 'proxy-addr';

export const invalid = (text: string): never => {
  throw new Error(text);
};

/** Null for an empty text, which means that the setting is unset. */
export const orUnset =
  <T>(parse: (value: string) => T) =>
  (value: string): T | null =>
    value === '' ? null : parse(value);

/** Items separated by commas; none when unset. */
export const listOf =
  (pattern: RegExp, problem: string) =>
  (value: string): string[] => {
    const items = value === '' ? [] : value.split(',').map((item) => item.trim());
    return items.every((item) => pattern.test(item)) ? items : invalid(problem);
  };

/** Throws unless Express can trust the addresses: it uses the same parser. */
export function checkTrusted(addresses: string[]): void {
  try {
    compile(addresses);
  } catch (error) {
    invalid(`has an ${(error as Error).message}`);
  }
}

export function readUrl(value: string, ...schemes: readonly string[]): URL {
  const url = URL.canParse(value) ? new URL(value) : invalid('is not a URL');
  return schemes.includes(url.protocol.slice(0, -1)) ? url : invalid(`is neither ${schemes.join(' nor ')}`);
}
