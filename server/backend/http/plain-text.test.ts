// Proves: phrases#text-of-a-phrase
/** No text that the API accepts may contain NUL: SQLite stores it, PostgreSQL does not. */
import * as v from 'valibot';
import { apiTable } from '../api-table.ts';

type Node = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>;
  item?: v.GenericSchema;
  wrapped?: v.GenericSchema;
  options?: readonly unknown[];
  pipe?: readonly v.GenericSchema[];
};

/** The text schemas within a schema, with their paths. */
function listTexts(schema: v.GenericSchema, place: string): [string, v.GenericSchema][] {
  const { type, entries, item, wrapped, options } = schema as Node;
  if (type === 'string') return [[place, schema]];
  if (wrapped) return listTexts(wrapped, place);
  if (item) return listTexts(item, `${place}[]`);
  if (type === 'union') return (options as v.GenericSchema[]).flatMap((option) => listTexts(option, place));
  return Object.entries(entries ?? {}).flatMap(([name, entry]) => listTexts(entry, `${place}.${name}`));
}

/** These calls report an outcome per text, and store no text with an error. */
const lists = ['/vknf/words/check.Texts[]', '/vknf/words/create/list.Texts[]'];

const texts = apiTable
  .flatMap(({ path, query, params, body }) =>
    [query, params, body].flatMap((schema) => (schema ? listTexts(schema, path) : [])),
  )
  .filter(([place]) => !lists.includes(place));

test('a text with NUL is refused wherever the API takes one', () => {
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(([, schema]) => v.is(schema, 'а\0б')).map(([place]) => place)).toEqual([]);
});
