/** Charts as shapes, which PDF draws itself and other forms show as pictures. */
import { scaleLinear } from 'd3-scale';
import { formatNumber, twoDigits } from '../../../shared/format.ts';
import type { ColumnsChart, HoursChart, ReportChart } from './report-document.ts';

export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; fill: string }
  | { kind: 'line'; points: readonly (readonly [x: number, y: number])[]; stroke: string; width: number }
  | { kind: 'text'; x: number; y: number; text: string; anchor: 'start' | 'middle' | 'end' };

/** In units of a width of 800. `y` of texts is that of their baseline. */
export type Drawing = { width: number; height: number; shapes: readonly Shape[] };

export const textSize = 18;
export const textColor = '#4a5260';
const ground = '#ffffff';
const gridColor = '#d9dee6';
const barColor = '#2f67d8';
const beforeColor = '#8d95a3';
const width = 800;

const text = (x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): Shape => ({
  ...{ kind: 'text', x, y, text: content, anchor },
});

const withGround = (height: number, shapes: readonly Shape[]): Drawing => ({
  width,
  height,
  shapes: [{ kind: 'rect', x: 0, y: 0, width, height, fill: ground }, ...shapes],
});

const plot = { left: 80, right: 790, top: 14, bottom: 206 };

function drawColumns({ values, before, labels }: ColumnsChart): Drawing {
  const max = Math.max(1, ...values, ...before);
  const y = scaleLinear().domain([0, max]).nice(4).range([plot.bottom, plot.top]);
  const step = (plot.right - plot.left) / Math.max(1, values.length);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const grid = ticks.flatMap((tick): Shape[] => [
    {
      kind: 'line',
      points: [
        [plot.left, y(tick)],
        [plot.right, y(tick)],
      ],
      stroke: gridColor,
      width: 1,
    },
    text(plot.left - 8, y(tick) + textSize / 3, formatNumber(tick), 'end'),
  ]);
  const bars = values.flatMap((value, index): Shape[] =>
    value === 0
      ? []
      : [
          {
            kind: 'rect',
            x: plot.left + index * step + step * 0.12,
            y: y(value),
            width: step * 0.76,
            height: plot.bottom - y(value),
            fill: barColor,
          },
        ],
  );
  const points = before.map((value, index) => [plot.left + (index + 0.5) * step, y(value)] as const);
  const line: Shape[] = points.length > 1 ? [{ kind: 'line', points, stroke: beforeColor, width: 2.5 }] : [];
  const [first, last] = labels;
  return withGround(240, [
    ...grid,
    ...bars,
    ...line,
    text(plot.left, plot.bottom + 26, first, 'start'),
    text(plot.right, plot.bottom + 26, last, 'end'),
  ]);
}

const weekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];
const shades = ['#eef1f6', '#c6d7f7', '#93b4ee', '#5f8fe2', '#2f67d8', '#173c8a'];
const cell = { left: 44, top: 6, width: 31, height: 26 };

/** From 0 for no posts to 5. The root tells small counts apart beside a large one. */
const levelOf = (value: number, max: number): number => Math.ceil(5 * Math.sqrt(value / Math.max(1, max)));

function drawHours({ values }: HoursChart): Drawing {
  const max = Math.max(0, ...values);
  const cells = values.map((value, index): Shape => {
    const [day, hour] = [Math.floor(index / 24), index % 24];
    const place = { x: cell.left + hour * cell.width + 1, y: cell.top + day * cell.height + 1 };
    const size = { width: cell.width - 2, height: cell.height - 2 };
    return { kind: 'rect', ...place, ...size, fill: shades[levelOf(value, max)] ?? ground };
  });
  const rows = weekdays.map((name, day) => text(cell.left - 8, cell.top + day * cell.height + 20, name, 'end'));
  const below = cell.top + 7 * cell.height + 22;
  const columns = [0, 3, 6, 9, 12, 15, 18, 21].map((hour) =>
    text(cell.left + (hour + 0.5) * cell.width, below, twoDigits(hour), 'middle'),
  );
  return withGround(below + 8, [...cells, ...rows, ...columns]);
}

export const drawChart = ({ chart }: ReportChart): Drawing =>
  chart.kind === 'columns' ? drawColumns(chart) : drawHours(chart);
