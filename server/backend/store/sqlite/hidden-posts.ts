/** The posts that a selection without filters hides: those of deleted phrases, and of muted sources and authors. */
import type { DatabaseSync } from 'node:sqlite';
import { countByIndex, matchingCopies, secondsByIndex } from './post-index-query.ts';
import { mutedTerms, noMutes } from './post-mutes.ts';
import type { PostSelection } from './post-selection.ts';
import { copyOfStory, hasTerm, wordTerm } from './search-terms.ts';

/** Null when nothing is hidden. */
function hiddenTerm({ words, mutes }: PostSelection): string | null {
  const terms = [...('except' in words ? words.except.map(wordTerm) : []), ...mutedTerms(mutes)];
  return terms.length === 0 ? null : hasTerm(...terms);
}

const withHidden = (selection: PostSelection): PostSelection => ({
  ...selection,
  words: { except: [] },
  mutes: noMutes,
});

/** The times of hidden rows in seconds, in ascending order. */
export function listHiddenSeconds(db: DatabaseSync, selection: PostSelection): number[] {
  const hidden = hiddenTerm(selection);
  return hidden === null ? [] : secondsByIndex(db, withHidden(selection), hidden);
}

/** The number of stories without a visible row. The selection has neither dates nor stories. */
export function countHiddenStories(db: DatabaseSync, selection: PostSelection): number {
  const hidden = hiddenTerm(selection);
  if (hidden === null) return 0;
  const everything = withHidden(selection);
  const copy = hasTerm(copyOfStory);
  const single = countByIndex(db, everything, hidden) - countByIndex(db, everything, hidden, copy);
  const { sql, params } = matchingCopies(everything, hidden, copy);
  const several = db
    .prepare(
      `SELECT count(*) AS total
       FROM (SELECT posts.story_id, count(*) AS hidden FROM ${sql} GROUP BY posts.story_id) JOIN stories USING (story_id)
       WHERE hidden = stories.rows`,
    )
    .get(...params);
  return single + Number(several?.total);
}
