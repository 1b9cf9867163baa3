/** Schemas of the capability `analytics` (shared/api/analytics.ts). */
import * as v from 'valibot';
import { histogramUnits } from '../../../shared/api/histogram.ts';
import * as messages from '../../../shared/messages.ts';
import { total } from '../http/schema-fields.ts';
import { postFiltersQuery } from '../posts/schemas.ts';

const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, messages.badDate),
  v.check((value) => !Number.isNaN(Date.parse(value)), messages.badDate),
);

export const analyticsQuery = v.pipe(
  v.object({
    ...v.pick(postFiltersQuery, ['wordId', 'wordIds', 'ownerId', 'text', 'cityId', 'copies']).entries,
    postDtFrom: v.optional(day),
    postDtTo: v.optional(day),
  }),
  v.check(({ postDtFrom = '', postDtTo = '9' }) => postDtFrom <= postDtTo, messages.reversedDays),
);

const id = v.pipe(v.number(), v.integer());
const period = {
  From: v.string(),
  To: v.string(),
  Total: total,
  Bars: v.array(v.strictObject({ From: v.string(), Total: total })),
};
const item = { ID: id, Name: v.string(), Total: total };
/** The 10 highest totals, and the number of all items. */
const ranking = v.strictObject({ Items: v.array(v.strictObject(item)), Distinct: total });

/** `Hours` are 7 × 24 totals from Monday on. `Missing` are hours that were not collected completely for so many phrases. */
export const analyticsReply = v.strictObject({
  ...period,
  Previous: v.strictObject(period),
  Unit: v.picklist(histogramUnits),
  Words: ranking,
  Owners: ranking,
  Cities: ranking,
  Hours: v.array(total),
  Compared: v.array(v.strictObject({ ...item, Totals: v.array(total) })),
  Missing: v.array(v.strictObject({ From: v.string(), To: v.string(), Words: total })),
  IncompleteWords: v.array(id),
});

export const wordDaysReply = v.strictObject({
  From: v.string(),
  Days: v.array(v.strictObject({ WordID: id, Total: total, Totals: v.array(total) })),
});
