import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

const TITLE = { maxWidth: '10rem' };

type Column<Row> = { id: string; title: ReactNode; cell: (row: Row) => ReactNode };

type Props<Row> = {
  label: string;
  /** The column of the row headings. */
  first: Column<Row>;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The totals row. */
  foot?: { title: string; cell: (id: string) => ReactNode };
};

/** The figures of a chart as a table, on screen and in print. */
export function ChartTable<Row>({ label, first, columns, rows, keyOf, foot }: Props<Row>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to scroll by keyboard
      tabIndex={0}
      className="min-w-0 shrink-0 overflow-x-auto print:overflow-visible"
    >
      <table aria-label={label} className={classNames('printed-table', 'w-full border-collapse')}>
        <thead>
          <tr className="border-line border-b text-muted">
            <th scope="col" className="py-1 pe-3 text-start font-medium">
              {first.title}
            </th>
            {columns.map(({ id, title }) => (
              <th key={id} scope="col" style={TITLE} className="truncate py-1 ps-3 text-end font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-line border-b last:border-b-0">
              <th scope="row" className="whitespace-nowrap py-1 pe-3 text-start font-normal">
                {first.cell(row)}
              </th>
              {columns.map(({ id, cell }) => (
                <td key={id} className="amount whitespace-nowrap py-1 ps-3 text-end">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {foot && (
            <tr className={classNames('totals', 'border-line border-t font-medium')}>
              <th scope="row" className="py-1 pe-3 text-start font-medium">
                {foot.title}
              </th>
              {columns.map(({ id }) => (
                <td key={id} className="amount whitespace-nowrap py-1 ps-3 text-end">
                  {foot.cell(id)}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
