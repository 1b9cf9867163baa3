import { cssClassNames, renameCssClasses } from './css-names.ts';

const file = 'client/components/data-table.module.css';
const source = `
/* .comment */
.row { margin: .5rem; background: url(image.png) }
.row:hover > .cell-text::after { content: ".quoted" }
@media (width < 640px) { .row.open:global(.foreign) { color: red } }
`;

describe('cssClassNames', () => {
  test('lists every class once, without comments, strings, URLs and global classes', () => {
    expect(cssClassNames(file, source)).toEqual({
      row: 'data-table_row',
      'cell-text': 'data-table_cell-text',
      open: 'data-table_open',
    });
  });

  test('returns an empty map for a module without classes', () => {
    expect(cssClassNames(file, 'body { margin: 0 }')).toEqual({});
  });
});

describe('renameCssClasses', () => {
  test('renames classes and keeps everything else', () => {
    expect(renameCssClasses(file, source)).toBe(`
/* .comment */
.data-table_row { margin: .5rem; background: url(image.png) }
.data-table_row:hover > .data-table_cell-text::after { content: ".quoted" }
@media (width < 640px) { .data-table_row.data-table_open.foreign { color: red } }
`);
  });
});
