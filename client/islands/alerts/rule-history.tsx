/** «Проверить на истории» of an alert rule: the messages that it would have sent in the last 30 days. */

import { useState } from 'react';
import { type AlertHistory, alertFormFields, loadAlertHistory } from '../../../shared/api/alerts.ts';
import { formatCounted, formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { alertFormErrors } from '../../../shared/rules/alert-form.ts';
import { Button } from '../../components/buttons.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { readTexts } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import styles from './alerts.module.css';
import { fieldsOf } from './rule-form.ts';

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

export function RuleHistory() {
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
