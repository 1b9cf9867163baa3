/** What the parsers of settings share. An error continues a sentence that starts with the setting's name, and is without the value. */
export const invalid = (text: string): never => {
  throw new Error(text);
};

export function readUrl(value: string, ...schemes: readonly string[]): URL {
  const url = URL.canParse(value) ? new URL(value) : invalid('is not a URL');
  return schemes.includes(url.protocol.slice(0, -1)) ? url : invalid(`is neither ${schemes.join(' nor ')}`);
}
