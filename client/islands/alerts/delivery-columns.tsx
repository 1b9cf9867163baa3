/** The columns of the log of deliveries. */
import type { AlertDelivery } from '../../../shared/api/alert-deliveries.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { alertChannels } from '../../../shared/rules/alerts.ts';
import type { Column, ControlProps } from '../../components/table-column.ts';
import styles from './alerts.module.css';
import { describeOutcome } from './describe-outcome.ts';

/** What was sent, with the link to its posts, and whose rule it is. */
function Contents({
  delivery,
  basePath,
  control,
}: {
  delivery: AlertDelivery;
  basePath: string;
  control: ControlProps;
}) {
  const { trial, count, href, clientId } = delivery;
  const posts = `Постов: ${formatNumber(count)}`;
  return (
    <span className={styles.detail}>
      {trial && 'Пробное сообщение'}
      {!trial && href === null && posts}
      {!trial && href !== null && (
        <a href={basePath + href} {...control}>
          {posts}
        </a>
      )}
      {clientId !== null && `, клиент ${clientId}`}
    </span>
  );
}

export const deliveryColumns = (basePath: string, timeZone: string): Column<AlertDelivery>[] => [
  {
    title: 'Время',
    name: 'deliveries.time',
    width: '144px',
    cell: ({ at }) => (at && formatDateTime(at, timeZone)) ?? messages.badDate,
  },
  {
    title: 'Правило',
    width: 'minmax(0, 2fr)',
    card: 'heading',
    cell: (delivery, control) => (
      <>
        <span className={styles.name}>{delivery.rule}</span>
        <Contents {...{ delivery, basePath, control }} />
      </>
    ),
  },
  {
    title: 'Канал',
    name: 'deliveries.channel',
    width: 'minmax(0, 1fr)',
    cell: ({ channel }) => alertChannels[channel],
  },
  {
    title: 'Итог',
    name: 'deliveries.outcome',
    width: 'minmax(0, 2fr)',
    card: 'line',
    cell: (delivery) => (
      <span className={styles.lines} data-state={delivery.state}>
        {describeOutcome(delivery, timeZone)}
      </span>
    ),
  },
];
