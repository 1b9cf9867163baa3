/** The columns of the feed (docs/product.md, section 2, Feed screen). */
import { type PostSortColumn, postFields } from '../../../shared/fields/posts.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { Column } from '../../components/table-column.ts';
import controls from '../../styles/controls.module.css';
import type { FeedRow } from './feed-row.ts';
import { type PostCellOptions, SourceCell, TextCell } from './post-cells.tsx';
import styles from './post-columns.module.css';

function City({ post: { country, city } }: { post: FeedRow }) {
  if (!country && !city) return messages.noCity;
  return (
    <div className={styles.badges}>
      {country && <span className={controls.badge}>{country}</span>}
      {city && <span className={`${controls.badge} ${controls.badgeAccent}`}>{city}</span>}
    </div>
  );
}

export function postColumns(options: PostCellOptions & { timeZone: string }): Column<FeedRow, PostSortColumn>[] {
  const { timeZone } = options;
  const formatTime = (time: string) => formatDateTime(time, timeZone) ?? messages.badDate;
  return [
    {
      ...postFields.ownerId,
      width: 'minmax(0, 1.5fr)',
      card: 'block',
      cell: (post, control, interactive) => <SourceCell {...{ ...options, post, control, interactive }} />,
    },
    {
      ...postFields.word,
      width: 'minmax(112px, 1.1fr)',
      cell: ({ word }) => <span className={styles.word}>{word}</span>,
    },
    { ...postFields.userId, width: '104px', cell: ({ userId }) => userId },
    {
      ...postFields.text,
      width: 'minmax(0, 3fr)',
      card: 'block',
      cell: (post, control, interactive) => <TextCell {...{ ...options, post, control, interactive }} />,
    },
    {
      ...postFields.postedAt,
      width: '108px',
      cell: ({ postedAt }) => <span className={styles.time}>{formatTime(postedAt ?? '')}</span>,
    },
    {
      ...postFields.updatedAt,
      width: '104px',
      cell: ({ updatedAt }) => (
        <span className={styles.time}>{updatedAt === null ? messages.notUpdated : formatTime(updatedAt)}</span>
      ),
    },
    { ...postFields.city, width: '124px', cell: (post) => <City post={post} /> },
  ];
}
