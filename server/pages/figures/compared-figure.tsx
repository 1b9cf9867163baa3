/** «Сравнение фраз»: the posts of up to 6 phrases over time, a line for each. */

import type { Bar } from '../../../client/charts/bar-chart.tsx';
import { ChartFigure, ChartLegend, ChartTable } from '../../../client/charts/chart-figure.tsx';
import { timeAxis } from '../../../client/charts/time-axis.ts';
import controls from '../../../client/styles/controls.module.css';
import type { Analytics, ComparedWord } from '../../../shared/api/analytics.ts';
import { formatNumber } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import { notCollected } from '../../../shared/rules/figure-texts.ts';
import { unitTexts } from '../../../shared/rules/time-units.ts';
import { LineChart, SeriesSwitch } from '../../charts/line-chart.tsx';
import { hasWeekends, Notes, peakNotes, Weekends } from '../../charts/notes.tsx';
import { zoneOffsets } from '../../platform/zone-offset.ts';
import { type MentionsProps, missingItem, weekendItem } from './mentions-figure.tsx';

const quoted = ({ name }: ComparedWord): string => `«${isolate(name)}»`;

function Finding({ compared, linkTo }: Pick<Analytics, 'compared'> & Pick<MentionsProps, 'linkTo'>) {
  const [first, ...others] = compared.toSorted((a, b) => b.total - a.total);
  const last = others.at(-1);
  if (!first || !last) return null;
  const total = (word: ComparedWord) => <a href={linkTo({ word: word.id })}>{formatNumber(word.total)}</a>;
  if (first.total === last.total) return <>У каждой фразы по {total(first)}.</>;
  return (
    <>
      Больше всего — {quoted(first)}: {total(first)}, меньше всего — {quoted(last)}: {total(last)}.
    </>
  );
}

/** Lines of phrases with missing time are lower than they should be. */
function Warning({ compared, incompleteWords }: Pick<Analytics, 'compared' | 'incompleteWords'>) {
  const incomplete = compared.filter(({ id }) => incompleteWords.includes(id));
  if (incomplete.length === 0) return null;
  return (
    <p className={controls.noticeWarning}>
      Сравнение неполное: по {incomplete.length === 1 ? 'фразе' : 'фразам'} {incomplete.map(quoted).join(', ')} собрано
      не всё.
    </p>
  );
}

type ComparedTableProps = Pick<Analytics, 'unit' | 'bars' | 'compared'> & Pick<MentionsProps, 'linkTo' | 'timeZone'>;

/** With more phrases, two columns of the table do not fit on a sheet. */
const narrowMax = 3;

/** More cells or points would make the page too large. */
const cellsMax = 800;

const isLong = ({ bars, compared }: Pick<Analytics, 'bars' | 'compared'>): boolean =>
  bars.length * compared.length > cellsMax;

function rowsOf({ unit, bars, linkTo, timeZone }: ComparedTableProps, { id, totals }: ComparedWord): Bar[] {
  const own = bars.map(({ from }, index) => ({ from, total: totals[index] ?? 0 }));
  return timeAxis({ unit, bars: own }, (bounds) => linkTo({ ...bounds, word: id }), zoneOffsets(timeZone)).rows;
}

const linkedCell = ({ value, href }: Bar) => ({ value, href: value > 0 ? href : undefined });

function DetailedTable(props: ComparedTableProps) {
  const { unit, compared } = props;
  const columns = compared.map((word) => rowsOf(props, word));
  const rows = (columns[0] ?? []).map(({ title }, index) => ({
    title,
    cells: columns.flatMap((column) => column.slice(index, index + 1).map(linkedCell)),
  }));
  return <ChartTable heads={[unitTexts[unit].column, ...compared.map(({ name }) => name)]} rows={rows} />;
}

/** Only the totals, for a period that is too long for a row per day. */
function ShortTable({ compared, linkTo }: ComparedTableProps) {
  const rows = compared.map(({ id, name, total }) => ({
    title: name,
    cells: [{ value: total, href: linkTo({ word: id }) }],
  }));
  return (
    <>
      <ChartTable heads={['Фраза', 'Посты']} rows={rows} />
      <p>Числа по дням есть в таблице более короткого периода.</p>
    </>
  );
}

function Legend({ analytics, linkTo, hatched }: MentionsProps & { hatched: boolean }) {
  const { compared, incompleteWords } = analytics;
  const items = compared.map((word, index) => ({
    key: String(word.id),
    mark: <SeriesSwitch index={index} name={word.name} />,
    text: (
      <>
        {index + 1}. <a href={linkTo({ word: word.id })}>{`${word.name}: ${formatNumber(word.total)}`}</a>
        {incompleteWords.includes(word.id) && ` ${notCollected.toLowerCase()}`}
      </>
    ),
  }));
  const others = [hasWeekends(analytics.bars) && weekendItem, hatched && missingItem];
  return <ChartLegend items={[...items, ...others.filter((item) => item !== false)]} />;
}

/** Requires at least two compared phrases. */
export function ComparedFigure(props: MentionsProps) {
  const { analytics, linkTo, timeZone } = props;
  const { unit, bars, compared, missing } = analytics;
  const { columns, labelOf, stretchesOf } = timeAxis({ unit, bars }, linkTo, zoneOffsets(timeZone));
  const hatched = stretchesOf(missing);
  const lines = compared.map((word) => rowsOf({ unit, bars, compared, linkTo, timeZone }, word));
  const Table = isLong(analytics) ? ShortTable : DetailedTable;
  return (
    <ChartFigure
      name="Сравнение фраз"
      finding={<Finding compared={compared} linkTo={linkTo} />}
      printsTable={compared.length > narrowMax ? 'wide' : true}
      table={<Table unit={unit} bars={bars} compared={compared} linkTo={linkTo} timeZone={timeZone} />}
    >
      <Warning {...analytics} />
      <LineChart
        series={compared.map(({ name, totals }, index) => ({
          name,
          values: totals,
          points: isLong(analytics) ? [] : (lines[index] ?? []),
        }))}
        columns={columns}
        labelOf={labelOf}
        hatched={hatched}
        behind={<Weekends bars={bars} />}
        over={(y) => <Notes notes={peakNotes(lines.flat())} columns={columns} y={y} />}
      />
      <Legend {...props} hatched={hatched.length > 0} />
    </ChartFigure>
  );
}
