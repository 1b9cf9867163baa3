/** The columns of the feed (docs/product/feed.md). */

import { type PostSortColumn, postFields } from '../../../shared/fields/posts.ts';
import { formatDateTime, shownName, type ZoneOffsets } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import { selectColumn } from '../../components/selection.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import type { Column, RowMarks as TableRowMarks } from '../../components/table-column.ts';
import { StateLink } from '../../components/table-header.tsx';
import type { FeedRow } from './feed-row.ts';
import type { CellProps, PostCellOptions } from './post-cell.ts';
import styles from './post-columns.module.css';
import { ReachCell, ratioText } from './reach-marks.tsx';
import { hasNotes, TextCell } from './text-cell.tsx';
import { RowMarks, stateClass, stateText } from './work-cell.tsx';

function SourceCell({ post, marks, hrefOf, change, control }: CellProps) {
  const { ownerId, ownerName, ownerPhotoUrl, domain, read } = post;
  const filter = { owner: ownerId };
  const name = shownName(ownerName);
  return (
    <>
      <Avatar name={ownerName} photoUrl={ownerPhotoUrl} />
      <StateLink
        href={hrefOf(filter)}
        onGo={() => change(filter)}
        className={styles.name}
        aria-label={marks && !read ? `Не прочитано: ${isolate(name)}` : undefined}
        {...control}
      >
        {name}
      </StateLink>
      {domain && <DomainLink domain={domain} className={styles.domain} control={control} />}
    </>
  );
}

type LinkProps = Pick<CellProps, 'hrefOf' | 'change' | 'control'>;
type FilterLinkProps = LinkProps & { name: 'word' | 'city'; id: number | null; text: string };

/** Renders plain text without an ID, because some posts have only a name. */
function FilterLink({ name, id, text, hrefOf, change, control }: FilterLinkProps) {
  if (!id) return <span className={styles.name}>{text}</span>;
  const filter = { [name]: id };
  return (
    <StateLink href={hrefOf(filter)} onGo={() => change(filter)} className={styles.name} {...control}>
      {text}
    </StateLink>
  );
}

function City({ post: { country, city, cityId }, ...link }: LinkProps & { post: FeedRow }) {
  if (!country && !city) return messages.noCity;
  return (
    <>
      {country && <span className={styles.country}>{country}</span>}
      {city && <FilterLink {...link} name="city" id={cityId} text={city} />}
    </>
  );
}

/** Without JavaScript the link leads to the page of the story, whose forms change its state. */
function WorkCell({ post, basePath, open, preload, control }: CellProps) {
  const { work, storyId } = post;
  return (
    <>
      <StateLink
        href={`${basePath}/ldvknf/work/${storyId}`}
        onGo={(link) => open(post, link)}
        className={stateClass(work)}
        {...preload}
        {...control}
      >
        {stateText(work)}
      </StateLink>
      <RowMarks post={post} />
    </>
  );
}

const workColumn = (options: PostCellOptions): Column<FeedRow, never> => ({
  title: 'Состояние',
  on: 'own',
  name: 'posts.state',
  place: 'state',
  cell: (post, control, interactive) => (
    <WorkCell {...options} post={post} control={control} interactive={interactive} />
  ),
});

const storyOf = ({ storyId }: FeedRow) => storyId ?? 0;
const nameOf = ({ ownerName, text }: FeedRow) => `${shownName(ownerName)}: ${text?.slice(0, 60)}`;

/** The state of a row for the style sheet. `marks`: the backend has read marks. */
export const rowMarks =
  (marks: boolean) =>
  (post: FeedRow): TableRowMarks => ({
    ...(marks && { 'data-mark': post.read ? 'read' : 'unread' }),
    ...(hasNotes(post) && { 'data-notes': '' }),
    ...(post.repeated && { 'data-repeated': '' }),
  });

export function postColumns(options: PostCellOptions & { timeZone: ZoneOffsets }): Column<FeedRow, PostSortColumn>[] {
  const { timeZone, selection } = options;
  const formatTime = (time: string) => formatDateTime(time, timeZone) ?? messages.badDate;
  return [
    ...(selection ? [selectColumn<FeedRow, number>(selection, storyOf, nameOf)] : []),
    {
      ...postFields.ownerId,
      place: 'source',
      cell: (post, control, interactive) => (
        <SourceCell {...options} post={post} control={control} interactive={interactive} />
      ),
    },
    {
      ...postFields.word,
      place: 'word',
      cell: ({ wordId, word }, control) => (
        <FilterLink {...options} control={control} name="word" id={wordId} text={word ?? ''} />
      ),
    },
    { ...postFields.userId, place: 'user', cell: ({ userId }) => userId },
    {
      ...postFields.text,
      place: 'text',
      cell: (post, control, interactive) => (
        <TextCell {...options} post={post} control={control} interactive={interactive} />
      ),
    },
    // Two columns, because each is sorted on its own. They are hidden together.
    { ...postFields.views, group: 'Отклик', place: 'reach', cell: (post) => <ReachCell post={post} /> },
    { ...postFields.ratio, group: 'Отклик', place: 'ratio', cell: ratioText },
    { ...postFields.postedAt, place: 'posted', cell: ({ postedAt }) => formatTime(postedAt ?? '') },
    {
      ...postFields.updatedAt,
      place: 'updated',
      cell: ({ updatedAt }) => (updatedAt === null ? messages.notUpdated : formatTime(updatedAt)),
    },
    {
      ...postFields.city,
      place: 'city',
      cell: (post, control) => <City {...options} post={post} control={control} />,
    },
    ...(selection ? [workColumn(options)] : []),
  ];
}
