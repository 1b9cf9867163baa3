/** The log of deliveries: what was sent to whom, and with what outcome. */
import { useMemo } from 'react';
import type { AlertDelivery } from '../../../shared/api/alert-deliveries.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { useIslandContext } from '../../lib/island-context.tsx';
import type { PagedList } from '../../lib/paged-list.ts';
import { deliveryColumns } from './delivery-columns.tsx';
import { deliveryKey } from './use-deliveries.ts';

const rowHeight = 52;
const cardBase = 66;

export function Deliveries({ list, page }: { list: PagedList<AlertDelivery>; page: number }) {
  const { basePath, timeZone } = useIslandContext();
  const columns = useMemo(() => deliveryColumns(basePath, timeZone), [basePath, timeZone]);
  return (
    <section>
      <h2>Доставка</h2>
      <div>
        <ListToolbar list={list} columns={columns} onRefresh={list.refresh} firstPageHref="?" />
        <DataTable
          label="Доставка"
          columns={columns}
          list={list}
          keyOf={deliveryKey}
          rowHeight={rowHeight}
          cardBase={cardBase}
          emptyText={messages.noDeliveries}
          nextPageHref={formatQuery({ page: page + 1 })}
        />
      </div>
    </section>
  );
}
