/** Schemas of fields in VK's replies. VK may change any field, so a damaged optional one counts as missing. */
import * as v from 'valibot';

/** The value, or undefined when it is missing or has another type. */
export const lenient = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.fallback(v.optional(schema), undefined);

/** A list without the items of another shape. */
const listOf = <const Schema extends v.GenericSchema>(item: Schema) =>
  v.pipe(
    v.array(v.fallback(v.nullable(item), null)),
    v.transform((items) => items.filter((value) => value !== null)),
  );
export const lenientList = <const Schema extends v.GenericSchema>(item: Schema) =>
  v.fallback(v.optional(listOf(item), []), []);

export const id = v.pipe(
  v.number(),
  v.safeInteger(),
  v.check((value) => value !== 0),
);
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Until the year 2100. */
export const seconds = v.pipe(count, v.maxValue(4_102_444_799));
export const text = lenient(v.string());
/** Each of them is shorter by far in VK, also with entities. */
export const name = v.pipe(v.string(), v.maxLength(1000));
export const domain = v.pipe(v.string(), v.maxLength(100));
export const url = v.pipe(v.string(), v.maxLength(2000));
export const position = v.pipe(v.string(), v.maxLength(1000));
