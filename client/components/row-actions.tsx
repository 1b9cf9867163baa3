/** The column «Действия» of tables whose actions depend on the backend. */
import { type BackendKind, type On, offered } from '../../shared/backend-kind.ts';
import { RowAction, RowLink } from './buttons.tsx';
import type { IconName } from './icon.tsx';
import type { OpenerProps } from './lazy.tsx';
import type { Column } from './table-column.ts';

/** A link, or a button that opens a dialog. */
export type RowActionOf<Row> = { label: string; icon: IconName; on: On } & (
  | { href: (row: Row) => string }
  | { open: (row: Row) => OpenerProps }
);

export function actionsColumn<Row>(actions: readonly RowActionOf<Row>[], backendKind: BackendKind): Column<Row, never> {
  const shown = offered(actions, backendKind);
  return {
    title: 'Действия',
    on: 'both',
    // The header needs the width of two buttons.
    width: `${1 + 2 * Math.max(shown.length, 2)}rem`,
    actions: true,
    cell: (row, control) =>
      shown.map((action) => {
        const { label, icon } = action;
        return 'href' in action ? (
          <RowLink key={label} label={label} icon={icon} href={action.href(row)} control={control} />
        ) : (
          <RowAction key={label} label={label} icon={icon} {...control} {...action.open(row)} />
        );
      }),
  };
}
