/** A report as plain data. Mail, PDF and DOCX show the same document. All texts are ready to be shown. */
import type { SectionName } from '../../../shared/rules/report-sections.ts';

/** `href`: an absolute address in the console; null without a link. */
export type ReportText = { text: string; href: string | null };

/**
 * `value`: the number that the text shows; null for a text, and for a figure without a measure, which is «—». `isFigure`: it is
 * aligned as a number.
 */
export type ReportCell = ReportText & { value: number | null; isFigure: boolean };

/** A figure with its name above and a note below. */
export type ReportFigure = ReportCell & { name: string; note: string };

export type ReportTable = {
  kind: 'table';
  heads: readonly string[];
  /** In each row, as many cells as heads. */
  rows: readonly (readonly ReportCell[])[];
  /** The first column has sentences, which take the whole width of a mail. */
  hasQuotes: boolean;
};

/** A value per column of a chart over time. The labels are those of the first and the last column. */
export type ColumnsChart = {
  kind: 'columns';
  values: readonly number[];
  /** The values of the previous period, as a line; empty without one. */
  before: readonly number[];
  labels: readonly [first: string, last: string];
};

/** 7 × 24 values by weekday and hour, from Monday 00:00 on. */
export type HoursChart = { kind: 'hours'; values: readonly number[] };

/** `alternative`: what the chart shows, in words. A table of the same section has all its values. */
export type ReportChart = { kind: 'chart'; alternative: string; chart: ColumnsChart | HoursChart };

export type ReportBlock =
  | { kind: 'paragraph'; parts: readonly ReportText[] }
  | { kind: 'figures'; figures: readonly ReportFigure[] }
  | ReportTable
  | ReportChart;

export type ReportSection = { name: SectionName; title: string; blocks: readonly ReportBlock[] };

/** A label and a text of the first page. */
export type ReportFact = readonly [label: string, text: string];

/** What one saved filter has found. `facts`: its filters, coverage and measures. */
export type ReportChapter = { title: string; facts: readonly ReportFact[]; sections: readonly ReportSection[] };

/** `subject`: the title with the period. `author`: who has set the report up. `facts`: period, time zone, moment of counting. */
export type ReportDocument = {
  title: string;
  subject: string;
  author: string;
  facts: readonly ReportFact[];
  chapters: readonly ReportChapter[];
};

/** In the order of the document. */
export const chartsOf = ({ chapters }: ReportDocument): ReportChart[] =>
  chapters.flatMap(({ sections }) =>
    sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'chart')),
  );
