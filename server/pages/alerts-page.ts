/** Alerts: rules, Atom feeds and one page of deliveries (docs/product.md, section 21). */
import { AlertsIsland } from '../../client/islands/alerts/alerts-island.tsx';
import { loadAlertRules, loadDeliveries } from '../../shared/api/alerts.ts';
import { loadAtomLinks } from '../../shared/api/atom.ts';
import { parsePage } from '../../shared/list-query.ts';
import { deliveriesPageSize } from '../../shared/rules/limits.ts';
import { islandPage } from './page.tsx';

export const alertsPage = islandPage('alerts', AlertsIsland, async ({ query, backend }) => {
  const page = parsePage(query.page);
  const [rules, feeds, first] = await Promise.all([
    backend.load(loadAlertRules()),
    backend.load(loadAtomLinks()),
    backend.load(loadDeliveries((page - 1) * deliveriesPageSize)),
  ]);
  return { rules, feeds, page, first };
});
