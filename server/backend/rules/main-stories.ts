/** The order of the main stories of a period. */

/** `first`: the ID of its first row in the period. `views`: of its most viewed post; null if none is known. */
export type StoryFigures = { storyId: number; rows: number; sources: number; views: number | null; first: number };

/** The place of each value, from 1 on. Equal values have the mean of their places: most stories have a single post. */
function placesOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let before = 0;
  const places = [...counts]
    .sort(([a], [b]) => b - a)
    .map(([value, count]): [number, number] => {
      before += count;
      return [value, before - (count - 1) / 2];
    });
  return new Map(places);
}

/** By the sum of three places: by rows, by sources and by views. Of equal sums, the story with the newer first post. */
export function orderStories(stories: readonly StoryFigures[]): StoryFigures[] {
  const figures = [
    ({ rows }: StoryFigures) => rows,
    ({ sources }: StoryFigures) => sources,
    ({ views }: StoryFigures) => views ?? -1,
  ];
  const places = figures.map((of) => ({ of, places: placesOf(stories.map(of)) }));
  const sumOf = (story: StoryFigures) => places.reduce((sum, { of, places }) => sum + (places.get(of(story)) ?? 0), 0);
  return stories
    .map((story) => ({ story, sum: sumOf(story) }))
    .sort((a, b) => a.sum - b.sum || b.story.first - a.story.first)
    .map(({ story }) => story);
}
