/** Adds, copies or edits a report. */

import {
  createReport,
  type Report,
  type Reports,
  readReport,
  reportFormFields,
  updateReport,
} from '../../../shared/api/reports.ts';
import * as messages from '../../../shared/messages.ts';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import { seenVersion } from '../../lib/seen-version.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { ReportFields } from './report-fields.tsx';
import { changeOf, describeReport, errorsOf, formOf, textsOf } from './report-form.ts';

/** The field that an error of the server concerns. */
const fields = {
  'report-exists': 'name',
  'bad-email': 'recipients',
  'mail-domain-forbidden': 'recipients',
} as const;

type ReportDialogProps = Pick<Reports, 'views' | 'mailDomains'> & {
  /** Null for a new report. */
  report: Report | null;
  /** The report whose values a new one has at first. */
  copied: Report | null;
  onSaved: (text: string) => void;
  onClose: () => void;
};

/** The filters of a report may belong to another person. */
function viewsFor({ views, report }: Pick<ReportDialogProps, 'views' | 'report'>): Reports['views'] {
  const foreign = (report?.views ?? []).filter(({ id }) => views.every((view) => view.id !== id));
  return [...foreign, ...views];
}

const copyOf = (report: Report | null): Report | null => report && { ...report, name: `${report.name} (копия)` };

export function ReportDialog({ report, copied, mailDomains, ...props }: ReportDialogProps) {
  const views = viewsFor({ report, views: props.views });
  const texts = textsOf(report ?? copyOf(copied), views);
  const seen = useSeenChange({
    opened: report,
    read: readReport,
    describe: describeReport,
    onTheirs: () => props.onSaved(messages.othersKept),
  });
  const submission = useSubmission({
    names: reportFormFields,
    check: errorsOf,
    send: async (entered, form) => {
      const call = report
        ? updateReport(report.id, changeOf(form, texts, entered), seenVersion(form))
        : createReport(formOf(entered));
      if (await seen.send(form, call)) props.onSaved(report ? 'Отчёт сохранён' : 'Отчёт добавлен');
    },
    fields,
  });
  return (
    <>
      <DialogForm
        title="Отчёт"
        draft={`report-${report?.id ?? 'new'}`}
        texts={texts}
        onClose={props.onClose}
        {...submission}
      >
        <VersionField row={report} />
        <div className={controls.form}>
          <ReportFields views={views} texts={texts} mailDomains={mailDomains} />
        </div>
      </DialogForm>
      {seen.dialog}
    </>
  );
}
