/** The region «Что выделяется»: what has more posts in a bar of time, or in a period, than in earlier weeks. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/standouts.module.css';
import { type Explanation, loadExplanation, type Standout } from '../../shared/api/explanation.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { parseDay } from '../../shared/list-query.ts';
import { standoutsId, standoutsTitle } from '../../shared/page-names.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { filtersOfStandout, type LinkToPosts, linkToPosts } from '../../shared/pages/link-to-posts.ts';
import { isTime, type PostsQuery, postFilters } from '../../shared/pages/post-filters.ts';
import { analyticsFilters, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { countPosts, describeNoItems, describeStandout, standoutName } from '../../shared/rules/standouts.ts';
import { type Bounds, dayName, hourBounds } from '../../shared/rules/time-units.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import type { PageInput } from '../session/page-input.ts';

function Item({ item, linkTo }: { item: Standout; linkTo: LinkToPosts | null }) {
  const posts = countPosts(item.total);
  return (
    <li>
      {standoutName(item)}: {linkTo === null ? posts : <a href={linkTo(filtersOfStandout(item))}>{posts}</a>}
      <span className={styles.figures}>, {describeStandout(item)}</span>
    </li>
  );
}

/** `linkTo`: the posts of the period, copies included; null if the viewer's feed cannot show them. */
export function StandoutList({ explanation, linkTo }: { explanation: Explanation; linkTo: LinkToPosts | null }) {
  const { items } = explanation;
  const none = describeNoItems(explanation);
  if (none !== null) return <p>{none}.</p>;
  return (
    <>
      <p>Выделяется:</p>
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={`${item.kind} ${item.id} ${item.name}`} item={item} linkTo={linkTo} />
        ))}
      </ul>
    </>
  );
}

/** What the address says about a bar: its day or hour, and its name. Null: nothing, or no bar. */
function parseBar(why: unknown, timeZone: string): (Bounds & { name: string }) | null {
  const from = postFilters.from.parse(why);
  if (from === '') return null;
  if (!isTime(from)) return { from, to: from, name: dayName(parseDay(from) ?? from) };
  return { ...hourBounds(from), name: formatDateTime(from, zoneOffsets(timeZone)) ?? from };
}

/** The explained bar, with the filters of its chart; null if the address has none. */
export async function loadExplainedBar(input: PageInput, chart: PostsQuery) {
  const bar = input.backendKind === 'own' ? parseBar(input.query.why, input.timeZone) : null;
  if (bar === null) return null;
  const query: PostsQuery = { ...analyticsFilters(chart), from: bar.from, to: bar.to, copies: 'show' };
  const explanation: Loaded<Explanation> = await input.backend.load(loadExplanation(postFiltersOf(query, input)));
  return { name: bar.name, explanation, linkTo: linkToPosts(input.basePath, query) };
}

export type ExplainedBar = NonNullable<Awaited<ReturnType<typeof loadExplainedBar>>>;

export function ExplainedBarRegion({ name, explanation, linkTo }: ExplainedBar) {
  const { data, error } = explanation;
  return (
    <section id={standoutsId} aria-label={standoutsTitle} className={`${controls.card} ${styles.region}`}>
      <h2>{standoutsTitle}</h2>
      {data === undefined ? (
        <p className={controls.fieldError}>{error}</p>
      ) : (
        <>
          <p>
            {name}: <a href={linkTo({})}>{countPosts(data.total)}</a>
            {data.usual !== null && `, обычно ${formatNumber(data.usual)}`}, с повторами.
          </p>
          <StandoutList explanation={data} linkTo={linkTo} />
        </>
      )}
    </section>
  );
}
