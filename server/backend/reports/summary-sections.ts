/** The sections of «Сводка», from the figures of that page. */
import type { Summary } from '../../../shared/api/summary.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { filtersOfStandout } from '../../../shared/pages/link-to-posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { pathOf } from '../../../shared/routes.ts';
import { notCollected } from '../../../shared/rules/figure-texts.ts';
import { describeRecall } from '../../../shared/rules/recall.ts';
import type { summarySections } from '../../../shared/rules/report-sections.ts';
import { describeNoItems, describeStandout, standoutName } from '../../../shared/rules/standouts.ts';
import { healthLabels } from '../../../shared/rules/word-health.ts';
import { type WorkStateFilter, workStates } from '../../../shared/rules/work.ts';
import { foreign, numberCell, paragraph, part, type ReportLinks, table, tableOfQuotes, textCell } from './parts.ts';
import type { ReportBlock, ReportFigure } from './report-document.ts';

/** `ownerPosts`: all posts of the period, whatever the filter. */
export type SummaryContent = {
  summary: Summary;
  links: ReportLinks;
  ownerPosts: ReportLinks['posts'];
  zone: ZoneOffsets;
};

const figure = (name: string, value: number | null, href: string | null, note: string): ReportFigure => ({
  ...numberCell(value, href),
  name,
  note,
});

const usually = (usual: number | null): string => `обычно ${usual === null ? '—' : formatNumber(usual)}`;

function figures({ summary: { explanation, views }, links }: SummaryContent): ReportBlock[] {
  const { total, usual, stories, usualStories } = explanation;
  const measured = `измерено ${formatNumber(views.measured)} из ${formatNumber(views.posts)}`;
  return [
    {
      kind: 'figures',
      figures: [
        figure('Постов, с повторами', total, links.posts({ copies: 'show' }), usually(usual)),
        figure('Сюжетов', stories, links.posts({}), usually(usualStories)),
        figure('Просмотров', views.measured === 0 ? null : views.sum, null, measured),
      ],
    },
  ];
}

type Story = Summary['stories'][number];

function stateOf({ work }: Story): string {
  const state = workStates[work?.state ?? 'new'];
  return work?.growing ? `${state}, растёт` : state;
}

function main({ summary: { stories, work }, links }: SummaryContent): ReportBlock[] {
  const hasWork = work !== null;
  const workOf = (storyId: number) =>
    links.console === null ? null : links.console + pathOf('work').replace('{id}', String(storyId));
  return [
    tableOfQuotes(
      ['Сюжет', 'Постов', 'Источников', 'Просмотров', ...(hasWork ? ['Состояние'] : [])],
      stories.map((story) => [
        textCell(`«${foreign(story.quote)}»`),
        numberCell(story.rows, links.posts({ story: story.storyId, copies: 'show' })),
        numberCell(story.sources),
        numberCell(story.views),
        ...(hasWork ? [textCell(stateOf(story), workOf(story.storyId))] : []),
      ]),
    ),
  ];
}

function standouts({ summary: { explanation }, links }: SummaryContent): ReportBlock[] {
  const none = describeNoItems(explanation);
  if (none !== null) return [paragraph(`${none}.`)];
  return [
    table(
      ['Выделяется', 'Постов', 'Доля роста'],
      explanation.items.map((item) => [
        textCell(foreign(standoutName(item))),
        numberCell(item.total, links.posts({ copies: 'show', ...filtersOfStandout(item) })),
        textCell(describeStandout(item)),
      ]),
    ),
  ];
}

function newSources({ summary, ownerPosts }: SummaryContent): ReportBlock[] {
  const { newSources: sources, newSourcesTotal } = summary;
  if (sources.length === 0) return [paragraph('Новых источников нет.')];
  const others = newSourcesTotal - sources.length;
  return [
    table(
      ['Источник', 'Постов'],
      sources.map(({ ownerId, name, rows }) => [
        textCell(foreign(name)),
        numberCell(rows, ownerPosts({ owner: ownerId })),
      ]),
    ),
    ...(others > 0 ? [paragraph(`И ещё ${formatNumber(others)}.`)] : []),
  ];
}

const everyDay = { from: '', to: '' };

function work({ summary, links }: SummaryContent): ReportBlock[] {
  if (summary.work === null) return [];
  const { fresh, inProgress, overdue, returned } = summary.work;
  const toState = (state: WorkStateFilter, days: Partial<PostsQuery> = everyDay) => links.posts({ ...days, state });
  return [
    {
      kind: 'figures',
      figures: [
        figure('Новых', fresh, toState('new', {}), 'за период'),
        figure('В работе', inProgress, toState('in-progress'), 'сейчас'),
        figure('Просрочено', overdue, toState('overdue'), 'сейчас'),
        figure('Вернулось', returned, toState('returned'), 'сейчас'),
      ],
    },
  ];
}

const shownGaps = 5;

function gaps({ summary: { missing }, zone }: SummaryContent): ReportBlock[] {
  if (missing.length === 0) return [paragraph('Пробелов за период нет.')];
  const rest = missing.length - shownGaps;
  return [
    paragraph(`${notCollected}. В это время постов могло быть больше.`),
    table(
      ['Не собрано с', 'По', 'Фраз'],
      missing
        .slice(0, shownGaps)
        .map(({ from, to, words }) => [
          textCell(formatDateTime(from, zone) ?? from),
          textCell(formatDateTime(to, zone) ?? to),
          numberCell(words),
        ]),
    ),
    ...(rest > 0 ? [paragraph(`И ещё промежутков: ${formatNumber(rest)}.`)] : []),
  ];
}

function collection(content: SummaryContent): ReportBlock[] {
  const { summary, links } = content;
  const { verdicts, recall, quota } = summary;
  const hrefOf = (path: string) => (links.console === null ? null : links.console + path);
  return [
    ...gaps(content),
    ...(verdicts.length > 0
      ? [
          table(
            ['Состояние фраз', 'Фраз'],
            verdicts.map(({ verdict, words }) => [
              textCell(healthLabels[verdict]),
              numberCell(words, hrefOf(pathOf('words') + formatQuery({ health: verdict }))),
            ]),
          ),
        ]
      : []),
    ...(recall === null ? [] : [paragraph(`Полнота поиска: ${describeRecall(recall)}`)]),
    ...(quota === null
      ? []
      : [
          paragraph(
            'Вызовов ВК за сутки: ',
            part(`${formatNumber(quota.calls)} из ${formatNumber(quota.limit)}`, hrefOf(pathOf('collection'))),
          ),
        ]),
  ];
}

export const summaryBuilders: Record<keyof typeof summarySections, (content: SummaryContent) => ReportBlock[]> = {
  ...{ figures, main, standouts, newSources, work, collection },
};
