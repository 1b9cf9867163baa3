/** What «Аналитика» shows in the sections of a report, read from its HTML. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MentionsFigure } from '../../server/pages/figures/mentions-figure.tsx';
import { ReachFigures } from '../../server/pages/figures/reach-figures.tsx';
import { HoursFigure, RankingFigure } from '../../server/pages/figures/shares-figures.tsx';
import { WorkFigures, type WorkOfPeriod } from '../../server/pages/figures/work-figures.tsx';
import type { Analytics } from '../../shared/api/analytics.ts';
import type { PeriodReach } from '../../shared/api/reach.ts';
import { standoutsTitle } from '../../shared/page-names.ts';
import { plainOf } from './report-forms.ts';

/** `finding`: the sentence below the name. `rows`: of the table, without links to what stands out, or of the list of bars. */
export type ScreenFigure = { finding: string; rows: string[][] };

type Shown = { analytics: Analytics; reach: PeriodReach; work: WorkOfPeriod; timeZone: string };

const linkTo = () => '?';

const figuresOf = ({ analytics, reach, work, timeZone }: Shown) => (
  <>
    <MentionsFigure analytics={analytics} linkTo={linkTo} timeZone={timeZone} whyHref="?why=" />
    {(['words', 'owners', 'cities'] as const).map((by) => (
      <RankingFigure key={by} by={by} analytics={analytics} linkTo={linkTo} />
    ))}
    <HoursFigure totals={analytics.hours} linkTo={linkTo} />
    <ReachFigures reach={reach} linkTo={linkTo} timeZone={timeZone} />
    <WorkFigures {...work} linkTo={linkTo} />
  </>
);

const textsIn = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, text = '']) => plainOf(text));

const cellPattern = /<t[dh][^>]*>(.*?)<\/t[dh]>/gs;
const barPattern = /<li><a[^>]*>(.*?)<\/a>(.*?)<svg/gs;

const cellsOf = (row: string): string[] => textsIn(row, cellPattern).filter((text) => text !== standoutsTitle);

function rowsOf(figure: string): string[][] {
  const body = /<tbody>(.*?)<\/tbody>/s.exec(figure)?.[1];
  if (body !== undefined) return body.split('</tr>').slice(0, -1).map(cellsOf);
  return [...figure.matchAll(barPattern)].map(([, bar = '', note = '']) => {
    const [label = '', value = ''] = bar.split('</bdi>: ');
    return [plainOf(label), plainOf(value), plainOf(note).trim()];
  });
}

/** By the names of the figures. */
export function readScreen(shown: Shown): Map<string, ScreenFigure> {
  const html = renderToStaticMarkup(figuresOf(shown));
  return new Map(
    [...html.matchAll(/<figure aria-label="(.*?)".*?<\/figure>/gs)].map(([figure, name = '']) => [
      name,
      { finding: textsIn(figure, /<figcaption>.*?<span>(.*?)<\/span>/gs)[0] ?? '', rows: rowsOf(figure) },
    ]),
  );
}
