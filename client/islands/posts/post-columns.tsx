/** The columns of the feed (docs/product/feed.md). */

import { type PostSortColumn, postFields } from '../../../shared/fields/posts.ts';
import { formatDateTime, shownName, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { selectColumn } from '../../components/selection.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import type { Column } from '../../components/table-column.ts';
import { StateLink } from '../../components/table-header.tsx';
import controls from '../../styles/controls.module.css';
import workStyles from '../../styles/work.module.css';
import type { FeedRow } from './feed-row.ts';
import type { CellProps, PostCellOptions } from './post-cell.ts';
import styles from './post-columns.module.css';
import { TextCell } from './text-cell.tsx';
import { StateLabel, WorkMarks } from './work-cell.tsx';

function SourceCell({ post, marks, hrefOf, change, control }: CellProps) {
  const { ownerId, ownerName, ownerPhotoUrl, domain, read, repeated } = post;
  const unread = marks && !read;
  const filter = { owner: ownerId };
  const classes = [styles.source, unread && styles.unread, repeated && styles.repeated];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {unread && <span className={controls.visuallyHidden}>Не прочитано</span>}
      <Avatar name={ownerName} photoUrl={ownerPhotoUrl} />
      <div className={styles.lines}>
        <StateLink href={hrefOf(filter)} onGo={() => change(filter)} {...control}>
          {shownName(ownerName)}
        </StateLink>
        {domain && (
          <span className={styles.domain}>
            <DomainLink domain={domain} control={control} />
          </span>
        )}
      </div>
    </div>
  );
}

type LinkProps = Pick<CellProps, 'hrefOf' | 'change' | 'control'>;
type FilterLinkProps = LinkProps & { name: 'word' | 'city'; id: number | null; className: string; text: string };

/** Renders plain text without an ID, because some posts have only a name. */
function FilterLink({ name, id, className, text, hrefOf, change, control }: FilterLinkProps) {
  if (!id) return <span className={className}>{text}</span>;
  const filter = { [name]: id };
  return (
    <StateLink href={hrefOf(filter)} onGo={() => change(filter)} className={className} {...control}>
      {text}
    </StateLink>
  );
}

function City({ post: { country, city, cityId }, ...link }: LinkProps & { post: FeedRow }) {
  if (!country && !city) return messages.noCity;
  return (
    <div className={styles.badges}>
      {country && <span className={controls.badge}>{country}</span>}
      {city && (
        <FilterLink
          {...link}
          name="city"
          id={cityId}
          className={`${controls.badge} ${controls.badgeAccent}`}
          text={city}
        />
      )}
    </div>
  );
}

/** Without JavaScript the link leads to the page of the story, whose forms change its state. */
function WorkCell({ post, basePath, open, preload, control }: CellProps) {
  const { work, storyId } = post;
  return (
    <div className={workStyles.work}>
      <StateLink
        href={`${basePath}/ldvknf/work/${storyId}`}
        onGo={(link) => open(post, link)}
        {...preload}
        {...control}
      >
        <StateLabel work={work} />
      </StateLink>
      <WorkMarks post={post} />
    </div>
  );
}

const workColumn = (options: PostCellOptions): Column<FeedRow, never> => ({
  title: 'Состояние',
  on: 'own',
  name: 'posts.state',
  stack: 'under',
  width: '7.25rem',
  card: 'block',
  cell: (post, control, interactive) => (
    <WorkCell {...options} post={post} control={control} interactive={interactive} />
  ),
});

const storyOf = ({ storyId }: FeedRow) => storyId ?? 0;
const nameOf = ({ ownerName, text }: FeedRow) => `${shownName(ownerName)}: ${text?.slice(0, 60)}`;

export function postColumns(options: PostCellOptions & { timeZone: ZoneOffsets }): Column<FeedRow, PostSortColumn>[] {
  const { timeZone, selection } = options;
  const formatTime = (time: string) => formatDateTime(time, timeZone) ?? messages.badDate;
  return [
    ...(selection ? [selectColumn<FeedRow, number>(selection, storyOf, nameOf)] : []),
    {
      ...postFields.ownerId,
      width: 'minmax(9.125rem, 1.37fr)',
      card: 'block',
      cell: (post, control, interactive) => (
        <SourceCell {...options} post={post} control={control} interactive={interactive} />
      ),
    },
    {
      ...postFields.word,
      stack: 'over',
      width: 'minmax(7rem, 1.15fr)',
      cell: ({ wordId, word }, control) => (
        <FilterLink
          {...options}
          control={control}
          name="word"
          id={wordId}
          className={styles.word ?? ''}
          text={word ?? ''}
        />
      ),
    },
    {
      ...postFields.userId,
      stack: 'under',
      secondary: true,
      width: '6.25rem',
      cell: ({ userId }) => userId,
    },
    {
      ...postFields.text,
      width: 'minmax(0, 5.5fr)',
      card: 'block',
      cell: (post, control, interactive) => (
        <TextCell {...options} post={post} control={control} interactive={interactive} />
      ),
    },
    {
      ...postFields.postedAt,
      stack: 'over',
      width: '8.375rem',
      cell: ({ postedAt }) => <span className={styles.time}>{formatTime(postedAt ?? '')}</span>,
    },
    {
      ...postFields.updatedAt,
      stack: 'under',
      secondary: true,
      width: '8.375rem',
      cell: ({ updatedAt }) => (
        <span className={styles.time}>{updatedAt === null ? messages.notUpdated : formatTime(updatedAt)}</span>
      ),
    },
    {
      ...postFields.city,
      ...(selection && { stack: 'over' }),
      width: selection ? '7.25rem' : '6.25rem',
      cell: (post, control) => <City {...options} post={post} control={control} />,
    },
    ...(selection ? [workColumn(options)] : []),
  ];
}
