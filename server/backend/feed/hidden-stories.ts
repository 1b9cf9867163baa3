/** Finds the stories that the story filters leave out. */
import type { DatabaseSync } from 'node:sqlite';
import { addAll, hasBit, setBit } from '../rules/bits.ts';
import type { Viewing } from '../store/posts-store.ts';
import { type FilteredStories, storyFiltersOf } from './filters.ts';
import type { OwnStories } from './own-stories.ts';
import { readChunks } from './row-columns.ts';
import { createStorySet } from './story-set.ts';
import type { StoryList } from './work-columns.ts';

/** The stories that are left out, as a bit set (rules/bits.ts); null: none. */
export type HiddenStories = Uint8Array | null;

export const isHiddenStory = (hiddenStories: HiddenStories, story: number): boolean =>
  hiddenStories !== null && hasBit(hiddenStories, story);

const fill = (stories: FilteredStories['stories'], set: Uint8Array): void => {
  if ('bits' in stories) addAll(set, stories.bits);
  else for (const story of stories) setBit(set, story, true);
};

/** `wanted`: the only stories that may be shown, including some that are left out; null: not known. */
export function findHiddenStories(
  db: DatabaseSync,
  viewing: Viewing,
): { hiddenStories: HiddenStories; wanted: StoryList | null } {
  let [hiddenStories, wanted]: [HiddenStories, StoryList | null] = [null, null];
  for (const filter of storyFiltersOf(viewing)) {
    const found = filter.stories(db, viewing);
    if (found === null) continue;
    hiddenStories ??= createStorySet(db);
    if (found.areOut) fill(found.stories, hiddenStories);
    else {
      const selected = createStorySet(db);
      fill(found.stories, selected);
      addAll(
        hiddenStories,
        selected.map((byte) => ~byte),
      );
      if (!('bits' in found.stories)) wanted = found.stories;
    }
  }
  return { hiddenStories, wanted };
}

/** The stored stories that are not left out; null when there are more than `max`. */
export function listShownStories(
  db: DatabaseSync,
  own: OwnStories,
  hiddenStories: Uint8Array,
  wanted: StoryList | null,
  max: number,
): number[] | null {
  if (wanted !== null) return wanted.length > max ? null : [...wanted].filter((story) => !hasBit(hiddenStories, story));
  const shown = new Set<number>();
  for (const { stories } of readChunks(db, own, ['stories'])) {
    for (let row = 0; row < stories.length; row += 1) {
      const story = stories[row] ?? 0;
      if (!hasBit(hiddenStories, story)) shown.add(story);
    }
    if (shown.size > max) return null;
  }
  return [...shown];
}
