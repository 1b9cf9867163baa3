/** Adds or edits an alert rule. */

import { type MouseEvent, useRef, useState } from 'react';
import {
  type AlertRule,
  type AlertRules,
  alertFormFields,
  createAlertRule,
  readAlertRule,
  updateAlertRule,
} from '../../../shared/api/alerts.ts';
import * as messages from '../../../shared/messages.ts';
import { type AlertForm, alertFormErrors } from '../../../shared/rules/alert-form.ts';
import { Button } from '../../components/buttons.tsx';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import type { Message } from '../../components/message-bar.tsx';
import { seenVersion, setSeenVersion } from '../../lib/seen-version.ts';
import { readTexts, useSubmission } from '../../lib/use-submission.ts';
import { type ViewOption, viewOptions } from '../../lib/view-options.ts';
import controls from '../../styles/controls.module.css';
import { NoViews, useRuleActions } from './rule-actions.tsx';
import { RuleFields } from './rule-fields.tsx';
import { changeOf, describeRule, fieldsOf, textsOf } from './rule-form.ts';
import { RuleHistory } from './rule-history.tsx';

/** The field that an error of the server concerns. */
const fields = {
  'rule-exists': 'name',
  'channel-off': 'channel',
  'bad-email': 'address',
  'bad-webhook': 'address',
  'webhook-not-found': 'address',
  'webhook-forbidden': 'address',
  'webhook-by-administrator': 'address',
  'mail-domain-forbidden': 'address',
} as const;

/** `saved` are the texts of the saved rule. A trial message uses the saved rule, so it is refused after edits. */
type RuleToolsProps = { rule: AlertRule; saved: AlertForm; onTrial: () => void; onPaused: () => Promise<void> };

function RuleTools({ rule, saved, onTrial, onPaused }: RuleToolsProps) {
  const [paused, setPaused] = useState(rule.paused);
  const [message, setMessage] = useState<Message | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const actions = useRuleActions({
    report: setMessage,
    onTrial,
    async onPaused() {
      const form = part.current?.closest('form');
      if (form) setSeenVersion(form, (seenVersion(form) ?? 0) + 1);
      await onPaused();
      setPaused(!paused);
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
      <div ref={part} className={controls.actions}>
        <Button busy={busy} onClick={sendTrial}>
          Отправить пробное
        </Button>
        <Button busy={busy} onClick={() => actions.pause({ ...rule, paused })}>
          {paused ? 'Возобновить' : 'Приостановить'}
        </Button>
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
  /** `secret` signs the messages of a new webhook; null for other rules. */
  onSaved: (text: string, secret: string | null) => void;
  onTrial: () => void;
  onPaused: () => Promise<void>;
  onClose: () => void;
};

export function RuleDialog({ rule, views, channels, mailDomains, ...on }: RuleDialogProps) {
  const [changes, setChanges] = useState(0);
  const texts = textsOf(rule, channels);
  const seen = useSeenChange({
    opened: rule,
    read: readAlertRule,
    describe: describeRule,
    onTheirs: () => on.onSaved(messages.othersKept, null),
  });
  const submission = useSubmission({
    names: alertFormFields,
    check: alertFormErrors,
    send: async (entered, form) => {
      const call = rule
        ? updateAlertRule(rule.id, changeOf(form, texts, entered), seenVersion(form))
        : createAlertRule(fieldsOf(entered));
      const saved = await seen.send(form, call);
      if (saved) on.onSaved(rule ? 'Правило сохранено' : 'Правило добавлено', saved.reply.secret);
    },
    fields,
  });
  return (
    <>
      <DialogForm
        title="Правило"
        draft={`alert-${rule?.id ?? 'new'}`}
        texts={texts}
        onClose={on.onClose}
        {...submission}
      >
        {views.length === 0 && (
          <p>
            <NoViews />
          </p>
        )}
        <VersionField row={rule} />
        <div className={controls.form} onChange={() => setChanges(changes + 1)}>
          <RuleFields views={viewOptions(views, rule)} texts={texts} channels={channels} mailDomains={mailDomains} />
        </div>
        {/* An edit discards the result, which belongs to the earlier fields. */}
        <RuleHistory key={changes} />
        {rule && <RuleTools rule={rule} saved={texts} onTrial={on.onTrial} onPaused={on.onPaused} />}
      </DialogForm>
      {seen.dialog}
    </>
  );
}
