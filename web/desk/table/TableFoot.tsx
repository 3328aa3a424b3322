import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Column } from './columns.ts';

export type TableFootParts = {
  /** Renders the cell below a column. */
  cell: (column_id: string) => ReactNode;
  /** The whole footer in one line. */
  narrow: ReactNode;
};

type Props<Row> = {
  foot: TableFootParts;
  columns: readonly Column<Row>[];
  template: string;
  narrow: boolean;
  /** The position among all rows, counted from 1. */
  index: number;
  selectable: boolean;
};

/** The totals of the columns, visible while the rows scroll. */
export function TableFoot<Row>({ foot, columns, template, narrow, index, selectable }: Props<Row>) {
  const role = selectable ? 'gridcell' : 'cell';
  return (
    <div role="rowgroup" className="sticky bottom-0 z-10">
      <div
        role="row"
        aria-rowindex={index}
        style={{ gridTemplateColumns: template }}
        className="grid min-h-9 items-center border-line border-t bg-sunken font-medium"
      >
        {selectable && <span role={role} />}
        {narrow ? (
          <div role={role} aria-colspan={columns.length} className="min-w-0 px-2">
            {foot.narrow}
          </div>
        ) : (
          columns.map(({ id, number }) => (
            <div
              key={id}
              role={role}
              className={classNames('min-w-0 truncate px-2', number && 'amount text-end')}
            >
              {foot.cell(id)}
            </div>
          ))
        )}
      </div>
    </div>
  );
}
