/** Schemas of the journal. */
import * as v from 'valibot';
import { journalActionNames } from '../../../shared/rules/journal.ts';
import { journalPageSize, signInNameMax } from '../../../shared/rules/limits.ts';
import { limitAndOffset, nullableText, text, time, total } from '../http/schema-fields.ts';
import { exportEntry } from './exported.ts';

const day = v.pipe(v.string(), v.isoDate());

/** Days are in the console's time zone, both included. */
export const journalQuery = v.object({
  ...exportEntry,
  ...limitAndOffset(journalPageSize),
  who: v.optional(text(signInNameMax), ''),
  action: v.optional(v.picklist(journalActionNames)),
  from: v.optional(day),
  to: v.optional(day),
});

/** `OnBehalfOf` is the client for which an administrator acted. `Address` is empty for what the service did by itself. */
const recordReply = v.strictObject({
  RecordID: v.pipe(v.number(), v.integer()),
  At: time,
  Who: v.string(),
  OnBehalfOf: nullableText,
  Action: v.picklist(journalActionNames),
  Object: v.string(),
  Address: v.string(),
});

export const journalReply = v.strictObject({ records: v.array(recordReply), total });
