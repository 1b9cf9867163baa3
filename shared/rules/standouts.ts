/** What stands out in a period, in words. «Выделяется» is an observation, not a cause. */
import { type Explanation, type Standout, standoutKinds } from '../api/explanation.ts';
import { formatCounted } from '../format.ts';
import { isolate } from '../isolate.ts';

/** For example «14 постов». */
export const countPosts = (total: number): string => formatCounted(total, ['пост', 'поста', 'постов']);

/** For example «сюжет «Прорыв трубы.»». */
export const standoutName = ({ kind, name }: Pick<Standout, 'kind' | 'name'>): string =>
  `${standoutKinds[kind]} «${isolate(name)}»`;

/** The share of the rise is more than all of it, when other posts are fewer than usual. */
const describeShare = ({ share }: Standout): string => (share >= 100 ? 'весь рост' : `${share}\u00A0% роста`);

/** What follows the number of posts of an item. */
export const describeStandout = (item: Standout): string =>
  item.fast === null
    ? describeShare(item)
    : `${describeShare(item)}; ${item.fast}\u00A0% копий за 10 минут после первого поста`;

const nothingStandsOut = 'Ничего не выделяется';
const tooFewWeeks = 'Мало данных: нужны хотя бы три прошлые недели';

/** Why there are no items; null if there are some. */
export const describeNoItems = ({ usual, items }: Explanation): string | null =>
  items.length > 0 ? null : usual === null ? tooFewWeeks : nothingStandsOut;

/** In a message only the first ones are named. */
const namedMax = 3;

/** One sentence, without the full stop. */
export function describeStandouts(explanation: Explanation): string {
  const named = explanation.items.slice(0, namedMax);
  const items = named.map((item) => `${standoutName(item)} (${countPosts(item.total)})`);
  return describeNoItems(explanation) ?? `Выделяется: ${items.join(', ')}`;
}
