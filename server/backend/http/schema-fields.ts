/** Schemas of fields that several resources share. */
import * as v from 'valibot';
import { type ErrorCode, readErrorCode } from '../../../shared/api/error-codes.ts';
import * as messages from '../../../shared/messages.ts';
import type { Refusal } from '../../platform/app-error.ts';

/**
 * Converts a rule to a check. The rule returns what is wrong, or null. `expected` is the only field of an issue that can hold the
 * code (`refusalOf`).
 */
export const refusalRule = (findRefusal: (text: string) => Refusal | null) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    const refusal = dataset.typed ? findRefusal(dataset.value) : null;
    if (refusal) addIssue({ message: refusal.message, ...(refusal.code && { expected: refusal.code }) });
  });

/** The rule returns the error's text, or null. */
export const rule = (errorOf: (text: string) => string | null, { code = null }: { code?: ErrorCode | null } = {}) =>
  refusalRule((text) => {
    const message = errorOf(text);
    return message === null ? null : { message, code };
  });

export const refusalOf = ({ message, expected }: v.BaseIssue<unknown>): Refusal => ({
  message,
  code: readErrorCode(expected),
});

/** Text without NUL and lone surrogates, which a database may not store. */
export const plainText = v.pipe(
  v.string(),
  v.check((value) => value.isWellFormed() && !value.includes('\0'), messages.badRequest),
);

/** Trimmed. `maxLength` is in UTF-16 units. */
export const text = (maxLength: number) =>
  v.pipe(plainText, v.trim(), v.maxLength(maxLength, messages.textTooLong(maxLength)));

export const nameIn = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  v.picklist(Object.keys(table) as Name[]);

/** Keeps only the values that are not undefined. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };

export const bodyId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Messages for missing fields: `v.object(entries, requiredMessages({ Text: messages.enterText }))`. */
export const requiredMessages =
  (texts: Record<string, string>) =>
  (issue: v.BaseIssue<unknown>): string =>
    texts[String(issue.path?.[0]?.key)] ?? messages.badRequest;

/** An integer in a query or a path. */
export const queryInteger = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number), v.integer());
export const queryId = v.pipe(queryInteger, v.minValue(1));
export const idQuery = v.object({ id: queryId });

export const queryBoolean = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

export const maxLimit = 1000;

export const limitAndOffset = (limit: number) => ({
  limit: v.optional(v.pipe(queryInteger, v.minValue(1), v.maxValue(maxLimit)), String(limit)),
  offset: v.optional(v.pipe(queryInteger, v.minValue(0)), '0'),
});

export const pageEntries = <const Columns extends readonly string[]>(
  columns: Columns,
  fallback: { limit: number; column: Columns[number]; direction: 'ASC' | 'DESC' },
) => ({
  ...limitAndOffset(fallback.limit),
  orderBy: v.optional(v.picklist(columns), fallback.column),
  orderDirection: v.optional(v.picklist(['ASC', 'DESC']), fallback.direction),
});

export const total = v.pipe(v.number(), v.integer(), v.minValue(-1));
export const totalReply = v.strictObject({ total });
