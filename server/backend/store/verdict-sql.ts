/** The verdict on a phrase in SQL: the one rule by which its numbers are judged, for its card and for the filter of phrases. */
import { copiesRows, floodingDays, floodingPerDay, silentDays } from '../../../shared/rules/word-health.ts';
import { dayMs } from '../../platform/durations.ts';

/** A join with `own`, the link of a phrase and a client; none with the client NULL. */
export const ownLink = (wordId: string, clientId: string): string =>
  `word_clients own ON own.word_id = ${wordId} AND own.client_id = ${clientId}`;

/** Whether a phrase is tracked by a client. Both are SQL expressions; with the client NULL every phrase is. */
const trackedBy = (wordId: string, clientId: string): string => `(${clientId} IS NULL OR EXISTS (
  SELECT 1 FROM word_clients c WHERE c.word_id = ${wordId} AND c.client_id = ${clientId}))`;

/**
 * An expression on `h`, a row of `word_health`. `clientId` is an SQL expression: overlaps with phrases that this client does not
 * track have no effect; with NULL all have.
 */
export const verdictSql = (clientId: string): string => `CASE
  WHEN h.gaps > 0 OR h.left_out THEN 'incomplete'
  WHEN h.last_post_at IS NULL OR h.computed_at - h.last_post_at > ${silentDays * dayMs} THEN 'silent'
  WHEN h.week_stories > ${floodingPerDay * floodingDays} THEN 'flooding'
  WHEN EXISTS (
    SELECT 1 FROM word_overlaps o JOIN words other ON other.word_id = o.other_id
    WHERE o.word_id = h.word_id AND other.deleted_at IS NULL AND ${trackedBy('o.other_id', clientId)}) THEN 'overlapping'
  WHEN h.month_rows >= ${copiesRows} AND (h.month_rows - h.month_stories) * 2 > h.month_rows THEN 'copies'
  ELSE 'fine' END`;
