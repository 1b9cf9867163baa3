/** Adds or edits an alert rule. */
import { useState } from 'react';
import { type AlertRule, type AlertRules, createAlertRule, updateAlertRule } from '../../../shared/api/alerts.ts';
import { alertFormErrors, alertFormFields } from '../../../shared/rules/alert-form.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { fieldOfMessage } from './field-of-message.ts';
import { NoViews } from './no-views.tsx';
import { RuleFields, type ViewOption } from './rule-fields.tsx';
import { fieldsOf, textsOf } from './rule-form.ts';
import { RuleHistory } from './rule-history.tsx';
import { RuleTools } from './rule-tools.tsx';

type RuleDialogProps = Pick<AlertRules, 'channels' | 'mailDomains'> & {
  /** Null for a new rule. */
  rule: AlertRule | null;
  views: readonly ViewOption[];
  /** `secret` signs the messages of a new webhook, otherwise it is null. */
  onSaved: (text: string, secret: string | null) => void;
  onTrial: () => void;
  onPaused: () => void;
  onClose: () => void;
};

export function RuleDialog({ rule, views, channels, mailDomains, ...on }: RuleDialogProps) {
  const context = useIslandContext();
  const [changes, setChanges] = useState(0);
  const texts = textsOf(rule, channels);
  const { errors, ...submission } = useSubmission({
    names: alertFormFields,
    check: alertFormErrors,
    send: async (entered) => {
      const fields = fieldsOf(entered);
      const { secret } = await callApi(rule ? updateAlertRule(rule.id, fields) : createAlertRule(fields), context);
      on.onSaved(rule ? 'Правило сохранено' : 'Правило добавлено', secret);
    },
    fieldOf: (message) => fieldOfMessage(message, mailDomains),
  });
  return (
    <DialogForm title="Правило" draft={`alert-${rule?.id ?? 'new'}`} onClose={on.onClose} {...submission}>
      {views.length === 0 && (
        <p>
          <NoViews />
        </p>
      )}
      <div className={controls.form} onChange={() => setChanges(changes + 1)}>
        <RuleFields {...{ texts, errors, views, channels, mailDomains }} />
      </div>
      {/* A result belongs to the fields that were checked. */}
      <RuleHistory key={changes} />
      {rule && <RuleTools rule={rule} saved={texts} onTrial={on.onTrial} onPaused={on.onPaused} />}
    </DialogForm>
  );
}
