import { Fragment, memo, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Avatar } from '../../client/components/avatar.tsx';
import { MarkedText } from '../../client/components/marked-text.tsx';
import { RowAction } from '../../client/components/row-action.tsx';
import { writeHtml } from './write-html.ts';

const Remembered = memo(({ text }: { text: string }) => <b>{text}</b>);

const contents: Record<string, ReactNode> = {
  texts: ['a < b & "c"', 'next', 0, '', 'last'],
  nothing: [null, undefined, true, false],
  fragments: ['a', <Fragment key="b">b</Fragment>, <i key="c">c</i>, 'd'],
  'marked texts': (
    <MarkedText
      parts={[
        { text: 'a', marked: false },
        { text: 'b', marked: true },
      ]}
    />
  ),
  'a component with memo': <Remembered text="'text'" />,
  'a component with a hook': <Avatar name="Анна Петрова" photoUrl="https://example.test/a.jpg?b=1&c=2" />,
  'a button with an icon': (
    <RowAction label="Изменить «это»" icon="edit" tabIndex={-1} disabled={false} data-x={false} />
  ),
  attributes: (
    <button type="button" hidden aria-expanded={false} aria-busy title={undefined} id={'"<&>'} tabIndex={0} />
  ),
};

/** Without differences that HTML ignores. */
const plain = (html: string): string =>
  html
    .replaceAll('/>', '>')
    .replaceAll('&#x27;', "'")
    .replace(/="([\w#./:?-]+)"/g, '=$1')
    .toLowerCase();

test.each(Object.keys(contents))('writes %s as React does', (name) => {
  let html = '';
  // In a component, where hooks are allowed.
  function Writer() {
    html = writeHtml(contents[name]);
    return contents[name];
  }
  const rendered = renderToString(<Writer />);
  expect(plain(html)).toBe(plain(rendered));
});

test('writes rows and cells without their end tags', () => {
  const row = (
    <tr>
      <td className="end">1</td>
      <td />
    </tr>
  );
  expect(writeHtml([row, row])).toBe('<tr><td class=end>1<td>'.repeat(2));
});

test('writes quotes only around values that need them', () => {
  const text = <p title="a>b" lang="a b" id="a=b" className="a-b" data-a="" />;
  expect(writeHtml(text)).toBe('<p title="a&gt;b" lang="a b" id="a=b" class=a-b data-a=""></p>');
});

test('refuses attributes that it cannot write', () => {
  expect(() => writeHtml(<p style={{ color: 'red' }} />)).toThrow('The attribute style cannot be written');
});
