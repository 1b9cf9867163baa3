/** Adds or edits an alert rule. «Проверить на истории» shows what it would have sent in the last 30 days. */

import { type MouseEvent, useRef, useState } from 'react';
import {
  type AlertHistory,
  type AlertRule,
  type AlertRuleFields,
  type AlertRules,
  alertFormFields,
  createAlertRule,
  loadAlertHistory,
  readAlertRule,
  updateAlertRule,
} from '../../../shared/api/alerts.ts';
import { formatCounted, formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import {
  type AlertForm,
  type AlertFormField,
  alertFormErrors,
  hasAddress,
  hasThreshold,
} from '../../../shared/rules/alert-form.ts';
import {
  type AlertChannel,
  alertChannels,
  alertSchedules,
  describeAlertCondition,
} from '../../../shared/rules/alerts.ts';
import { Button } from '../../components/buttons.tsx';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import type { Message } from '../../components/message-bar.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { changedTexts, seenVersion, setSeenVersion } from '../../lib/seen-version.ts';
import { readTexts, useSubmission } from '../../lib/use-submission.ts';
import { type ViewOption, viewOptions } from '../../lib/view-options.ts';
import controls from '../../styles/controls.module.css';
import styles from './alerts.module.css';
import { NoViews, useRuleActions } from './rule-actions.tsx';
import { RuleFields } from './rule-fields.tsx';

const newRule = {
  name: '',
  viewId: '',
  condition: 'every',
  least: 10,
  period: 'hour',
  address: '',
  schedule: 'now',
  quietFrom: '',
  quietTo: '',
};

/** `rule` is null for a new rule, which gets the first channel. */
function textsOf(rule: AlertRule | null, [channel = 'atom']: readonly AlertChannel[]): AlertForm {
  const fields = rule ?? { ...newRule, channel };
  return Object.fromEntries(alertFormFields.map((name) => [name, String(fields[name])])) as AlertForm;
}

type Choices = Pick<AlertRuleFields, 'condition' | 'channel' | 'period' | 'schedule'>;

/** Requires texts without errors. The options of the selects are names of shared/rules/alerts.ts. */
function fieldsOf(texts: AlertForm): AlertRuleFields {
  const { name, viewId, least, address, ...choices } = texts as AlertForm & Choices;
  return {
    ...choices,
    name: name.trim(),
    viewId: Number(viewId),
    least: hasThreshold(choices.condition) ? Number(least) : 1,
    address: hasAddress(choices.channel) ? address.trim() : '',
  };
}

/** Fields that mean something only together. */
const groups: readonly (readonly AlertFormField[])[] = [
  ['condition', 'least', 'period'],
  ['channel', 'address'],
  ['quietFrom', 'quietTo'],
];

const describeRule = (rule: AlertRule) => ({
  ...{ Название: rule.name, Фильтр: rule.view, Условие: describeAlertCondition(rule) },
  ...{ Канал: alertChannels[rule.channel], Адрес: rule.address, Расписание: alertSchedules[rule.schedule] },
  'Тихие часы': rule.quietFrom && `${rule.quietFrom}–${rule.quietTo}`,
  Приостановлено: rule.paused ? 'да' : 'нет',
});

const postForms = ['пост', 'поста', 'постов'] as const;
const messageForms = ['сообщение', 'сообщения', 'сообщений'] as const;

type Item = AlertHistory['items'][number];

function HistoryItem({ item }: { item: Item }) {
  const { basePath, timeZone } = useIslandContext();
  const { at, count, usual, href } = item;
  const time = formatDateTime(at, timeZone) ?? messages.badDate;
  const text = `${time}: ${formatCounted(count, postForms)}`;
  return (
    <li>
      {href === null ? (
        text
      ) : (
        // A new tab, so that the form is not lost.
        <a href={basePath + href} target="_blank" rel="noopener">
          {text}
        </a>
      )}
      {usual !== null && `, обычно ${formatNumber(usual)}`}
    </li>
  );
}

function RuleHistory() {
  const [history, setHistory] = useState<AlertHistory | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function check(form: HTMLFormElement) {
    setHistory(null);
    setFailure(null);
    const texts = readTexts(form, alertFormFields);
    const { viewId, least } = alertFormErrors(texts);
    const invalid = viewId ?? least ?? null;
    if (invalid !== null) return setFailure(invalid);
    setBusy(true);
    try {
      setHistory(await callApi(loadAlertHistory(fieldsOf(texts))));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.history}>
      <div>
        <Button busy={busy} onClick={({ currentTarget }) => currentTarget.form && void check(currentTarget.form)}>
          Проверить на истории
        </Button>
      </div>
      <p role="alert" className={controls.fieldError}>
        {failure}
      </p>
      <div role="status">
        {history &&
          `За 30 дней: ${formatCounted(history.messages, messageForms)}, ${formatCounted(history.posts, postForms)}`}
      </div>
      {history && history.items.length > 0 && (
        <ul className={styles.historyItems} aria-label="Последние сообщения">
          {history.items.map((item) => (
            <HistoryItem key={item.at} item={item} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The field that an error of the server concerns. */
const fields: Record<string, AlertFormField> = {
  [messages.ruleExists]: 'name',
  [messages.channelOff]: 'channel',
  [messages.badEmail]: 'address',
  [messages.badWebhook]: 'address',
  [messages.webhookNotFound]: 'address',
  [messages.webhookForbidden]: 'address',
  [messages.webhookByAdministrator]: 'address',
};

/** Returns null if the message belongs above the fields. */
const fieldOfMessage = (message: string, mailDomains: readonly string[]): AlertFormField | null =>
  message === messages.mailDomainForbidden(mailDomains) ? 'address' : (fields[message] ?? null);

/** `saved` are the texts of the saved rule. A trial message uses the saved rule, so it is refused after edits. */
type RuleToolsProps = { rule: AlertRule; saved: AlertForm; onTrial: () => void; onPaused: () => void };

function RuleTools({ rule, saved, onTrial, onPaused }: RuleToolsProps) {
  const [paused, setPaused] = useState(rule.paused);
  const [message, setMessage] = useState<Message | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const actions = useRuleActions({
    report: setMessage,
    onTrial,
    onPaused() {
      setPaused(!paused);
      const form = part.current?.closest('form');
      if (form) setSeenVersion(form, (seenVersion(form) ?? 0) + 1);
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
  onPaused: () => void;
  onClose: () => void;
};

/** What a change sends of the entered texts. */
function changeOf(form: HTMLFormElement, opened: AlertForm, entered: AlertForm): Partial<AlertRuleFields> {
  const fields = fieldsOf(entered);
  const names = Object.keys(changedTexts(form, opened, entered, groups)) as AlertFormField[];
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

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
    fieldOf: (message) => fieldOfMessage(message, mailDomains),
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
          <RuleFields views={viewOptions(views, rule)} {...{ texts, channels, mailDomains }} />
        </div>
        {/* An edit discards the result, which belongs to the earlier fields. */}
        <RuleHistory key={changes} />
        {rule && <RuleTools rule={rule} saved={texts} onTrial={on.onTrial} onPaused={on.onPaused} />}
      </DialogForm>
      {seen.dialog}
    </>
  );
}
