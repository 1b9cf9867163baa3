/** Lists of rows on their way from the server to an island: each column once, so that no row repeats its field names. */

/** Marks a packed list. The API's names have no such character, so no field is ever taken for it. */
const mark = '~';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field names that all items share, in one order; null when the list is no list of rows. */
function namesOf(list: readonly unknown[]): string[] | null {
  const [first] = list;
  if (list.length < 2 || !isFields(first)) return null;
  const names = Object.keys(first);
  const alike = list.every((item) => {
    if (!isFields(item)) return false;
    const own = Object.keys(item);
    return own.length === names.length && own.every((name, index) => name === names[index]);
  });
  return alike && names.length > 0 ? names : null;
}

/** Plain JSON in, plain JSON out; `unpackRows` gives the same back. */
export function packRows(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = namesOf(value);
    if (!names) return value.map(packRows);
    const columns = names.map((name) => [name, value.map((item: Fields) => packRows(item[name]))]);
    return { [mark]: Object.fromEntries(columns) };
  }
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, packRows(inner)]));
}

export function unpackRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackRows);
  if (!isFields(value)) return value;
  const { [mark]: packed } = value;
  if (!isFields(packed))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpackRows(inner)]));
  const columns = Object.entries(packed).map(
    ([name, column]) => [name, (column as unknown[]).map(unpackRows)] as const,
  );
  const count = columns[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(columns.map(([name, column]) => [name, column[index]])),
  );
}
