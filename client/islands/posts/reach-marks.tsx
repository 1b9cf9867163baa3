/** How the views of a post compare with its source, and what has happened to it. */
import { formatNumber } from '../../../shared/format.ts';
import { shownRatio } from '../../../shared/rules/measures.ts';
import controls from '../../styles/controls.module.css';
import type { FeedRow } from './feed-row.ts';

/** From this ratio on, the exact one, a post has a badge. */
const remarkableRatio = 2;

type Marked = Pick<FeedRow, 'ratio' | 'changedAt' | 'deletedAt'>;

const badgesOf = ({ ratio, changedAt, deletedAt }: Marked): string[] => [
  ...(ratio !== null && ratio >= remarkableRatio ? [`×${formatNumber(shownRatio(ratio))} к обычному`] : []),
  ...(changedAt === null ? [] : ['Изменён']),
  ...(deletedAt === null ? [] : ['Удалён в ВК']),
];

export const hasReachMarks = (post: Marked): boolean => badgesOf(post).length > 0;

export const ReachMarks = ({ post }: { post: Marked }) =>
  badgesOf(post).map((text) => (
    <span key={text} className={controls.badge}>
      {text}
    </span>
  ));
