/** The counts of a chart as a table. */
import styles from '../../client/styles/chart-figure.module.css';
import { formatNumber } from '../../shared/format.ts';

/** A count without a link has no posts to show, or the title of its row is the link. */
export type TableCell = { value: number; href?: string | undefined };

/** `note` is a text in a column of its own. */
export type TableRow = { title: string; href?: string; cells: readonly TableCell[]; note?: string | undefined };

const linked = (text: string, href: string | undefined) => (href === undefined ? text : <a href={href}>{text}</a>);

/** `heads` names the title and the columns. */
export function ChartTable({ heads, rows }: { heads: readonly string[]; rows: readonly TableRow[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, href, cells, note }) => (
          <tr key={title}>
            <th scope="row">{linked(title, href)}</th>
            {cells.map((cell, index) => (
              <td key={heads[index + 1]}>{linked(formatNumber(cell.value), cell.href)}</td>
            ))}
            {note !== undefined && <td>{note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
