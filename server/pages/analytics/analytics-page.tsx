/** Analytics: form, filters in words, and the figures of a period (docs/product/analytics.md). */

import { EmptyState } from '../../../client/components/empty-state.tsx';
import { FirstRun } from '../../../client/components/first-run.tsx';
import styles from '../../../client/styles/analytics.module.css';
import controls from '../../../client/styles/controls.module.css';
import { isOfQuery } from '../../../shared/api/error-codes.ts';
import { formatCounted, formatDateTime } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import { opensDialog } from '../../../shared/page-names.ts';
import { describeFilters, type FilterText } from '../../../shared/pages/describe-filters.ts';
import { linkToPosts } from '../../../shared/pages/link-to-posts.ts';
import { formatPostsQuery } from '../../../shared/pages/posts-query.ts';
import { workNames } from '../../../shared/pages/work-names.ts';
import { lengthOf } from '../../../shared/rules/days.ts';
import { periodName } from '../../../shared/rules/figure-texts.ts';
import { zoneOffsets } from '../../platform/zone-offset.ts';
import { ShellIcon } from '../../render/icons.tsx';
import { ComparedFigure } from '../figures/compared-figure.tsx';
import { MentionsFigure, type MentionsProps, MissingTimeNote } from '../figures/mentions-figure.tsx';
import { ReachFigures } from '../figures/reach-figures.tsx';
import { HoursFigure, RankingFigure } from '../figures/shares-figures.tsx';
import { WorkFigures } from '../figures/work-figures.tsx';
import { isFirstRun } from '../first-run.ts';
import { type LoadedPage, statusOf } from '../page.tsx';
import { ReportMenu } from '../report-menu.tsx';
import { ErrorView } from '../simple-views.tsx';
import { ExplainedBarRegion } from '../standouts.tsx';
import { AnalyticsForm, FilterChip, shownFields } from './analytics-form.tsx';
import { type AnalyticsContent, loadAnalyticsContent } from './analytics-input.ts';

function AnalyticsFigures(props: MentionsProps) {
  const { analytics, linkTo, timeZone } = props;
  return (
    <>
      <MissingTimeNote missing={analytics.missing} timeZone={timeZone} />
      <MentionsFigure {...props} />
      {analytics.compared.length > 1 && <ComparedFigure {...props} />}
      {analytics.total === 0 ? (
        <div className={styles.nothing}>
          <EmptyState title={messages.noAnalytics} hint={null}>
            <a href="?" className={controls.button}>
              {messages.resetFilters}
            </a>
          </EmptyState>
        </div>
      ) : (
        <>
          <div className={styles.rankings}>
            {(['words', 'owners', 'cities'] as const).map((by) => (
              <RankingFigure key={by} by={by} analytics={analytics} linkTo={linkTo} />
            ))}
          </div>
          <HoursFigure totals={analytics.hours} linkTo={linkTo} />
        </>
      )}
    </>
  );
}

/** The filters of the address that have no field. */
function otherFilters({ query, owner, city, work, input }: AnalyticsContent): FilterText[] {
  const names = { owner, city, ...workNames(query, work?.lists ?? null) };
  const context = { ...input, timeZone: zoneOffsets(input.timeZone) };
  return describeFilters(query, names, context).filter(({ name }) => !Object.hasOwn(shownFields, name));
}

const FilterChips = (props: AnalyticsContent) => (
  <ul className={styles.chips}>
    {otherFilters(props).map(
      ({ name, text, removal, change }) =>
        removal !== null && (
          <FilterChip
            key={name}
            href={formatPostsQuery({ ...props.query, ...change })}
            text={text}
            removeLabel={removal}
          />
        ),
    )}
  </ul>
);

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

/** Names of phrases come from the form or the figures. */
function phrasesOf({ query, phraseField, analytics }: AnalyticsContent): string {
  const ids = query.word === null ? query.words : [query.word];
  if (ids.length === 0) return 'все фразы';
  const { compared = [], words } = analytics?.data ?? {};
  const nameOf = (id: number) =>
    phraseField.chosen.find((word) => word.id === id)?.text ??
    [...compared, ...(words?.items ?? [])].find((word) => word.id === id)?.name ??
    id;
  const texts = ids.map((id) => `«${isolate(String(nameOf(id)))}»`);
  return `${ids.length === 1 ? 'фраза' : 'фразы'} ${texts.join(', ')}`;
}

/** The period and the filters of the figures in words, for the page and its printout. */
function describeFigures(props: AnalyticsContent): string {
  const { query } = props;
  const days = formatCounted(lengthOf(query), ['день', 'дня', 'дней']);
  const parts = [
    `${periodName(query)} (${days})`,
    phrasesOf(props),
    ...otherFilters(props).map(({ text }) => text),
    query.copies === 'hide' ? 'без повторов' : 'с повторами',
  ];
  return parts.map(sentence).join(' ');
}

/** The error below the search field; null without one. */
const textErrorOf = (analytics: AnalyticsContent['analytics']): string | null =>
  analytics?.error !== undefined && isOfQuery(analytics.code) ? analytics.error : null;

function Tools({ analytics, input, query }: AnalyticsContent) {
  return (
    <div className={styles.tools}>
      <a href={linkToPosts(input.basePath, query)({})} className={controls.button}>
        <ShellIcon name="posts" />
        Посты в ленте
      </a>
      <button type="button" className={controls.button} {...opensDialog('print')}>
        <ShellIcon name="print" />
        Печать
      </button>
      {analytics?.data && <ReportMenu page="analytics" basePath={input.basePath} search={formatPostsQuery(query)} />}
    </div>
  );
}

function Content(props: AnalyticsContent) {
  const { analytics, reach, input, query, work, explained } = props;
  const { basePath, timeZone, now } = input;
  const linkTo = linkToPosts(basePath, query);
  if (analytics === null || textErrorOf(analytics) !== null) {
    return <p className={styles.nothing}>{messages.fixAnalytics}</p>;
  }
  if (analytics.error !== undefined) return <ErrorView text={analytics.error} />;
  return (
    <>
      {explained && <ExplainedBarRegion {...explained} />}
      <p className={styles.printed}>Составлено {formatDateTime(now, zoneOffsets(timeZone))}</p>
      <AnalyticsFigures
        analytics={analytics.data}
        linkTo={linkTo}
        timeZone={timeZone}
        whyHref={`${formatPostsQuery(query)}&why=`}
      />
      {reach && <ReachFigures reach={reach} linkTo={linkTo} timeZone={timeZone} />}
      {work && work.counts.total > 0 && <WorkFigures {...work} linkTo={linkTo} />}
    </>
  );
}

function AnalyticsView(props: AnalyticsContent) {
  const { analytics, input, phraseField } = props;
  return (
    <div className={styles.page}>
      {isFirstRun(input, phraseField.options.data?.length) && <FirstRun {...input} />}
      <AnalyticsForm {...props} textError={textErrorOf(analytics)} />
      <div className={styles.line}>
        {analytics?.data && <p className={styles.description}>{describeFigures(props)}</p>}
        <FilterChips {...props} />
        <Tools {...props} />
      </div>
      <Content {...props} />
    </div>
  );
}

export const analyticsPage: LoadedPage = {
  async load(input) {
    const content = await loadAnalyticsContent(input);
    return { status: statusOf(content.analytics), main: <AnalyticsView {...content} /> };
  },
};
