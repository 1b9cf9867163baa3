/** The columns of the table of runs on the collection page. */
import type { Run, RunOutcome } from '../../../shared/api/collection-data.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { outcomeLabel } from '../../../shared/rules/collection.ts';
import type { Column, Tone } from '../../components/table-column.ts';

const outcomeTones: Record<RunOutcome, Tone> = {
  done: 'success',
  partial: 'warning',
  waiting: 'neutral',
  failed: 'danger',
};

function describeOutcome({ outcome, reason }: Run): string {
  return reason === null ? outcomeLabel(outcome) : `${outcomeLabel(outcome)}: ${reason}`;
}

export function runColumns(basePath: string, timeZone: string): Column<Run>[] {
  const time = (value: string | null) => value && (formatDateTime(value, timeZone) ?? messages.badDate);
  return [
    {
      title: 'Фраза',
      width: 'minmax(0, 1.6fr)',
      card: 'heading',
      cell: ({ wordId, word }, control) => (
        <a href={`${basePath}/ldvknf/words/${wordId}`} {...control}>
          {word}
        </a>
      ),
    },
    { title: 'Начало', name: 'runs.started', width: '144px', cell: ({ startedAt }) => time(startedAt) },
    { title: 'Конец', name: 'runs.ended', width: '144px', cell: ({ endedAt }) => time(endedAt) },
    {
      title: 'Найдено',
      name: 'runs.found',
      width: '96px',
      align: 'end',
      cell: ({ found }) => (found === null ? '—' : formatNumber(found)),
    },
    { title: 'Новых', name: 'runs.added', width: '80px', align: 'end', cell: ({ added }) => formatNumber(added) },
    {
      title: 'Итог',
      name: 'runs.outcome',
      width: 'minmax(0, 1fr)',
      tone: ({ outcome }) => (outcome === null ? 'accent' : outcomeTones[outcome]),
      cell: describeOutcome,
    },
  ];
}
