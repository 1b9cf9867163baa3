/** Schemas of the health of phrases. */
import * as v from 'valibot';
import { healthVerdicts } from '../../../shared/api/word-health.ts';
import { time } from '../http/schema-fields.ts';

const count = v.pipe(v.number(), v.integer());

/** See `WordHealth` of shared/api/word-health.ts. */
export const wordHealthReply = v.strictObject({
  WordID: count,
  ComputedAt: time,
  Verdict: v.picklist(healthVerdicts),
  Gaps: count,
  LeftOut: v.boolean(),
  LastPostAt: v.nullable(time),
  WeekStories: count,
  MonthStories: count,
  MonthRows: count,
  Overlap: v.nullable(v.strictObject({ WordID: count, Text: v.string(), Stories: count })),
});
export const wordsHealthReply = v.strictObject({ health: v.array(wordHealthReply) });
