/** The buttons of a saved rule in its dialog: a trial message, pausing and resuming. */
import { type MouseEvent, useState } from 'react';
import type { AlertRule } from '../../../shared/api/alerts.ts';
import * as messages from '../../../shared/messages.ts';
import { type AlertForm, alertFormFields } from '../../../shared/rules/alert-form.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import type { Message } from '../../components/message-bar.tsx';
import controls from '../../styles/controls.module.css';
import { readForm } from './rule-form.ts';
import { useRuleActions } from './use-rule-actions.ts';

/** `saved` are the form's texts of the saved rule, which a trial message uses. */
type RuleToolsProps = { rule: AlertRule; saved: AlertForm; onTrial: () => void; onPaused: () => void };

export function RuleTools({ rule, saved, onTrial, onPaused }: RuleToolsProps) {
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
    const texts = form && readForm(form);
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
