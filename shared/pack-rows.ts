/**
 * Lists of rows on their way from the server to an island, as columns: no row repeats its field names. A column travels as
 * what compresses best beside the page's own text: texts as lines, lists of texts as lines of `a, b`, whole numbers that
 * run on as their differences, anything else as it is.
 */

/** Marks a packed list. The API's names have no such character, so no field is ever taken for it. */
const mark = '~';

type Fields = Record<string, unknown>;

type Column = string | { lists: string } | { steps: number[] } | unknown[];

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

const isLine = (value: unknown): value is string => typeof value === 'string' && !value.includes('\n');

const isLineOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => isLine(text) && text !== '' && !text.includes(','));

/** Null when the values are not whole numbers, or are shorter than their differences. */
function stepsOf(values: readonly unknown[]): number[] | null {
  if (!values.every((value) => Number.isSafeInteger(value))) return null;
  const numbers = values as readonly number[];
  const steps = numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
  return steps.every(Number.isSafeInteger) && String(steps).length < String(numbers).length ? steps : null;
}

function packColumn(values: readonly unknown[]): Column {
  if (values.every(isLine)) return values.join('\n');
  if (values.every(isLineOfTexts)) return { lists: values.map((texts) => texts.join(', ')).join('\n') };
  const steps = stepsOf(values);
  return steps ? { steps } : values.map(packRows);
}

function unpackColumn(column: Column): unknown[] {
  if (typeof column === 'string') return column.split('\n');
  if (Array.isArray(column)) return column.map(unpackRows);
  if ('lists' in column) return column.lists.split('\n').map((line) => (line === '' ? [] : line.split(', ')));
  let sum = 0;
  return column.steps.map((step) => (sum += step));
}

/** Plain JSON in, plain JSON out; `unpackRows` gives the same back. */
export function packRows(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = namesOf(value);
    if (!names) return value.map(packRows);
    const columns = names.map((name) => [name, packColumn(value.map((item: Fields) => item[name]))]);
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
  const columns = Object.entries(packed).map(([name, column]) => [name, unpackColumn(column as Column)] as const);
  const count = columns[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(columns.map(([name, column]) => [name, column[index]])),
  );
}
