/** The runs of work rules, each with an undo. The list reloads while a run is in progress. */

import { useEffect } from 'react';
import { type RuleRun, undoRuleRun } from '../../../shared/api/work-rules.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import { RowAction } from '../../components/buttons.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type OpenerProps, useConfirmation } from '../../components/lazy.tsx';
import type { Column } from '../../components/table-column.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { type Reply, wholeList } from '../../lib/use-reply.ts';
import styles from './rules.module.css';

const stateLabels: Record<RuleRun['state'], string> = {
  running: 'Идёт',
  done: 'Завершён',
  stopped: 'Остановлен',
  undoing: 'Отменяется',
  undone: 'Отменён',
};

const isOpen = ({ state }: RuleRun): boolean => state === 'running' || state === 'undoing';

function describeState(run: RuleRun): string {
  const { state, done, total, changed, skipped, skippedBy } = run;
  if (isOpen(run)) return `${stateLabels[state]}: ${formatNumber(done)} из ${formatNumber(total)}`;
  const isPart = state === 'undone' && skipped > 0;
  return isPart ? messages.workUndone(formatNumber(changed), formatNumber(skipped), skippedBy) : stateLabels[state];
}

/** The stories that an undo would restore. */
const describeUndo = ({ state, changed, skipped }: RuleRun): string =>
  state === 'undone' ? `пропущено ${formatNumber(skipped)}` : `изменено ${formatNumber(changed)}`;

const runColumns = (timeZone: ZoneOffsets, undo: (run: RuleRun) => OpenerProps): Column<RuleRun>[] => [
  {
    title: 'Время',
    on: 'own',
    name: 'rule_runs.time',
    width: '9rem',
    cell: ({ at }) => formatDateTime(at, timeZone) ?? messages.badDate,
  },
  {
    title: 'Правило',
    on: 'own',
    width: 'minmax(7.5rem, 1.5fr)',
    card: 'heading',
    cell: ({ rule }) => rule ?? 'Удалено',
  },
  {
    title: 'Кто',
    on: 'own',
    name: 'rule_runs.who',
    width: 'minmax(7.5rem, 1.5fr)',
    card: 'line',
    cell: ({ who }) => who,
  },
  {
    title: 'Изменено',
    on: 'own',
    name: 'rule_runs.changed',
    width: '6.5rem',
    align: 'end',
    cell: ({ changed }) => formatNumber(changed),
  },
  {
    title: 'Состояние',
    on: 'own',
    name: 'rule_runs.state',
    width: 'minmax(8.5rem, 1fr)',
    align: 'wrap',
    cell: (run) => <span title={describeState(run)}>{describeState(run)}</span>,
  },
  {
    title: 'Действия',
    on: 'own',
    width: '6.5rem',
    actions: true,
    cell: (run, control) => run.canUndo && <RowAction label="Отменить" icon="restore" {...control} {...undo(run)} />,
  },
];

const pauseMs = 2000;
const keyOf = ({ batchId }: RuleRun) => batchId;

export function RuleRuns({ runs }: { runs: Reply<RuleRun[]> }) {
  const { timeZone } = useIslandContext();
  const { data: rows = [], reload } = runs;
  const confirmation = useConfirmation(reload);
  const hasOpen = rows.some(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload is a new but equivalent function in every render
  useEffect(() => {
    if (!hasOpen) return;
    const timer = setInterval(() => !document.hidden && reload(), pauseMs);
    return () => clearInterval(timer);
  }, [hasOpen]);

  const undo = (run: RuleRun) =>
    confirmation.openerProps({
      question: messages.confirmRunUndo,
      subject: `${isolate(run.rule ?? 'Удалённое правило')}: ${describeUndo(run)}`,
      confirmLabel: 'Отменить запуск',
      call: undoRuleRun(run.batchId),
      done: 'Запуск отменяется',
    });
  return (
    <section className={styles.runs}>
      <h2>Запуски правил</h2>
      <DataTable
        label="Запуски правила"
        list={wholeList(rows, runs)}
        columns={runColumns(timeZone, undo)}
        keyOf={keyOf}
        rowHeight={44}
        cardBase={58}
        emptyText={
          <EmptyState title={messages.noRuleRuns} hint="Запуск появится, когда правило изменит первый сюжет." />
        }
      />
      {confirmation.element}
    </section>
  );
}
