/** The log of deliveries. It loads again until every message that it shows has its outcome. */
import { useEffect } from 'react';
import { type AlertDelivery, type DeliveriesPage, loadDeliveries } from '../../../shared/api/alert-deliveries.ts';
import type { Loaded } from '../../../shared/islands.ts';
import { deliveriesPageSize } from '../../../shared/rules/limits.ts';
import type { PagedSource } from '../../lib/loaded-pages.ts';
import type { ChangeableList } from '../../lib/paged-list.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { pauseBeforeReload } from './pause-before-reload.ts';

const source: PagedSource<DeliveriesPage, AlertDelivery> = {
  pageSize: deliveriesPageSize,
  rowsOf: (page) => page.deliveries,
  withRows: (page, deliveries) => ({ ...page, deliveries }),
  keyOf: (delivery) => delivery.id,
};

export const deliveryKey = source.keyOf;

export function useDeliveries(firstPage: number, first: Loaded<DeliveriesPage>): ChangeableList<AlertDelivery> {
  const list = usePagedList(source, { pageCall: loadDeliveries, firstPage, first });
  const { rows } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload is a new but equivalent function in every render
  useEffect(() => {
    const pause = pauseBeforeReload(rows, Date.now());
    if (pause === null) return;
    const timer = setInterval(() => {
      if (!document.hidden) list.reload();
    }, pause);
    return () => clearInterval(timer);
  }, [rows]);
  return list;
}
