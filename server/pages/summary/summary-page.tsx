/** «Сводка»: what happened in a period (docs/product/summary.md). */
import type { ReactNode } from 'react';
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/summary.module.css';
import { defaultPostSort } from '../../../shared/api/posts.ts';
import type { MainStory, Summary } from '../../../shared/api/summary.ts';
import { formatCounted, formatNumber, type PluralForms } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { type LinkToPosts, linkToPosts } from '../../../shared/pages/link-to-posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { noPostFilters } from '../../../shared/pages/posts-query.ts';
import { pathOf } from '../../../shared/routes.ts';
import { describeRecall } from '../../../shared/rules/recall.ts';
import { summarySections } from '../../../shared/rules/report-sections.ts';
import { countPosts } from '../../../shared/rules/standouts.ts';
import { healthLabels } from '../../../shared/rules/word-health.ts';
import { type WorkStateFilter, workStates } from '../../../shared/rules/work.ts';
import { MissingTimeNote } from '../figures/mentions-figure.tsx';
import { type LoadedPage, statusOf } from '../page.tsx';
import { ErrorView } from '../simple-views.tsx';
import { StandoutList } from '../standouts.tsx';
import { hrefOf, SummaryForm } from './summary-form.tsx';
import { loadSummaryContent, type SummaryContent } from './summary-input.ts';

const sourceForms: PluralForms = ['источник', 'источника', 'источников'];
const copyForms: PluralForms = ['копия', 'копии', 'копий'];
const viewForms: PluralForms = ['просмотр', 'просмотра', 'просмотров'];

/** Without an address where the viewer's feed cannot show these posts. */
const Linked = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href === undefined ? <span>{children}</span> : <a href={href}>{children}</a>;

type LinkTo = LinkToPosts | null;

/** The feed of an administrator cannot show the posts of one client. */
const linkOf = ({ clientId, input, posts }: SummaryContent): LinkTo =>
  clientId === null ? linkToPosts(input.basePath, posts) : null;

type PartProps = { content: SummaryContent; summary: Summary; linkTo: LinkTo };

function Region({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className={`${controls.card} ${styles.region}`}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

type FigureProps = { name: string; value: number; href: string | undefined; note: string };

const Figure = ({ name, value, href, note }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Linked href={href}>{formatNumber(value)}</Linked>
      <small>{note}</small>
    </dd>
  </div>
);

const usually = (usual: number | null): string => `обычно ${usual === null ? '—' : formatNumber(usual)}`;

function Numbers({ summary: { explanation, views }, linkTo }: PartProps) {
  const { total, usual, stories, usualStories } = explanation;
  const measured = `измерено ${formatNumber(views.measured)} из ${formatNumber(views.posts)}`;
  return (
    <Region name={summarySections.figures}>
      <dl className={styles.figures}>
        <Figure name="Постов, с повторами" value={total} href={linkTo?.({ copies: 'show' })} note={usually(usual)} />
        <Figure name="Сюжетов" value={stories} href={linkTo?.({})} note={usually(usualStories)} />
        <div>
          <dt>Просмотров</dt>
          <dd>
            <span>{views.measured === 0 ? '—' : formatNumber(views.sum)}</span>
            <small>{measured}</small>
          </dd>
        </div>
      </dl>
    </Region>
  );
}

/** «12 постов» leads to them; the other figures describe the same posts. */
function Story({ story, content, linkTo }: { story: MainStory } & Omit<PartProps, 'summary'>) {
  const { storyId, quote, rows, sources, views, work } = story;
  const others = [
    formatCounted(sources, sourceForms),
    ...(rows > 1 ? [formatCounted(rows - 1, copyForms)] : []),
    ...(views === null ? [] : [formatCounted(views, viewForms)]),
  ];
  const workHref = content.input.basePath + pathOf('work').replace('{id}', String(storyId));
  return (
    <li>
      <q>{isolate(quote)}</q>
      <p>
        <Linked href={linkTo?.({ story: storyId, copies: 'show' })}>{countPosts(rows)}</Linked>
        {`, ${others.join(', ')}`}
        {content.input.hasWork && (
          <>
            {' · '}
            <a href={workHref}>{workStates[work?.state ?? 'new']}</a>
          </>
        )}
        {work?.growing && (
          <span className={`${controls.badge} ${controls.badgeWarning} ${styles.growing}`}>Растёт</span>
        )}
      </p>
    </li>
  );
}

function MainStories(props: PartProps) {
  const { stories } = props.summary;
  return (
    <Region name={summarySections.main}>
      {stories.length === 0 ? (
        <p>{messages.noPosts}.</p>
      ) : (
        <ol className={styles.stories}>
          {stories.map((story) => (
            <Story key={story.storyId} story={story} {...props} />
          ))}
        </ol>
      )}
    </Region>
  );
}

/** All posts of the source, whatever the filter. */
const sourceHref = ({ input, period: { from, to } }: SummaryContent, owner: number): string =>
  linkToPosts(input.basePath, { ...noPostFilters, sort: defaultPostSort, from, to, copies: 'show' })({ owner });

function NewSources({ content, summary, linkTo }: PartProps) {
  const { newSources, newSourcesTotal } = summary;
  const others = newSourcesTotal - newSources.length;
  return (
    <Region name={summarySections.newSources}>
      {newSources.length === 0 ? (
        <p>Новых источников нет.</p>
      ) : (
        <ul className={styles.sources}>
          {newSources.map(({ ownerId, name, rows }) => (
            <li key={ownerId}>
              {isolate(name)}:{' '}
              <Linked href={linkTo ? sourceHref(content, ownerId) : undefined}>{countPosts(rows)}</Linked>
            </li>
          ))}
          {others > 0 && (
            <li>
              {content.allSources ? (
                `ещё ${formatNumber(others)}`
              ) : (
                <a href={hrefOf(content, { sources: 'all' })}>ещё {formatNumber(others)}</a>
              )}
            </li>
          )}
        </ul>
      )}
    </Region>
  );
}

function Work({ summary: { work }, linkTo }: PartProps) {
  if (work === null) return null;
  const toState = (state: WorkStateFilter, days: Partial<PostsQuery> = { from: '', to: '' }) =>
    linkTo?.({ ...days, state });
  return (
    <Region name={summarySections.work}>
      <dl className={styles.figures}>
        <Figure name="Новых" value={work.fresh} href={toState('new', {})} note="за период" />
        <Figure name="В работе" value={work.inProgress} href={toState('in-progress')} note="сейчас" />
        <Figure name="Просрочено" value={work.overdue} href={toState('overdue')} note="сейчас" />
        <Figure name="Вернулось" value={work.returned} href={toState('returned')} note="сейчас" />
      </dl>
    </Region>
  );
}

function Quota({ content: { input }, summary: { quota } }: PartProps) {
  if (quota === null) return null;
  return (
    <p>
      Вызовов ВК за сутки:{' '}
      <a href={input.basePath + pathOf('collection')}>
        {formatNumber(quota.calls)} из {formatNumber(quota.limit)}
      </a>
    </p>
  );
}

function Collection(props: PartProps) {
  const { content, summary, linkTo } = props;
  const { missing, verdicts, recall } = summary;
  const { input } = content;
  return (
    <Region name={summarySections.collection}>
      {missing.length === 0 ? (
        <p>Пробелов за период нет.</p>
      ) : (
        <MissingTimeNote missing={missing} timeZone={input.timeZone} />
      )}
      {verdicts.length > 0 && (
        <ul className={styles.sources}>
          {verdicts.map(({ verdict, words }) => (
            <li key={verdict}>
              {healthLabels[verdict]}:{' '}
              <Linked href={linkTo ? input.basePath + pathOf('words') + formatQuery({ health: verdict }) : undefined}>
                {formatCounted(words, ['фраза', 'фразы', 'фраз'])}
              </Linked>
            </li>
          ))}
        </ul>
      )}
      {recall !== null && <p>Полнота поиска: {describeRecall(recall)}</p>}
      <Quota {...props} />
    </Region>
  );
}

function Parts({ content, summary }: Omit<PartProps, 'linkTo'>) {
  const linkTo = linkOf(content);
  const props = { content, summary, linkTo };
  return (
    <>
      <p className={styles.period}>
        Что было {content.period.name}.
        {linkTo === null && ' Посты клиента показывает лента, когда вы действуете от его имени.'}
      </p>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Numbers {...props} />
          <MainStories {...props} />
        </div>
        <div className={styles.column}>
          <Region name={summarySections.standouts}>
            <StandoutList
              explanation={summary.explanation}
              linkTo={linkTo && ((filters) => linkTo({ copies: 'show', ...filters }))}
            />
          </Region>
          <NewSources {...props} />
          <Work {...props} />
          <Collection {...props} />
        </div>
      </div>
    </>
  );
}

function SummaryView(content: SummaryContent) {
  const { summary } = content;
  return (
    <div className={styles.page}>
      <SummaryForm {...content} />
      {summary === null ? (
        <p className={styles.nothing}>Исправьте выделенное, чтобы увидеть сводку</p>
      ) : summary.error !== undefined ? (
        <ErrorView text={summary.error} />
      ) : (
        <Parts content={content} summary={summary.data} />
      )}
    </div>
  );
}

export const summaryPage: LoadedPage = {
  async load(input) {
    const content = await loadSummaryContent(input);
    return { status: statusOf(content.summary), main: <SummaryView {...content} /> };
  },
};
