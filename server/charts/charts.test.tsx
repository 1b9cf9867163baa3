// Proves: analytics#page
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BarChart } from '../../client/charts/bar-chart.tsx';
import { timeAxis } from '../../client/charts/time-axis.ts';
import type { HistogramBar } from '../../shared/api/analytics.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import { LineChart } from './line-chart.tsx';
import { hasWeekends, Notes, notesOf, Weekends } from './notes.tsx';
import { HeatMap, levelRanges, RankedBars } from './shares.tsx';

const render = (element: ReactElement) => renderToStaticMarkup(element).replaceAll('\u00a0', ' ');
const namesIn = (html: string) => [...html.matchAll(/<title>(.*?)<\/title>/g)].map(([, name]) => name);
const tabStopsIn = (html: string) =>
  [...html.matchAll(/tabindex="0"[^>]*><title>(.*?)<\/title>/g)].map(([, name]) => name);

const timeZone = zoneOffsets('Europe/Moscow');
const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
const axisOf = (unit: 'hour' | 'day', bars: [from: string, total: number][]) =>
  timeAxis(
    { unit, bars: bars.map(([from, total]) => ({ from, total })) },
    ({ from, to }) => `?from=${from}&to=${to}`,
    timeZone,
  );

test('a bar chart links each bar, has one tab stop, and omits bars of 0', () => {
  const { rows, columns, labelOf } = axisOf(
    'day',
    days.map((day, index) => [day, [1200, 3, 7, 0][index] ?? 0]),
  );
  const html = render(<BarChart bars={rows} columns={columns} labelOf={labelOf} whyHref="?why=" />);
  expect(html).toContain('data-why="?why="');
  expect(namesIn(html)).toEqual(['01.11.2026: 1 200', '02.11.2026: 3', '03.11.2026: 7']);
  expect(tabStopsIn(html)).toEqual(['03.11.2026: 7']);
  expect(html).toContain('href="?from=2026-11-02&amp;to=2026-11-02"');
  expect(html).not.toMatch(/style=|<style|<pattern/);
});

test('the axis of a chart is high enough for an earlier period', () => {
  const bars = [{ column: 0, value: 3, title: 'a', name: 'a', href: '?', from: '2026-11-01' }];
  const html = render(<BarChart bars={bars} previous={[90]} columns={1} labelOf={String} whyHref={null} />);
  expect(html).toContain('<li>100</li>');
  expect(html).toContain('d="M.5 10"');
});

const barsOf = (totals: number[]): HistogramBar[] =>
  totals.map((total, index) => ({ from: `2026-11-${String(index + 6).padStart(2, '0')}`, total }));

test('weekends are shaded as one area each, unless the days are too narrow', () => {
  // 06.11.2026 is a Friday.
  expect(render(<Weekends bars={barsOf([1, 0, 2, 3, 0, 0, 0, 0, 1])} />)).toContain('d="M1 0V100H3V0zM8 0V100H9V0z"');
  const long = Array.from({ length: 101 }, (): HistogramBar => ({ from: '2026-11-07', total: 1 }));
  expect([hasWeekends(long), hasWeekends(long.slice(1)), hasWeekends(barsOf([5]))]).toEqual([false, true, false]);
});

test.each([
  ['the peak and both ends', [1, 0, 1200, 0, 3], ['08.11 · 1 200', '1', '3']],
  ['no end beside the peak', [7, 0, 0, 0, 0, 8, 2], ['11.11 · 8', '7']],
  ['nothing without posts', [0, 0], []],
])('texts in a chart: %s', (_name, totals, expected) => {
  const { rows, columns } = timeAxis({ unit: 'day', bars: barsOf(totals) }, () => '', timeZone);
  const html = render(<Notes notes={notesOf(rows, columns)} columns={columns} y={(value) => value} />);
  expect([...html.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) => text)).toEqual(expected);
});

test.each([
  ['day', days, { from: '2026-11-01T21:00:00Z', to: '2026-11-02T09:00:00Z' }, { start: 1, end: 1.5 }],
  ['day', days, { from: '2026-10-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }, { start: 0, end: 4 }],
  [
    'hour',
    ['2026-11-01T00:00:00+03:00', '2026-11-01T23:00:00+03:00'],
    { from: '2026-11-01T09:30:00+03:00', to: '2026-11-01T10:00:00+03:00' },
    { start: 9.5, end: 10 },
  ],
] as const)(
  'time that is not collected, on an axis per %s, is hatched where it is',
  (unit, from, missing, expected) => {
    const { stretchesOf, columns, labelOf } = axisOf(
      unit,
      from.map((time) => [time, 1]),
    );
    expect(stretchesOf([missing])).toEqual([expected]);
    const html = render(
      <BarChart bars={[]} columns={columns} labelOf={labelOf} hatched={stretchesOf([missing])} whyHref={null} />,
    );
    expect(html).toMatch(/<rect x="[\d.]+%" width="[\d.]+%" height="100%" fill="url\(#/);
  },
);

test('a line chart has a line per series, with its number and name at the end', () => {
  const series = [
    { name: 'ремонт дорог и тротуаров', values: [1, 5, 0], points: [] },
    {
      name: 'метро',
      values: [0, 0, 10],
      points: [{ column: 2, value: 10, title: '03.11.2026', name: '03.11.2026: 10', href: '?', from: '2026-11-03' }],
    },
  ];
  const html = render(<LineChart series={series} columns={3} labelOf={String} />);
  expect(html).toContain('d="M.5 90l1-40 1 50"');
  expect(html).toContain('d="M.5 100l1 0 1-100"');
  expect(html).toContain('1<tspan> ремонт дорог и…</tspan>');
  expect(html).toContain('2<tspan> метро</tspan>');
  expect(html.match(/<a href="\?" tabindex="0"><title>(.*?)<\/title><path d="(.*?)"/)?.slice(1)).toEqual([
    'метро, 03.11.2026: 10',
    'M2.5 0h0',
  ]);
});

test('a heat map has 168 links, and its highest cell is the tab stop', () => {
  const totals = Array.from({ length: 168 }, (_, index) => (index === 38 ? 1000 : index % 5));
  const html = render(<HeatMap totals={totals} hrefOf={(weekday, hour) => `?weekday=${weekday}&hour=${hour}`} />);
  expect(namesIn(html)).toHaveLength(168);
  expect(namesIn(html)[0]).toBe('Понедельник, 00:00–00:59: 0');
  expect(tabStopsIn(html)).toEqual(['Вторник, 14:00–14:59: 1 000']);
  expect(html).toContain('href="?weekday=2&amp;hour=14"');
});

const totalsOf = (counts: Record<number, number>) =>
  Object.entries(counts).flatMap(([total, hours]) => Array.from({ length: hours }, () => Number(total)));

test.each([
  [
    'one extreme hour does not make the others equal',
    { 0: 7, 1: 1, 2: 1, 3: 1, 4: 1, 183: 1 },
    ['1–1', '2–2', '3–3', '4–4', '5–183'],
  ],
  ['equal counts have one level', { 1: 6, 2: 2, 9: 2 }, ['1–1', '2–2', '3–9']],
  ['no posts have no level', { 0: 168 }, []],
])('the levels of a heat map have as many hours each: %s', (_name, counts, expected) => {
  expect(levelRanges(totalsOf(counts)).map(({ from, to }) => `${from}–${to}`)).toEqual(expected);
});

test('a list of bars is named by label and count', () => {
  const items = [
    { id: 7, label: 'Тверь', value: 1200, href: '?city=7' },
    { id: 0, label: 'Не указан', value: 300, href: '?city=0', note: 'собрано не всё' },
  ];
  const html = render(<RankedBars items={items} />);
  expect(html).toContain('<a href="?city=7"><bdi>Тверь</bdi>: <b>1 200</b></a>');
  expect(html).toContain('<rect width="25%" height="100%"></rect>');
  expect(html).toContain('<span> собрано не всё</span>');
});
