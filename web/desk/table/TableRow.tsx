import { t } from '@lingui/core/macro';
import { memo, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Column } from './columns.ts';

type Props<Row> = {
  row: Row;
  index: number;
  row_px: number;
  template: string;
  columns: readonly Column<Row>[];
  narrow: ((row: Row) => ReactNode) | undefined;
  selectable: boolean;
  selected: boolean;
  current: boolean;
  open: boolean;
  opens: boolean;
  changed: boolean;
};

function Row<R>(props: Props<R>) {
  const { row, index, row_px, template, columns, narrow, selectable, selected, current, changed } = props;
  const cell = selectable ? 'gridcell' : 'cell';
  return (
    <div
      role="row"
      data-row={index}
      data-changed={changed || undefined}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      aria-current={props.open ? 'true' : undefined}
      tabIndex={selectable ? (current ? 0 : -1) : undefined}
      style={{ gridTemplateColumns: template, height: row_px, insetBlockStart: index * row_px }}
      className={classNames(
        'desk-row absolute inset-x-0 grid items-center border-line border-b focus-visible:-outline-offset-2',
        props.opens && 'cursor-pointer',
        selected ? 'bg-accent-soft' : props.open ? 'bg-sunken' : 'hover:bg-sunken',
      )}
    >
      {selectable && (
        <span role={cell} data-select className="grid h-full place-items-center">
          <input
            type="checkbox"
            tabIndex={-1}
            readOnly
            checked={selected}
            aria-label={t`Select`}
            className="size-4 accent-accent pointer-coarse:size-5"
          />
        </span>
      )}
      {narrow ? (
        <div role={cell} aria-colspan={columns.length} className="min-w-0 px-2">
          {narrow(row)}
        </div>
      ) : (
        columns.map(({ id, number, cell: content }) => (
          <div
            key={id}
            role={cell}
            className={classNames('min-w-0 truncate px-2', number && 'amount text-end')}
          >
            {content(row)}
          </div>
        ))
      )}
    </div>
  );
}

/** One row, rendered again only when one of its props has changed. */
export const TableRow = memo(Row) as typeof Row;
