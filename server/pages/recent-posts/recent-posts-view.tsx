/** «Посты за 90 дней» on a card: how many, the share of copies, over time, by phrase or source, and when they are written. */
import type { ReactNode } from 'react';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import views from '../../../client/styles/views.module.css';
import type { Analytics } from '../../../shared/api/analytics.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { PageInput } from '../../session/page-input.ts';
import { HoursFigure } from '../figures/hours-figure.tsx';
import { type LinkToPosts, linkToPosts } from '../figures/link-to-posts.ts';
import { MentionsFigure } from '../figures/mentions-figure.tsx';
import { MissingTimeNote } from '../figures/missing-time.tsx';
import { RankingFigure } from '../figures/ranking-figure.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { type RecentPosts, recentDays } from './load-recent-posts.ts';

const formatShare = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}\u00a0%`;

/** A count of all rows is read apart from the stories, and a post may arrive in between. */
function CopiesShare({ stories, rows, toPosts }: { stories: number; rows: number; toPosts: LinkToPosts }) {
  const copies = Math.max(0, rows - stories);
  return (
    <dl className={`${controls.card} ${views.terms}`}>
      <dt>Без повторов</dt>
      <dd>
        <a href={toPosts({})}>{formatNumber(stories)}</a>
      </dd>
      <dt>С повторами</dt>
      <dd>
        <a href={toPosts({ copies: 'show' })}>{formatNumber(rows)}</a>
      </dd>
      <dt>Доля повторов</dt>
      <dd>{formatShare(copies, rows)}</dd>
    </dl>
  );
}

type Figures = { analytics: Analytics; rows: RecentPosts['rows']; toPosts: LinkToPosts; timeZone: string };

/** `by` ranks the other side: the sources of a phrase, the phrases of a source. */
function RecentFigures({ analytics, rows, toPosts, timeZone, by }: Figures & { by: 'owner' | 'word' }) {
  const { total, missing, incompleteWords } = analytics;
  const ranking =
    by === 'word' ? (
      <RankingFigure
        name="По фразам"
        head="Фраза"
        ranking={analytics.words}
        total={total}
        hrefOf={(word) => toPosts({ word })}
        incomplete={incompleteWords}
      />
    ) : (
      <RankingFigure
        name="По источникам"
        head="Источник"
        ranking={analytics.owners}
        total={total}
        hrefOf={(owner) => toPosts({ owner })}
      />
    );
  return (
    <>
      {rows?.data !== undefined && rows.data > 0 && <CopiesShare stories={total} rows={rows.data} toPosts={toPosts} />}
      <MissingTimeNote missing={missing} timeZone={timeZone} />
      <MentionsFigure analytics={analytics} linkTo={toPosts} timeZone={timeZone} />
      {total > 0 && (
        <>
          {ranking}
          <HoursFigure totals={analytics.hours} linkTo={toPosts} />
        </>
      )}
    </>
  );
}

type RecentPostsProps = { recent: RecentPosts; by: 'owner' | 'word'; input: PageInput };

export function RecentPostsView({ recent, by, input }: RecentPostsProps): ReactNode {
  const { query, analytics, rows } = recent;
  const toPosts = linkToPosts(input.basePath, query);
  return (
    <section className={styles.card} aria-labelledby="recent-posts">
      <h2 id="recent-posts">Посты за {recentDays} дней</h2>
      {analytics.data ? (
        <RecentFigures {...{ analytics: analytics.data, rows, toPosts, timeZone: input.timeZone, by }} />
      ) : (
        <LoadFailure text={analytics.error} />
      )}
    </section>
  );
}
