/** The reports screen (docs/product/reports.md): the table of reports, and the dialogs that change them. */

import { useState } from 'react';
import type { Call } from '../../../shared/api/call.ts';
import {
  deleteReport,
  loadReports,
  pauseReport,
  type Report,
  type Reports,
  sendReportTrial,
} from '../../../shared/api/reports.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { AddButton } from '../../components/buttons.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useChangeProps, useConfirmation, useLazyDialog } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { useReply, wholeList } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import table from '../../styles/titled-table.module.css';
import { type RowActions, reportColumns } from './report-columns.tsx';
import styles from './reports.module.css';

const importEditor = () => import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog);
const importTrial = () => import('./trial-dialog.tsx').then(({ TrialDialog }) => TrialDialog);

/** Runs the action of a row's button, which is busy meanwhile. */
function useRowCall(onDone: () => Promise<void>) {
  const notify = useNotify();
  const [busyReport, setBusyReport] = useState<number | null>(null);
  async function run({ id }: Report, call: Call<null>, done: string): Promise<void> {
    setBusyReport(id);
    try {
      await callApi(call);
      notify({ kind: 'success', text: done });
      await onDone();
    } catch (error) {
      notify({ kind: 'failure', text: messageOf(error) });
    } finally {
      setBusyReport(null);
    }
  }
  return { busyReport, run };
}

const nothing: Reports = { rows: [], total: 0, views: [], mailDomains: [], sends: false, ownAddress: null };

export function ReportsIsland({ first }: IslandProps['reports']) {
  const context = useIslandContext();
  const notify = useNotify();
  const list = useReply(loadReports(), first);
  const editor = useLazyDialog(importEditor);
  const trial = useLazyDialog(importTrial);
  const removal = useConfirmation(list.reload);
  const changeProps = useChangeProps();
  const { busyReport, run } = useRowCall(list.reload);
  const { rows, views, mailDomains, sends, ownAddress } = list.data ?? nothing;

  const openerOf = (report: Report | null, copied: Report | null) =>
    changeProps(editor.openerProps({ report, copied, views, mailDomains }));
  const whileIdle = ({ id }: Report, props: object) => ({
    disabled: id === busyReport,
    'aria-busy': id === busyReport,
    ...changeProps(props),
  });

  const actions: RowActions = {
    edit: (report) => openerOf(report, null),
    copy: (report) => openerOf(null, report),
    remove: (report) =>
      removal.openerProps({
        question: messages.confirmReportDelete,
        subject: report.name,
        confirmLabel: 'Удалить',
        call: deleteReport(report.id),
        done: 'Отчёт удалён',
      }),
    sendTrial: (report) =>
      whileIdle(
        report,
        ownAddress === null
          ? trial.openerProps({ report })
          : { onClick: () => void run(report, sendReportTrial(report.id, null), messages.trialQueued) },
      ),
    pause: (report) => {
      const runs = report.state === 'active';
      const done = runs ? 'Отчёт приостановлен' : 'Отчёт возобновлён';
      return whileIdle(report, { onClick: () => void run(report, pauseReport(report.id, runs), done) });
    },
  };

  function finish(dialog: { close: () => void }, text: string): void {
    dialog.close();
    notify({ kind: 'success', text });
    void list.reload();
  }

  return (
    <div className={styles.reports}>
      <div className={table.head}>
        <p className={controls.hint}>{list.data && !sends && messages.mailOff}</p>
        <AddButton disabled={!sends} {...openerOf(null, null)}>
          Новый отчёт
        </AddButton>
      </div>
      <DataTable
        label="Отчёты"
        columns={reportColumns(context, actions)}
        list={wholeList(rows, list)}
        keyOf={idOf}
        rowHeight={72}
        cardBase={58}
        emptyText={
          <EmptyState title={messages.noReports} hint="Отчёт собирает посты фильтров за период и приходит по почте." />
        }
      />
      {editor.render({ onSaved: (text: string) => finish(editor, text) })}
      {trial.render({ onDone: (text: string) => finish(trial, text) })}
      {removal.element}
    </div>
  );
}
