/** Adds or edits an alert rule. */

import { type MouseEvent, useState } from 'react';
import { type AlertRule, type AlertRules, createAlertRule, updateAlertRule } from '../../../shared/api/alerts.ts';
import * as messages from '../../../shared/messages.ts';
import {
  type AlertForm,
  type AlertFormField,
  alertFormErrors,
  alertFormFields,
} from '../../../shared/rules/alert-form.ts';
import { BusyButton } from '../../components/buttons.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import type { Message } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { readTexts, useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { NoViews, useRuleActions } from './rule-actions.tsx';
import { RuleFields, type ViewOption } from './rule-fields.tsx';
import { fieldsOf, textsOf } from './rule-form.ts';
import { RuleHistory } from './rule-history.tsx';

/** The field of the form that an error of the server is about. */
const fields: Record<string, AlertFormField> = {
  [messages.ruleExists]: 'name',
  [messages.channelOff]: 'channel',
  [messages.badEmail]: 'address',
  [messages.badWebhook]: 'address',
  [messages.webhookNotFound]: 'address',
  [messages.webhookForbidden]: 'address',
  [messages.webhookByAdministrator]: 'address',
};

/** Null when the form shows the message above its fields. */
const fieldOfMessage = (message: string, mailDomains: readonly string[]): AlertFormField | null =>
  message === messages.mailDomainForbidden(mailDomains) ? 'address' : (fields[message] ?? null);

/** `saved` are the form's texts of the saved rule, which a trial message uses. */
type RuleToolsProps = { rule: AlertRule; saved: AlertForm; onTrial: () => void; onPaused: () => void };

/** The buttons of a saved rule in its dialog: a trial message, pausing and resuming. */
function RuleTools({ rule, saved, onTrial, onPaused }: RuleToolsProps) {
  const [paused, setPaused] = useState(rule.paused);
  const [message, setMessage] = useState<Message | null>(null);
  const actions = useRuleActions({
    report: setMessage,
    onTrial,
    onPaused() {
      setPaused(!paused);
      onPaused();
    },
  });
  const busy = actions.busyRule !== null;
  const textOf = (kind: Message['kind']) => (message?.kind === kind ? message.text : null);

  function sendTrial({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    const texts = form && readTexts(form, alertFormFields);
    if (texts && alertFormFields.every((name) => texts[name] === saved[name])) actions.sendTrial(rule);
    else setMessage({ kind: 'failure', text: messages.saveRuleFirst });
  }

  return (
    <>
      <div className={controls.actions}>
        <BusyButton busy={busy} onClick={sendTrial}>
          Отправить пробное
        </BusyButton>
        <BusyButton busy={busy} onClick={() => actions.pause({ ...rule, paused })}>
          {paused ? 'Возобновить' : 'Приостановить'}
        </BusyButton>
      </div>
      <p role="status" className={controls.notice}>
        {textOf('success')}
      </p>
      <p role="alert" className={controls.noticeFailure}>
        {textOf('failure')}
      </p>
    </>
  );
}

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
  const [changes, setChanges] = useState(0);
  const texts = textsOf(rule, channels);
  const { errors, ...submission } = useSubmission({
    names: alertFormFields,
    check: alertFormErrors,
    send: async (entered) => {
      const fields = fieldsOf(entered);
      const { secret } = await callApi(rule ? updateAlertRule(rule.id, fields) : createAlertRule(fields));
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
