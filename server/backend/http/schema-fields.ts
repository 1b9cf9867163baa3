/** Schema parts that all resources share. The browser never loads schemas. */
import * as v from 'valibot';
import type { Nullable } from '../../../shared/api/read.ts';
import * as messages from '../../../shared/messages.ts';

/** A rule of shared/rules as a check; the rule returns the error's text. */
export const rule = (errorOf: (text: string) => string | null) =>
  v.rawCheck<string>(({ dataset, addIssue }) => {
    const message = dataset.typed ? errorOf(dataset.value) : null;
    if (message !== null) addIssue({ message });
  });

/** Text that a database keeps unchanged: no NUL, no broken surrogate pairs, at most so many UTF-16 units; trimmed. */
export const text = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.check((value) => value.isWellFormed() && !value.includes('\0'), messages.badRequest),
    v.trim(),
    v.maxLength(maxLength, messages.textTooLong(maxLength)),
  );

/** Messages for missing fields: `v.object(entries, requiredMessages({ Text: messages.enterText }))`. */
export const requiredMessages =
  (texts: Record<string, string>) =>
  (issue: v.BaseIssue<unknown>): string =>
    texts[String(issue.path?.[0]?.key)] ?? messages.badRequest;

/** A nullable of docs/product.md, section 3, as the Go backend writes it. */
export const nullableText = v.strictObject({ String: v.string(), Valid: v.boolean() });

export const toNullable = (value: string | null): Nullable => ({ String: value ?? '', Valid: value !== null });

/** An RFC 3339 time of a reply. */
export const time = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds as RFC 3339. */
export const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
export const toTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : toTime(milliseconds);

/** A whole number in a query or a path. */
const integerText = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number), v.integer());
export const queryInteger = integerText;
export const queryId = v.pipe(integerText, v.minValue(1));

/** `true` or `false` in a query. */
export const queryBoolean = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

export const maxLimit = 1000;

/** The query of a paginated call: page, column and direction. */
export const pageEntries = <const Columns extends readonly string[]>(
  columns: Columns,
  fallback: { limit: number; column: Columns[number]; direction: 'ASC' | 'DESC' },
) => ({
  limit: v.optional(v.pipe(integerText, v.minValue(1), v.maxValue(maxLimit)), String(fallback.limit)),
  offset: v.optional(v.pipe(integerText, v.minValue(0)), '0'),
  orderBy: v.optional(v.picklist(columns), fallback.column),
  orderDirection: v.optional(v.picklist(['ASC', 'DESC']), fallback.direction),
});

export const total = v.pipe(v.number(), v.integer(), v.minValue(-1));

/** What a change without an entity of its own answers. */
export const done = v.strictObject({ status: v.literal('ok') });
export const ok = { status: 'ok' } as const;
