/** The sections of «Аналитика», from the figures of that page. */
import type { Analytics, HistogramBar, MissingTime, Period } from '../../../shared/api/analytics.ts';
import type { PeriodReach } from '../../../shared/api/reach.ts';
import type { WorkCounts, WorkTimes } from '../../../shared/api/story-work.ts';
import type { WorkLists } from '../../../shared/api/work.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { formatCounted, formatDateTime, formatNumber, shownName, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { nameOfPerson } from '../../../shared/pages/work-names.ts';
import { weekdayHourName } from '../../../shared/rules/days.ts';
import {
  describeChange,
  describeRanking,
  describeTimes,
  notCollected,
  percentOf,
  periodName,
  type RankedBy,
  rankedName,
  rankings,
} from '../../../shared/rules/figure-texts.ts';
import { shownRatio } from '../../../shared/rules/measures.ts';
import type { analyticsSections } from '../../../shared/rules/report-sections.ts';
import { type Bounds, dayName, hourBounds, unitTexts } from '../../../shared/rules/time-units.ts';
import { type Tone, tones, type WorkState, workStates } from '../../../shared/rules/work.ts';
import { lowerBound } from '../rules/days.ts';
import {
  foreign,
  numberCell,
  paragraph,
  part,
  type ReportLinks,
  shareCell,
  table,
  tableOfQuotes,
  textCell,
} from './parts.ts';
import type { ReportBlock, ReportCell } from './report-document.ts';

/** `work`: of a client; null for administrators. */
export type AnalyticsContent = {
  analytics: Analytics;
  reach: PeriodReach;
  work: { counts: WorkCounts; times: WorkTimes; lists: Pick<WorkLists, 'people' | 'tags'> } | null;
  links: ReportLinks;
  zone: ZoneOffsets;
  timeZone: string;
};

type Builder = (content: AnalyticsContent) => ReportBlock[];

const totalPart = ({ posts }: ReportLinks, { from, to, total }: Period) =>
  part(formatNumber(total), posts({ from, to }));

function findingOf({ analytics, links }: AnalyticsContent): ReportBlock {
  const { total, previous } = analytics;
  const change = describeChange(total, previous.total);
  const before = periodName(previous);
  return change === null
    ? paragraph('Всего: ', totalPart(links, analytics), `, ${before} постов не было.`)
    : paragraph('Всего: ', totalPart(links, analytics), `, ${change} ${before} (`, totalPart(links, previous), ').');
}

const unitMs = { hour: hourMs, day: dayMs };

/** Whether a part of the bar was not collected. */
function isMissing({ from }: HistogramBar, unit: 'hour' | 'day', missing: readonly MissingTime[], timeZone: string) {
  const start = lowerBound(from, timeZone);
  return missing.some((gap) => Date.parse(gap.from) < start + unitMs[unit] && Date.parse(gap.to) > start);
}

function mentions(content: AnalyticsContent): ReportBlock[] {
  const { analytics, links, zone, timeZone } = content;
  const { bars, previous, missing } = analytics;
  const unit = analytics.unit === 'hour' ? 'hour' : 'day';
  const nameOf = ({ from }: HistogramBar) => (unit === 'hour' ? (formatDateTime(from, zone) ?? from) : dayName(from));
  const boundsOf = ({ from }: HistogramBar): Bounds => (unit === 'hour' ? hourBounds(from) : { from, to: from });
  const cellOf = (bar: HistogramBar | undefined): ReportCell =>
    bar === undefined ? numberCell(null) : numberCell(bar.total, bar.total > 0 ? links.posts(boundsOf(bar)) : null);
  const shown = bars.map(nameOf);
  const [first = '', last = ''] = [shown.at(0), shown.at(-1)];
  const hasGaps = missing.length > 0;
  return [
    findingOf(content),
    {
      kind: 'chart',
      alternative: `Упоминания ${unitTexts[unit].per} ${periodName(analytics)}, серая линия — ${periodName(previous)}`,
      chart: {
        kind: 'columns',
        values: bars.map(({ total }) => total),
        before: previous.bars.slice(0, bars.length).map(({ total }) => total),
        labels: [first, last],
      },
    },
    table(
      [unitTexts[unit].column, 'Посты', 'Предыдущий период', ...(hasGaps ? ['Сбор'] : [])],
      bars.map((bar, index) => [
        textCell(shown[index] ?? ''),
        cellOf(bar),
        cellOf(previous.bars[index]),
        ...(hasGaps ? [textCell(isMissing(bar, unit, missing, timeZone) ? 'не всё' : '')] : []),
      ]),
    ),
  ];
}

type Share = { name: string; value: number; href: string | null };

const shares = (heads: [name: string, value: string], items: readonly Share[], total: number): ReportBlock[] =>
  items.length === 0
    ? []
    : [
        table(
          [...heads, 'Доля'],
          items.map(({ name, value, href }) => [
            textCell(name),
            numberCell(value, href),
            shareCell(percentOf(value, total)),
          ]),
        ),
      ];

const ranking =
  (by: RankedBy): Builder =>
  ({ analytics, links }) => {
    const { head, filter } = rankings[by];
    const { total, incompleteWords, [by]: ranked } = analytics;
    const nameOf = (item: (typeof ranked)['items'][number]) =>
      by === 'words' && incompleteWords.includes(item.id)
        ? `${foreign(rankedName(by, item))} (${notCollected.toLowerCase()})`
        : foreign(rankedName(by, item));
    const items = ranked.items.map((item) => ({
      name: nameOf(item),
      value: item.total,
      href: links.posts({ [filter]: item.id }),
    }));
    return [paragraph(describeRanking(by, ranked, total)), ...shares([head, 'Посты'], items, total)];
  };

const shortWeekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];

function hours({ analytics: { hours: totals }, links }: AnalyticsContent): ReportBlock[] {
  const most = Math.max(0, ...totals);
  const peak = totals.indexOf(most);
  const peakName = weekdayHourName(Math.floor(peak / 24) + 1, peak % 24);
  const cellOf = (day: number, hour: number): ReportCell => {
    const value = totals[day * 24 + hour] ?? 0;
    return numberCell(value, value > 0 ? links.posts({ weekday: day + 1, hour }) : null);
  };
  return [
    paragraph(`Больше всего — ${peakName}: ${formatNumber(most)}.`),
    {
      kind: 'chart',
      alternative: 'По дням недели и часам: чем темнее клетка, тем больше постов',
      chart: { kind: 'hours', values: totals },
    },
    table(
      ['Час', ...shortWeekdays],
      Array.from({ length: 24 }, (_, hour) => [
        textCell(weekdayHourName(null, hour)),
        ...shortWeekdays.map((_day, day) => cellOf(day, hour)),
      ]),
    ),
  ];
}

type WorkOfPeriod = NonNullable<AnalyticsContent['work']>;

/** A section about the stories of a client. */
const ofStories =
  (build: (work: WorkOfPeriod, storiesOf: (filter: Partial<PostsQuery>) => string | null) => ReportBlock[]): Builder =>
  ({ work, links }) =>
    work === null ? [] : build(work, (filter) => links.posts({ ...filter, copies: 'hide' }));

const storyForms = ['сюжет', 'сюжета', 'сюжетов'] as const;
const largestFirst = (a: Share, b: Share) => b.value - a.value;
const isShown = ({ value }: Share): boolean => value > 0;

const states = ofStories(({ counts, times }, storiesOf) => {
  const names = Object.entries(workStates) as [WorkState, string][];
  const items = names.map(([state, name]) => ({ name, value: counts.states[state], href: storiesOf({ state }) }));
  const { returned } = counts.states;
  const finding = `Всего ${formatCounted(counts.total, storyForms)}.${returned > 0 ? ` Вернулось: ${formatNumber(returned)}.` : ''}`;
  return [
    paragraph(`${finding} ${describeTimes(times)}`),
    ...shares(['Состояние', 'Сюжеты'], items.filter(isShown), counts.total),
  ];
});

const people = ofStories(({ counts, lists }, storiesOf) => {
  const items = counts.people.map(({ personId, total }) => ({
    name: personId === null ? 'Никто' : foreign(nameOfPerson(lists, personId)),
    value: total,
    href: storiesOf({ assignee: personId === null ? 'none' : String(personId) }),
  }));
  const assigned = counts.people.reduce((sum, { personId, total }) => sum + (personId === null ? 0 : total), 0);
  return [
    paragraph(`С исполнителем: ${formatNumber(assigned)}.`),
    ...shares(['Исполнитель', 'Сюжеты'], items.filter(isShown).sort(largestFirst), counts.total),
  ];
});

const tags = ofStories(({ counts, lists }, storiesOf) => {
  const items = counts.tags.flatMap(({ tagId, total }) => {
    const name = lists.tags.find((tag) => tag.tagId === tagId)?.name;
    return name === undefined ? [] : [{ name: foreign(name), value: total, href: storiesOf({ tag: tagId }) }];
  });
  const shown = items.filter(isShown).sort(largestFirst);
  return [
    paragraph(shown.length === 0 ? 'Тегов нет.' : 'Сюжет может иметь несколько тегов.'),
    ...shares(['Тег', 'Сюжеты'], shown, counts.total),
  ];
});

const ofTone = ofStories(({ counts: { tones: totals, total } }, storiesOf) => {
  const names = Object.entries(tones) as [Tone, string][];
  const items = names.map(([tone, name]) => ({ name, value: totals[tone], href: storiesOf({ tone }) }));
  const marked = total - totals.none;
  const finding =
    marked === 0 ? 'Тон не отмечен.' : `Тон отмечен у ${percentOf(marked, total)} сюжетов, остальные не оценены.`;
  return [paragraph(finding), ...shares(['Тон', 'Сюжеты'], items.filter(isShown), total)];
});

/** The posts of a figure, the most viewed first. Copies count, because each post has its own views. */
const viewed = ({ links }: AnalyticsContent, filters: Partial<PostsQuery>) =>
  links.posts({ copies: 'show', sort: { column: 'views', descending: true }, ...filters });

/** A section about views, which says only how many posts are measured while none is. */
const ofViews =
  (build: Builder): Builder =>
  (content) => {
    const { measured, posts } = content.reach;
    const text = `измерено ${formatNumber(measured)} из ${formatNumber(posts)}`;
    return measured === 0 ? [paragraph(`Просмотры: —, ${text}.`)] : build(content);
  };

const views = ofViews((content) => {
  const { reach, zone } = content;
  const unit = reach.unit === 'hour' ? 'hour' : 'day';
  const names = reach.bars.map(({ from }) => (unit === 'hour' ? (formatDateTime(from, zone) ?? from) : dayName(from)));
  const [first = '', last = ''] = [names.at(0), names.at(-1)];
  const boundsOf = (from: string): Bounds => (unit === 'hour' ? hourBounds(from) : { from, to: from });
  const measured = `, измерено ${formatNumber(reach.measured)} из ${formatNumber(reach.posts)}.`;
  return [
    paragraph('Всего просмотров: ', part(formatNumber(reach.views), viewed(content, {})), measured),
    {
      kind: 'chart',
      alternative: `Просмотры ${unitTexts[unit].per} ${periodName(reach)}`,
      chart: { kind: 'columns', values: reach.bars.map((bar) => bar.views), before: [], labels: [first, last] },
    },
    table(
      [unitTexts[unit].column, 'Просмотры', 'Измерено', 'Посты'],
      reach.bars.map((bar, index) => [
        textCell(names[index] ?? ''),
        numberCell(
          bar.measured === 0 ? null : bar.views,
          bar.measured > 0 ? viewed(content, boundsOf(bar.from)) : null,
        ),
        numberCell(bar.measured),
        numberCell(bar.posts),
      ]),
    ),
  ];
});

const viewedSources = ofViews((content) => {
  const { owners, measuredOwners, views: total } = content.reach;
  const items = owners.map((owner) => ({
    name: foreign(owner.name || String(owner.id)),
    value: owner.views,
    href: viewed(content, { owner: owner.id }),
  }));
  const rest = measuredOwners - items.length;
  return [
    ...shares(['Источник', 'Просмотры'], items, total),
    ...(rest > 0 ? [paragraph(`И ещё источников: ${formatNumber(rest)}.`)] : []),
  ];
});

const viewedPosts = ofViews((content) => [
  tableOfQuotes(
    ['Пост', 'Источник', 'Просмотры', 'К\u00a0обычному'],
    content.reach.top.map(({ ownerId, ownerName, postedAt, quote, views: total, ratio }) => [
      textCell(foreign(quote) || messages.noText),
      textCell(foreign(shownName(ownerName))),
      numberCell(total, viewed(content, { owner: ownerId, from: postedAt, to: postedAt })),
      shareCell(ratio === null ? '—' : `×${formatNumber(shownRatio(ratio))}`),
    ]),
  ),
]);

export const analyticsBuilders: Record<keyof typeof analyticsSections, Builder> = {
  ...{ mentions, words: ranking('words'), owners: ranking('owners'), cities: ranking('cities'), hours },
  ...{ states, people, tags, tones: ofTone, views, viewedSources, viewedPosts },
};
