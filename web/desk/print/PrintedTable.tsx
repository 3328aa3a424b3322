import { classNames } from '../../ui/class-names.ts';
import type { Column } from '../table/columns.ts';
import type { TableFootParts } from '../table/TableFoot.tsx';

/** Tables with more columns are printed in landscape. */
const UPRIGHT_MAX = 7;

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  foot: TableFootParts | undefined;
};

/** Prints all rows of a list, and all columns except those for the screen only. */
export function PrintedTable<Row>({ label, columns: all, rows, keyOf, foot }: Props<Row>) {
  const columns = all.filter(({ screen_only }) => !screen_only);
  const place = (number: boolean | undefined) => (number ? 'amount text-end' : undefined);
  return (
    <table aria-label={label} className={classNames('printed-table', columns.length > UPRIGHT_MAX && 'wide')}>
      <thead>
        <tr>
          {columns.map(({ id, title, number }) => (
            <th key={id} className={place(number)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, number, cell }) => (
              <td key={id} className={place(number)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {/* The totals are a row of the body: a `tfoot` would be repeated on every page. */}
        {foot && (
          <tr className="totals">
            {columns.map(({ id, number }) => (
              <td key={id} className={place(number)}>
                {foot.cell(id)}
              </td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
}
