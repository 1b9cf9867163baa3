/**
 * The names of people and tags in filters. The feed loads them at first, and the descriptions of filters (describe-filters.ts) with
 * the parts that show them.
 */
import type { WorkLists } from '../api/work.ts';
import type { FilterValues } from './post-filters.ts';

/** The names of what a query selects by ID. Without its name, an ID is shown. */
export type FilterNames = Partial<Record<'word' | 'owner' | 'city' | 'assignee' | 'tag', string | null | undefined>>;

/** Lists have no deleted people. */
export const nameOfPerson = ({ people }: Pick<WorkLists, 'people'>, id: number): string =>
  people.find(({ personId }) => personId === id)?.name ?? `Удалённый (${id})`;

/** The names of the selected person and tag. `lists` is null if unknown. */
export const workNames = (
  { assignee, tag }: FilterValues,
  lists: Pick<WorkLists, 'people' | 'tags'> | null,
): FilterNames => ({
  assignee: lists && nameOfPerson(lists, Number(assignee)),
  tag: lists?.tags.find(({ tagId }) => tagId === tag)?.name,
});
