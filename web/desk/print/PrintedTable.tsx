import { classNames } from '../../ui/class-names.ts';
import type { Column } from '../table/columns.ts';
import type { TableFootParts } from '../table/TableFoot.tsx';

/** More columns than this need the paper's longer side. */
const UPRIGHT_MAX = 7;

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  foot: TableFootParts | undefined;
};

/** All rows and all columns of a list that tell something, as a table that paper can break, with its headings on each page. */
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
        {/* At the end and not on every page, as what stands in the foot of a table would be. */}
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
