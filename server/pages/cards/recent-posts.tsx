/**
 * «Посты за 90 дней» on a card: the number of posts, the share of copies, and charts by time, by phrase or source, and by hour
 * of the week.
 */

import type { ReactNode } from 'react';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import { loadAnalytics } from '../../../shared/api/analytics.ts';
import { defaultPostSort, loadPostCount } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import { type LinkToPosts, linkToPosts } from '../../../shared/pages/link-to-posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { noPostFilters, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { lastDays } from '../../../shared/rules/days.ts';
import { localDay } from '../../platform/zone-offset.ts';
import type { PageInput } from '../../session/page-input.ts';
import { MentionsFigure, type MentionsProps, MissingTimeNote } from '../figures/mentions-figure.tsx';
import { HoursFigure, RankingFigure } from '../figures/shares-figures.tsx';
import { ErrorView, TermList } from '../simple-views.tsx';

const recentDays = 90;

/** `query`: the filters of all figures. `rows` counts copies. */
export async function loadRecentPosts(input: PageInput, of: { word: number } | { owner: number }) {
  const { backend, now, timeZone } = input;
  const days = lastDays(recentDays, localDay(now, timeZone));
  const query: PostsQuery = { ...noPostFilters, sort: defaultPostSort, ...of, ...days };
  const filters = postFiltersOf(query, input);
  const [analytics, rows] = await Promise.all([
    backend.load(loadAnalytics(filters)),
    backend.load(loadPostCount({ ...filters, copies: null })),
  ]);
  return { query, analytics, rows };
}

type RecentPosts = Awaited<ReturnType<typeof loadRecentPosts>>;

const formatShare = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}\u00a0%`;

/** The counts of rows and of stories are read separately: a post may arrive in between. */
function CopiesShare({ stories, rows, toPosts }: { stories: number; rows: number; toPosts: LinkToPosts }) {
  const copies = Math.max(0, rows - stories);
  const total = (number: number, filters: Partial<PostsQuery>) => <a href={toPosts(filters)}>{formatNumber(number)}</a>;
  const terms: [string, ReactNode][] = [
    ['Без повторов', total(stories, {})],
    ['С повторами', total(rows, { copies: 'show' })],
    ['Доля повторов', formatShare(copies, rows)],
  ];
  return <TermList className={controls.card} terms={terms} />;
}

type FiguresProps = Pick<RecentPostsProps, 'by'> & Pick<RecentPosts, 'rows'> & MentionsProps;

function RecentFigures({ rows, by, ...figure }: FiguresProps) {
  const { analytics, linkTo, timeZone } = figure;
  const { total, missing } = analytics;
  return (
    <>
      {rows.data !== undefined && rows.data > 0 && <CopiesShare stories={total} rows={rows.data} toPosts={linkTo} />}
      <MissingTimeNote missing={missing} timeZone={timeZone} />
      <MentionsFigure {...figure} />
      {total > 0 && (
        <>
          <RankingFigure by={by} analytics={analytics} linkTo={linkTo} />
          <HoursFigure totals={analytics.hours} linkTo={linkTo} />
        </>
      )}
    </>
  );
}

/** `by`: the ranked items, the sources of a phrase or the phrases of a source. */
type RecentPostsProps = { recent: RecentPosts; by: 'owners' | 'words'; input: PageInput };

export function RecentPostsView({ recent, by, input }: RecentPostsProps): ReactNode {
  const { query, analytics, rows } = recent;
  const linkTo = linkToPosts(input.basePath, query);
  return (
    <section className={`${styles.card} ${styles.recent}`} aria-labelledby="recent-posts">
      <h2 id="recent-posts">Посты за {recentDays} дней</h2>
      {analytics.data ? (
        <RecentFigures
          analytics={analytics.data}
          rows={rows}
          linkTo={linkTo}
          timeZone={input.timeZone}
          whyHref={`${linkTo({})}&why=`}
          by={by}
        />
      ) : (
        <ErrorView text={analytics.error} />
      )}
    </section>
  );
}
