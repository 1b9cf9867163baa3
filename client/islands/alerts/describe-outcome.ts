/** Describes the outcome of a delivery. */
import type { AlertDelivery } from '../../../shared/api/alert-deliveries.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { deliveryStates } from '../../../shared/rules/alerts.ts';

type Outcome = Pick<AlertDelivery, 'at' | 'state' | 'tries' | 'nextTry' | 'error'>;

/** Without the day if it is that of `since`. */
function timeSince(time: string, since: string | null, timeZone: string): string {
  const text = formatDateTime(time, timeZone);
  if (text === null) return messages.badDate;
  const [day, clock = ''] = text.split(', ');
  return since !== null && formatDateTime(since, timeZone)?.split(', ')[0] === day ? clock : text;
}

function describeWaiting({ at, tries, nextTry, error }: Outcome, timeZone: string): string {
  // The first try has begun, and none has failed.
  if (tries > 0 && error === null) return 'Отправляется';
  const when = nextTry === null ? '' : ` в ${timeSince(nextTry, at, timeZone)}`;
  return tries === 0
    ? `${deliveryStates.waiting}, отправка${when}`
    : `${deliveryStates.waiting}, попытка ${tries + 1}${when}`;
}

export function describeOutcome(delivery: Outcome, timeZone: string): string {
  const { state, error } = delivery;
  if (state !== 'waiting') return error === null ? deliveryStates[state] : `${deliveryStates[state]}: ${error}`;
  const waiting = describeWaiting(delivery, timeZone);
  return error === null ? waiting : `${waiting}. Ошибка: ${error}`;
}
