/** A strict XML parser: throws for everything that is not well-formed. Reads elements, attributes, texts and CDATA sections. */

export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** The production Char of XML 1.0. */
const isXmlText = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the subject
  text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text);

/** Normalises line ends, as a parser must. */
function readCharacters(raw: string): string {
  if (!isXmlText(raw)) throw new Error(`A character that XML does not allow: ${JSON.stringify(raw.slice(0, 80))}`);
  return raw.replaceAll(/\r\n?/g, '\n');
}

function decode(raw: string): string {
  if (/[<]|\]\]>/.test(raw)) throw new Error(`Text that must be escaped: ${raw.slice(0, 80)}`);
  return readCharacters(raw).replaceAll(/&([^;]*);?/g, (whole, name) => {
    const value = whole.endsWith(';') ? entities[name] : undefined;
    if (value === undefined) throw new Error(`An unknown entity: ${whole}`);
    return value;
  });
}

function parseAttributes(raw: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  const rest = raw.replaceAll(/\s+([\w:.-]+)="([^"]*)"/g, (_, name: string, value: string) => {
    if (name in attributes) throw new Error(`The attribute ${name} twice`);
    attributes[name] = decode(value);
    return '';
  });
  if (rest.trim() !== '') throw new Error(`Not attributes: ${rest}`);
  return attributes;
}

export function parseXml(source: string): XmlElement {
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"[^?]*\?>\s*/i, '');
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  let end = 0;
  for (const match of body.matchAll(/<!\[CDATA\[(.*?)\]\]>|<(\/?)([\w:.-]+)((?:[^<>"]|"[^"]*")*?)(\/?)>/gs)) {
    const [tag, data, closing, name = '', attributes = '', selfClosing] = match;
    const current = open.at(-1) as XmlElement;
    current.text += decode(body.slice(end, match.index));
    end = match.index + tag.length;
    if (data !== undefined) {
      current.text += readCharacters(data);
      continue;
    }
    if (closing) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    const element: XmlElement = { name, attributes: parseAttributes(attributes), children: [], text: '' };
    current.children.push(element);
    if (!selfClosing) open.push(element);
  }
  const [root] = document.children;
  if (open.length !== 1 || !root || document.children.length !== 1 || decode(body.slice(end)).trim() !== '') {
    throw new Error('Not one complete element');
  }
  return root;
}
