/**
 * «Работа с сюжетами»: the stories of a period by state, person, tag and tone, and the times to the first reaction and to
 * closing.
 */

import analytics from '../../../client/styles/analytics.module.css';
import type { WorkCounts, WorkTimes } from '../../../shared/api/story-work.ts';
import type { WorkLists } from '../../../shared/api/work.ts';
import { formatCounted, formatNumber } from '../../../shared/format.ts';
import type { LinkToPosts } from '../../../shared/pages/link-to-posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { nameOfPerson } from '../../../shared/pages/work-names.ts';
import { describeTimes, percentOf } from '../../../shared/rules/figure-texts.ts';
import { analyticsSections } from '../../../shared/rules/report-sections.ts';
import { type Tone, tones, type WorkState, workStates } from '../../../shared/rules/work.ts';
import { ShareFigure } from './shares-figures.tsx';

export type WorkOfPeriod = { counts: WorkCounts; times: WorkTimes; lists: WorkLists };

type Item = { id: string; label: string; value: number; filter: Partial<PostsQuery> };

type ShareProps = { name: string; head: string; finding: string; items: readonly Item[]; linkTo: LinkToPosts };

function Share({ head, items, linkTo, ...figure }: ShareProps) {
  const shown = items
    .filter(({ value }) => value > 0)
    .map(({ filter, ...item }) => ({ ...item, href: linkTo({ ...filter, copies: 'hide' }) }));
  return <ShareFigure {...figure} heads={[head, 'Сюжеты']} items={shown} />;
}

const stories = ['сюжет', 'сюжета', 'сюжетов'] as const;
const byTotal = <Row extends { total: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => b.total - a.total);

function Suggestions({ lists: { suggestions } }: Pick<WorkOfPeriod, 'lists'>) {
  if (!suggestions) return null;
  const { checked, correct } = suggestions;
  return (
    <span title="Каждый пятый сюжет предложений не показывает: с ними сравнивается то, что отметили на нём люди. За всё время">
      {checked === 0
        ? ' Предложения ещё не проверены.'
        : ` Предложения: верно ${Math.round((100 * correct) / checked)}\u00a0% из ${formatNumber(checked)}.`}
    </span>
  );
}

type SharesProps = WorkOfPeriod & { linkTo: LinkToPosts };

function States({ counts: { states, total }, linkTo }: SharesProps) {
  const names = Object.entries(workStates) as [WorkState, string][];
  const items = names.map(([state, label]) => ({ id: state, label, value: states[state], filter: { state } }));
  const returned = states.returned > 0 ? ` Вернулось: ${formatNumber(states.returned)}.` : '';
  const finding = `Всего ${formatCounted(total, stories)}.${returned}`;
  return <Share name={analyticsSections.states} head="Состояние" finding={finding} items={items} linkTo={linkTo} />;
}

function People({ counts: { people }, lists, linkTo }: SharesProps) {
  const items = byTotal(people).map(({ personId, total }) => ({
    id: String(personId),
    label: personId === null ? 'Никто' : nameOfPerson(lists, personId),
    value: total,
    filter: { assignee: personId === null ? 'none' : String(personId) },
  }));
  const assigned = people.reduce((sum, { personId, total }) => sum + (personId === null ? 0 : total), 0);
  const finding = `С исполнителем: ${formatNumber(assigned)}.`;
  return <Share name={analyticsSections.people} head="Исполнитель" finding={finding} items={items} linkTo={linkTo} />;
}

function Tags({ counts: { tags }, lists, linkTo }: SharesProps) {
  const items = byTotal(tags).flatMap(({ tagId, total }) => {
    const label = lists.tags.find((tag) => tag.tagId === tagId)?.name;
    return label === undefined ? [] : [{ id: String(tagId), label, value: total, filter: { tag: tagId } }];
  });
  const finding = items.length === 0 ? 'Тегов нет.' : 'Сюжет может иметь несколько тегов.';
  return <Share name={analyticsSections.tags} head="Тег" finding={finding} items={items} linkTo={linkTo} />;
}

function Tones({ counts: { tones: totals, total }, linkTo }: SharesProps) {
  const names = Object.entries(tones) as [Tone, string][];
  const items = names.map(([tone, label]) => ({ id: tone, label, value: totals[tone], filter: { tone } }));
  const marked = total - totals.none;
  const finding =
    marked === 0 ? 'Тон не отмечен.' : `Тон отмечен у ${percentOf(marked, total)} сюжетов, остальные не оценены.`;
  return <Share name={analyticsSections.tones} head="Тон" finding={finding} items={items} linkTo={linkTo} />;
}

export const WorkFigures = (props: SharesProps) => (
  <section aria-label="Работа с сюжетами" className={analytics.page}>
    <p className={analytics.description}>
      <strong>Работа с сюжетами.</strong> {describeTimes(props.times)}
      <Suggestions {...props} />
    </p>
    <div className={analytics.shares}>
      <States {...props} />
      <People {...props} />
      <Tags {...props} />
      <Tones {...props} />
    </div>
  </section>
);
