/** The alerts screen (docs/product.md, section 21): rules, Atom feeds and the log of deliveries. */
import { loadAlertRules } from '../../../shared/api/alerts.ts';
import { loadAtomLinks } from '../../../shared/api/atom.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { useReply } from '../../lib/use-reply.ts';
import styles from './alerts.module.css';
import { AtomLinks } from './atom-links.tsx';
import { Deliveries, useDeliveries } from './deliveries.tsx';
import { Rules } from './rules.tsx';

export function AlertsIsland(initial: IslandProps['alerts']) {
  const rules = useReply(loadAlertRules(), initial.rules);
  const feeds = useReply(loadAtomLinks(), initial.feeds);
  const deliveries = useDeliveries(initial.page, initial.first);
  return (
    <div className={styles.alerts}>
      <Rules rules={rules} feeds={feeds.data} onTrial={deliveries.reload} />
      <AtomLinks feeds={feeds} />
      <Deliveries list={deliveries} page={initial.page} />
    </div>
  );
}
