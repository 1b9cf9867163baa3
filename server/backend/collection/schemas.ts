/** Schemas of the calls of collection. */
import * as v from 'valibot';
import { keyStates, runOutcomes } from '../../../shared/api/collection-data.ts';
import { runsPageSize } from '../../../shared/rules/limits.ts';
import { limitAndOffset, queryId, time, total } from '../http/schema-fields.ts';

const count = v.pipe(v.number(), v.integer());

/** `KeyID` does not reveal the key. `Calls` are those of the last 24 hours, `Limit` their maximum. */
const keyReply = v.strictObject({
  KeyID: v.string(),
  Calls: count,
  Limit: count,
  State: v.picklist(keyStates),
  Until: v.nullable(time),
  Code: v.nullable(count),
  Message: v.nullable(v.string()),
  RedirectURI: v.nullable(v.string()),
});

/**
 * `Due` phrases wait for their run, `Active` ones are collected at all. `CallsPerDay` is what they need. `CallsLeft` are those
 * for ordinary runs. `LastsUntil` is null when the calls are enough.
 */
export const overviewReply = v.strictObject({
  Configured: v.boolean(),
  Keys: v.array(keyReply),
  Due: count,
  Active: count,
  CallsPerDay: v.number(),
  CallsLeft: count,
  LastsUntil: v.nullable(time),
});

/** `Found` is the network's count of all posts, `Added` the number of new ones. `Outcome` is null while it is running. */
export const runReply = v.strictObject({
  RunID: count,
  WordID: count,
  Word: v.string(),
  StartedAt: time,
  EndedAt: v.nullable(time),
  Found: v.nullable(count),
  Added: count,
  Calls: count,
  Outcome: v.nullable(v.picklist(runOutcomes)),
  Reason: v.nullable(v.string()),
});

export const runsReply = v.strictObject({ runs: v.array(runReply), total });
export const runsQuery = v.object(limitAndOffset(runsPageSize));

/**
 * `Reason` is why the phrase is in the state `error`. A full search under way has reached `FullSearchReached` on its way back
 * to `FullSearchFrom`. Windows are oldest first, both bounds included, up to 100; not `Complete`: posts in it could not be read.
 */
export const wordCollectionReply = v.strictObject({
  WordID: count,
  Configured: v.boolean(),
  LastRun: v.nullable(runReply),
  NextRunAt: v.nullable(time),
  Found: v.nullable(count),
  Stored: count,
  LastPostAt: v.nullable(time),
  Reason: v.nullable(v.string()),
  FullSearchReached: v.nullable(time),
  FullSearchFrom: v.nullable(time),
  Windows: v.array(v.strictObject({ From: time, To: time, Complete: v.boolean() })),
});

export const startQuery = v.object({ id: queryId });
